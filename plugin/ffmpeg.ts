import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { mediaCodecs } from '#contract/media.ts'
import { pluginCodes } from '#contract/plugin/command-registry.ts'
import { PluginFault } from './plugin-fault.ts'

const DECODE_WITHIN_MS = 8_000
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024
/** Pictures to encode at the end of a group: more than one, since a damaged group may decode to fewer than it has units. */
const LAST_PICTURES = 4
const JPEG_BEGINS = Buffer.from([0xff, 0xd8, 0xff])

/** Where a program of this name is on `path` (as the environment's PATH), if anywhere. */
export function findProgram(name: string, path: string): string | undefined {
  for (const folder of path.split(delimiter).filter(Boolean)) {
    const file = join(folder, name)
    try {
      accessSync(file, constants.X_OK)
      return file
    } catch {
      continue
    }
  }
  return undefined
}

/** Where ffmpeg is: on `path` (as the environment's PATH), else the one from npm; `undefined` when there is neither. */
export function findFfmpeg(path: string): string | undefined {
  const found = findProgram(process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg', path)
  if (found !== undefined) return found
  try {
    const installed: { path: string } = createRequire(import.meta.url)('@ffmpeg-installer/ffmpeg')
    return installed.path
  } catch {
    return undefined
  }
}

/**
 * The newest picture of a group of pictures as JPEG. `units`: Annex B access units from a key frame on; `codec` as in
 * `mediaCodecs`. Throws `PluginFault` 503 when it cannot be decoded in time.
 */
export function newestPicture(ffmpeg: string, codec: number, units: Uint8Array[]): Promise<Buffer> {
  // One decoder thread: a snapshot must not take the machine from the live video.
  const reading = [
    '-threads',
    '1',
    '-protocol_whitelist',
    'pipe',
    '-r',
    '25',
    '-f',
    codec === mediaCodecs.h265 ? 'hevc' : 'h264',
    '-i',
    'pipe:0',
  ]
  const choosing = ['-vf', `select=gte(n\\,${units.length - LAST_PICTURES}),setpts=N/25/TB`]
  const writing = ['-an', '-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p', '-q:v', '3', '-f', 'image2pipe', 'pipe:1']
  return new Promise((resolve, reject) => {
    const child = execFile(
      ffmpeg,
      ['-hide_banner', '-loglevel', 'error', ...reading, ...choosing, ...writing],
      { encoding: 'buffer', timeout: DECODE_WITHIN_MS, killSignal: 'SIGKILL', maxBuffer: MAX_OUTPUT_BYTES },
      (error, pictures) => {
        const begin = pictures.lastIndexOf(JPEG_BEGINS)
        if (error !== null) reject(new PluginFault(pluginCodes.pictureFailed, `The picture could not be decoded: ${error.message}`))
        else if (begin < 0) reject(new PluginFault(pluginCodes.pictureFailed, 'There is no picture in the stream.'))
        else resolve(pictures.subarray(begin))
      },
    )
    // It may end before it has read everything; what it says at its end counts.
    child.stdin?.on('error', () => {})
    child.stdin?.end(Buffer.concat(units))
  })
}
