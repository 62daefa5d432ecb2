import { decodeG711, encodePcmu } from '#shared/media/g711.ts'
import type { SoundFormat } from '#contract/sound.ts'
import type { SoundUnit } from '#device/agent/channel-source.ts'
import { SAMPLE_RATE_HZ } from './scene-sound.ts'

export const FRAME_MS = 20
const FRAME_BYTES = (SAMPLE_RATE_HZ * FRAME_MS) / 1000
/** What is said to the camera waits no longer than this to be heard. */
const MOST_WAITING_FRAMES = 25

export const simulatedSoundFormat: SoundFormat = { codec: 'pcmu', sampleRateHz: SAMPLE_RATE_HZ, channels: 1 }

/**
 * What a simulated camera's microphone hears: the sound of its scene, played for ever by the wall clock as `ClipLoop` does the
 * pictures, and whatever comes out of its own loudspeaker. Frames are numbered from 1970 on.
 */
export class ChannelSound {
  readonly #scene: () => Uint8Array
  readonly #offsetMs: number
  /** What is said to the camera, by the frame in which it is heard. */
  readonly #said = new Map<number, Uint8Array>()

  /** `scene`: PCMU as long as the clip, which is asked for when somebody listens. `offsetMs` as of the channel's loop. */
  constructor(scene: () => Uint8Array, offsetMs: number) {
    this.#scene = scene
    this.#offsetMs = offsetMs
  }

  /** Number of the frame that is being recorded at this moment (epoch ms). */
  numberAt(atMs: number): number {
    return Math.floor((atMs + this.#offsetMs) / FRAME_MS)
  }

  /** When this frame is complete, epoch ms. */
  endMs(number: number): number {
    return (number + 1) * FRAME_MS - this.#offsetMs
  }

  frame(number: number): SoundUnit {
    const scene = this.#scene()
    const from = (number * FRAME_BYTES) % scene.byteLength
    const data = scene.subarray(from, from + FRAME_BYTES)
    const said = this.#said.get(number)
    return {
      ptsUs: number * FRAME_MS * 1000,
      captureMs: number * FRAME_MS - this.#offsetMs,
      data: said === undefined ? data : mix(data, said),
    }
  }

  /** The loudspeaker plays a frame of PCMU, after those that wait. */
  play(said: Uint8Array, nowMs: number): void {
    const now = this.numberAt(nowMs)
    for (const number of this.#said.keys()) if (number < now - MOST_WAITING_FRAMES) this.#said.delete(number)
    const next = Math.max(now + 1, ...[...this.#said.keys()].map((number) => number + 1))
    if (next <= now + MOST_WAITING_FRAMES) this.#said.set(next, said)
  }
}

function mix(one: Uint8Array, other: Uint8Array): Uint8Array {
  const samples = decodeG711(one, 'mu')
  const others = decodeG711(other, 'mu')
  for (let at = 0; at < samples.length; at += 1) samples[at] = (samples[at] ?? 0) + (others[at] ?? 0)
  return encodePcmu(samples)
}
