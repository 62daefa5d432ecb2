import { decodeG711, encodePcmu } from '#shared/media/g711.ts'
import { mediaCodecs, type MediaUnit } from '#contract/media.ts'
import type { SoundFormat } from '#contract/sound.ts'
import { aacOf } from './ffmpeg.ts'
import { loadClip } from './clip.ts'

export const FPS = 15
/** A tone begins once a second, with a picture. */
export const BEEP_EVERY = 15
export const SECONDS = 8
const clip = loadClip(new URL('../fixtures/counter-640x360-15.h264', import.meta.url))
export const shape = { stream: 'main' as const, codec: 'avc1.4d4016', width: 640, height: 360, fps: FPS }
/** The clock of the camera begins anywhere. */
export const ZERO_US = 77_000_000

export interface Sound {
  format: SoundFormat
  /** How far the first frame begins before the first picture. */
  headUs: number
  frameUs: number
  frames: Uint8Array[]
}

const units = { aac: mediaCodecs.aac, pcmu: mediaCodecs.pcmu, pcma: mediaCodecs.pcma, opus: mediaCodecs.opus }

function beeps(rateHz: number): Float32Array {
  return Float32Array.from({ length: SECONDS * rateHz }, (_, at) => {
    const second = (at / rateHz) % 1
    return second < 0.1 ? 0.5 * Math.sin(2 * Math.PI * 1_000 * second) : 0
  })
}

/** The sound of the test camera, as each kind of camera sends it: in A-law both ears hear the same. */
function g711Sound(codec: 'pcmu' | 'pcma'): Sound {
  const mu = encodePcmu(beeps(8_000))
  const channels = codec === 'pcma' ? 2 : 1
  const ear = codec === 'pcma' ? Uint8Array.from(decodeG711(mu, 'mu'), aByte) : mu
  const bytes = Uint8Array.from({ length: ear.length * channels }, (_, at) => ear[Math.floor(at / channels)] ?? 0)
  const length = 160 * channels
  const frames = Array.from({ length: bytes.length / length }, (_, at) => bytes.subarray(at * length, (at + 1) * length))
  return { format: { codec, sampleRateHz: 8_000, channels }, headUs: 0, frameUs: 20_000, frames }
}

/** The byte of A-law that sounds most like this sample. There are no more samples than bytes of µ-law: each is looked for once. */
function aByte(sample: number): number {
  let best = nearest.get(sample)
  if (best === undefined) {
    best = 0
    for (const [byte, value] of aTable.entries()) if (Math.abs(value - sample) < Math.abs((aTable[best] ?? 0) - sample)) best = byte
    nearest.set(sample, best)
  }
  return best
}
const nearest = new Map<number, number>()
const aTable = decodeG711(
  Uint8Array.from({ length: 256 }, (_, byte) => byte),
  'a',
)

function aacSound(): Sound {
  const tone = `aevalsrc=0.5*sin(2*PI*1000*t)*lt(mod(t\\,1)\\,0.1):s=16000:d=${SECONDS}`
  const frames = aacOf(tone, 16_000)
  // An encoder's first frame is the time before it began.
  return { format: { codec: 'aac', sampleRateHz: 16_000, channels: 1, description: 'FAg=' }, headUs: 64_000, frameUs: 64_000, frames }
}

/** Of a camera of each kind: a tone begins once a second. */
export function beepingSounds(): Record<'pcmu' | 'pcma' | 'aac', Sound> {
  return { pcmu: g711Sound('pcmu'), pcma: g711Sound('pcma'), aac: aacSound() }
}

const silence = { isKey: false, isPreroll: false, channel: 1 }

/** Pictures and sound of the camera in the order of their times. `timeOf`: when a picture is taken, s. */
export function film(sound: Sound, timeOf = (sequence: number) => sequence / FPS): MediaUnit[] {
  const captureOf = (ptsUs: number) => 1_700_000_000_000 + (ptsUs - ZERO_US) / 1000
  const pictures = Array.from({ length: SECONDS * FPS }, (_, sequence): MediaUnit => {
    const { isKey, unit } = clip.pictures[sequence % clip.pictures.length] ?? { isKey: false, unit: new Uint8Array() }
    const ptsUs = Math.round(ZERO_US + timeOf(sequence) * 1e6)
    return { ...silence, kind: 'video', codec: mediaCodecs.h264, isKey, ptsUs, captureMs: captureOf(ptsUs), sequence, data: unit }
  })
  const frames = sound.frames.map((data, sequence): MediaUnit => {
    const ptsUs = ZERO_US + sequence * sound.frameUs - sound.headUs
    return { ...silence, kind: 'sound', codec: units[sound.format.codec], ptsUs, captureMs: captureOf(ptsUs), sequence, data }
  })
  return [...pictures, ...frames].toSorted((one, other) => one.ptsUs - other.ptsUs)
}
