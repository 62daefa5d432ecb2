import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FoundTrack, framesIn, tracksIn } from './ffmpeg.ts'

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
    const path = join(folder, 'file')
    await writeFile(path, file)
    const { tracks } = await tracksIn(path)
    const [pictures, sound] = (['video', 'audio'] as const).map((wanted) => tracks.find(({ kind }) => kind === wanted))
    const filters = `aresample=async=1:first_pts=0,aformat=sample_fmts=s16:sample_rates=${SAMPLE_RATE_HZ}:channel_layouts=mono`
    const heard = Buffer.concat((await framesIn(path, { kind: 'audio', filters, isStrict: true })).map(({ data }) => data))
    return {
      tonesMs: tonesIn(new Int16Array(heard.buffer.slice(heard.byteOffset, heard.byteOffset + heard.byteLength))),
      picturesMs: pictures?.packets.filter(({ bytes }) => bytes > 0).map(({ atS }) => atS * 1000) ?? [],
      endMs: { picture: endMsOf(pictures), sound: endMsOf(sound) },
      codec: sound?.codec ?? '',
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function endMsOf(track: FoundTrack | undefined): number {
  return Math.max(...(track?.packets ?? []).map(({ atS, forS }) => (atS + forS) * 1000))
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
