import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFfmpeg, runFfmpeg } from './ffmpeg.ts'

const SAMPLE_RATE_HZ = 8_000
/** Of full scale: a tone is louder. */
const LOUD = 0.05
/** What is loud after so much quiet is a new tone. */
const QUIET_MS = 300

export interface HeardFile {
  /** When each tone begins, as a player that keeps to the times of the file plays it. */
  tonesMs: number[]
  /** When each picture is shown. */
  picturesMs: number[]
  /** Where each of the two tracks ends. */
  endMs: { picture: number; sound: number }
  /** As ffmpeg names it. */
  codec: string
}

/** What a player hears and sees in a file that has pictures and sound. Fails where the file is broken. */
export async function listenToFile(file: Uint8Array): Promise<HeardFile> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-heard-'))
  try {
    const at = (name: string) => join(folder, name)
    await writeFile(at('file'), file)
    const toSamples = ['-map', '0:a:0', '-af', 'aresample=async=1:first_pts=0', '-ac', '1', '-ar', String(SAMPLE_RATE_HZ), '-f', 's16le']
    const packets = (stream: string, name: string) => ['-map', `0:${stream}:0`, '-c', 'copy', '-f', 'framecrc', at(name)]
    // What a decoder finds broken ends the run.
    const args = ['-xerror', '-i', at('file'), ...packets('v', 'pictures'), ...packets('a', 'frames'), ...toSamples, 'pipe:1']
    const heard = await runFfmpeg(findFfmpeg(), args)
    const pictures = packetsIn(await readFile(at('pictures'), 'utf8'))
    const frames = await readFile(at('frames'), 'utf8')
    return {
      tonesMs: tonesIn(new Int16Array(heard.buffer.slice(heard.byteOffset, heard.byteOffset + heard.byteLength))),
      picturesMs: pictures.filter(({ bytes }) => bytes > 0).map(({ atMs }) => atMs),
      endMs: { picture: endOf(pictures), sound: endOf(packetsIn(frames)) },
      codec: /^#codec_id 0: (\w+)/m.exec(frames)?.[1] ?? '',
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface Packet {
  atMs: number
  forMs: number
  bytes: number
}

const endOf = (packets: Packet[]) => Math.max(...packets.map(({ atMs, forMs }) => atMs + forMs))

/** Lines of a track, its time base and then `stream, dts, pts, duration, size, …`. */
function packetsIn(text: string): Packet[] {
  const [, per = 1, of = 1] = (/^#tb 0: (\d+)\/(\d+)/m.exec(text) ?? []).map(Number)
  const lines = text.split('\n').filter((line) => /^\d/.test(line))
  return lines.map((line) => {
    const [, , pts = 0, duration = 0, bytes = 0] = line.split(',').map(Number)
    return { atMs: (pts * per * 1000) / of, forMs: (duration * per * 1000) / of, bytes }
  })
}

function tonesIn(samples: Int16Array): number[] {
  const tones: number[] = []
  let loudMs = Number.NEGATIVE_INFINITY
  samples.forEach((sample, at) => {
    if (Math.abs(sample) < LOUD * 32_768) return
    const atMs = (at * 1000) / SAMPLE_RATE_HZ
    if (atMs - loudMs > QUIET_MS) tones.push(atMs)
    loudMs = atMs
  })
  return tones
}
