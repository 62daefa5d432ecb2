import type { SoundFormat } from '#contract/sound.ts'
import type {
  ChannelRecording,
  ChannelSource,
  RecordedSound,
  RecordedUnit,
  StreamHandle,
  WantedPast,
} from '#device/agent/channel-source.ts'
import type { Clip } from '#device/simulator/clip.ts'
import { ClipLoop } from '#device/simulator/clip-loop.ts'
import { encodePcmu } from '#shared/media/g711.ts'
import { BEEP_EVERY_PICTURES, beepFormat } from './beeps.ts'
import { counterClip } from './recording-camera.ts'

const FRAME_MS = 20
const SAMPLE_MS = 1000 / beepFormat.sampleRateHz
const TONE_HZ = 1_000

/**
 * A camera whose past never ends: its pictures count, and with each tenth a tone begins that lasts as long as the picture. From `changesAtMs` on
 * (epoch ms) its pictures are of another size.
 */
export class BeepingSource implements ChannelSource {
  readonly #loop = new ClipLoop(counterClip(), 0)
  readonly #changed: { loop: ClipLoop; atMs: number } | undefined
  /** Whether the last clip was asked for with its sound. */
  isHeard = false

  constructor(changed?: { clip: Clip; atMs: number }) {
    this.#changed = changed && { loop: new ClipLoop(changed.clip, 0), atMs: changed.atMs }
  }

  open(): StreamHandle {
    return { close: () => {} }
  }

  recording(_: number, { startMs, endMs, hasSound }: WantedPast): ChannelRecording {
    this.isHeard = hasSound
    const changed = this.#changed
    const isChanged = changed !== undefined && startMs >= changed.atMs
    const loop = isChanged ? changed.loop : this.#loop
    const untilMs = changed !== undefined && !isChanged ? Math.min(endMs, changed.atMs) : endMs
    const { codec, width, height, fps } = loop.clip
    const sound: SoundFormat | undefined = hasSound ? beepFormat : undefined
    return {
      format: { codec, width, height, fps, ...(sound && { sound }) },
      units: this.#units(loop, { startMs, endMs: untilMs, isHeard: hasSound, leastMs: isChanged ? changed.atMs : 0 }),
      changedAtMs: () => (untilMs < endMs ? untilMs : undefined),
    }
  }

  *#units(
    loop: ClipLoop,
    { startMs, endMs, isHeard, leastMs }: { startMs: number; endMs: number; isHeard: boolean; leastMs: number },
  ): Generator<RecordedUnit> {
    const first = loop.firstFrom(startMs)
    const end = loop.firstFrom(endMs)
    // Nothing is heard by who does not want to.
    let soundMs = isHeard ? Math.ceil(startMs / FRAME_MS) * FRAME_MS : Number.POSITIVE_INFINITY
    let number = loop.keyAtOrBefore(first)
    // What was begun anew begins with a key frame.
    while (loop.captureMs(number) < leastMs) number = nextKey(loop, number)
    for (; number < end; number += 1) {
      const unit = loop.unit(number, number < first)
      for (; soundMs <= unit.captureMs; soundMs += FRAME_MS) yield this.#frame(loop, soundMs)
      yield unit
    }
    for (; soundMs < endMs; soundMs += FRAME_MS) yield this.#frame(loop, soundMs)
  }

  #frame(loop: ClipLoop, startMs: number): RecordedSound {
    const samples = Float32Array.from({ length: FRAME_MS / SAMPLE_MS }, (_, at) => {
      const ms = startMs + at * SAMPLE_MS
      const isTone = (loop.newestAt(ms) % loop.clip.frames) % BEEP_EVERY_PICTURES === 0
      return isTone ? 0.5 * Math.sin((2 * Math.PI * TONE_HZ * ms) / 1000) : 0
    })
    return { isSound: true, ptsUs: Math.round(startMs * 1000), captureMs: startMs, data: encodePcmu(samples) }
  }
}

function nextKey(loop: ClipLoop, number: number): number {
  let next = number + 1
  while (loop.keyAtOrBefore(next) !== next) next += 1
  return next
}
