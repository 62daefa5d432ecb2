import { spawn } from 'node:child_process'
import { isSea } from 'node:sea'
import { fileURLToPath } from 'node:url'
import { codecEnvironment, type CodecJob, codecPartHead, CodecPartReader } from '#contract/codec-api.ts'
import { mediaCodecs } from '#contract/media.ts'
import { pluginCodes } from '#contract/plugin/command-registry.ts'
import { PluginFault } from './plugin-fault.ts'

const DECODE_WITHIN_MS = 8_000

/**
 * The newest picture of a group of pictures as JPEG. `units`: Annex B access units from a key frame on; `codec` as in
 * `mediaCodecs`. They are decoded in a process of its own, which is told nothing of this one. Throws `PluginFault` 503 when they
 * cannot be decoded in time, and always in the program of one file, which has no decoder in it.
 */
export async function newestPicture(codec: number, units: Uint8Array[]): Promise<Uint8Array> {
  if (isSea()) throw failed('This program cannot decode pictures; the plugin of `npm start` can.')
  const child = startCodec({ job: 'picture', codec: codec === mediaCodecs.h265 ? 'hevc' : 'h264' })
  const ended = Promise.withResolvers<void>()
  let jpeg: Uint8Array | undefined
  let words = ''
  const reader = new CodecPartReader(({ data }) => (jpeg = data))
  child.stdout.on('data', (bytes: Buffer) => {
    try {
      reader.push(bytes)
    } catch (error) {
      ended.reject(error)
    }
  })
  child.stderr.on('data', (chunk: Buffer) => (words = (words + chunk.toString()).slice(-200)))
  child.once('error', ended.reject)
  child.once('close', (code, signal) => (code === 0 ? ended.resolve() : ended.reject(new Error(words || `ended with ${code ?? signal}`))))
  // It may end before it has read everything; what it says at its end counts.
  child.stdin.on('error', () => {})
  units.forEach((data, number) => {
    child.stdin.write(codecPartHead({ number, isKey: number === 0, data }))
    child.stdin.write(data)
  })
  child.stdin.end()
  const late = setTimeout(() => child.kill('SIGKILL'), DECODE_WITHIN_MS)
  await ended.promise
    .catch((error: unknown) => {
      throw failed(`The picture could not be decoded: ${error instanceof Error ? error.message : String(error)}`)
    })
    .finally(() => {
      clearTimeout(late)
      child.kill('SIGKILL')
    })
  if (jpeg === undefined) throw failed('There is no picture in the stream.')
  return jpeg
}

/** Of the codec's process only its address is known here; what goes in and comes out is the contract's. */
function startCodec(job: CodecJob) {
  const program = fileURLToPath(new URL('../device/codec/main.ts', import.meta.url))
  return spawn(process.execPath, [program, JSON.stringify(job)], { env: codecEnvironment(process.env), stdio: ['pipe', 'pipe', 'pipe'] })
}

function failed(sentence: string): PluginFault {
  return new PluginFault(pluginCodes.pictureFailed, sentence)
}
