import type {
  ChannelSource,
  ChannelRecording,
  RecordedSound,
  RecordedUnit,
  SourceUnit,
  StreamHandle,
  StreamSink,
  TalkHandle,
  TalkSink,
  WantedPast,
} from '#device/agent/channel-source.ts'
import type { RestyleJob } from '#contract/codec-api.ts'
import type { ClipFault, StreamKind } from '#contract/enums.ts'
import type { ClipLoop } from './clip-loop.ts'
import type { Pacer } from './pacer.ts'
import type { LookBook } from './picture/look-book.ts'
import { clipStreams, formatOf, isPlain, restyleJobOf, streamOf, type BaseStreams } from './picture/look.ts'
import { playNow } from './picture/playing-stream.ts'
import { isShownAt } from './picture/styled-live.ts'
import { styledPast, type PastUnit } from './picture/styled-past.ts'
import type { DeviceRecorder } from './recordings/device-recorder.ts'
import type { Interval } from './recordings/volume-store.ts'
import { simulatedSoundFormat, type ChannelSound } from './sound/channel-sound.ts'

/** How far back a source without a recorder remembers: all of it follows from the loop. */
const RECORDED_MS = 24 * 60 * 60_000
/** By how much the service's clock may be ahead of this one. */
const CLOCKS_APART_MS = 5_000

/** A loop for each stream of a channel, and what its microphone hears, when it has one. */
export interface SimulatedChannel extends Record<StreamKind, ClipLoop> {
  sound?: ChannelSound
  /** What is said to it is heard. */
  hasIntercom?: boolean
}

/** A simulated device with its channels. */
export class SimulatedSource implements ChannelSource {
  readonly #channels: readonly SimulatedChannel[]
  readonly #pacer: Pacer
  readonly #bases: readonly BaseStreams[]
  readonly #open = new Set<{ chlIndex: number; again: () => void }>()
  #recorder: Pick<DeviceRecorder, 'find'> | undefined
  #book: LookBook | undefined

  constructor(channels: readonly SimulatedChannel[], pacer: Pacer) {
    this.#channels = channels
    this.#pacer = pacer
    this.#bases = channels.map(clipStreams)
  }

  /** From now on its past is what this one has recorded. */
  recordedBy(recorder: Pick<DeviceRecorder, 'find'>): void {
    this.#recorder = recorder
  }

  /** From now on it shows what this one says, and showed what it says of the past. */
  lookedAtBy(book: LookBook): void {
    this.#book = book
    book.onChange((chlIndex) => {
      for (const open of this.#open) if (open.chlIndex === chlIndex) open.again()
    })
  }

  open(chlIndex: number, stream: StreamKind, sink: StreamSink, asH264 = false): StreamHandle {
    const channel = this.#channels[chlIndex]
    if (channel === undefined) {
      sink.failed('not-found')
      return { close: () => {} }
    }
    const looked = this.#lookedAt(chlIndex, stream)
    const play = () => playNow({ pacer: this.#pacer, loop: channel[stream], sound: channel.sound, sink, looked, asH264 })
    let playing = play()
    const open = {
      chlIndex,
      again: () => {
        playing.close()
        playing = play()
      },
    }
    this.#open.add(open)
    return {
      close: () => {
        this.#open.delete(open)
        playing.close()
      },
    }
  }

  /** Its loudspeaker stands beside its microphone: whoever talks and listens hears what was said. */
  talk(chlIndex: number, sink: TalkSink): TalkHandle {
    const channel = this.#channels[chlIndex]
    if (channel?.hasIntercom === true) sink.opened()
    else sink.failed(channel === undefined ? 'not-found' : 'unsupported')
    return { sound: ({ data }) => channel?.sound?.play(data, Date.now()), close: () => {} }
  }

  recording(chlIndex: number, wanted: WantedPast): ChannelRecording | ClipFault {
    const { stream, startMs, endMs, isKeysOnly, hasSound } = wanted
    const channel = this.#channels[chlIndex]
    const loop = channel?.[stream]
    if (loop === undefined) return 'not-found'
    const nowMs = Date.now()
    if (endMs > nowMs + CLOCKS_APART_MS) return 'no-recording'
    const times = this.#recorded(chlIndex, { startMs, endMs: Math.min(endMs, nowMs) }, nowMs)
    const filled = times.filter((time) => loop.firstFrom(time.startMs) < loop.firstFrom(time.endMs))
    // Whoever looks at a moment between two pictures sees the one before it.
    const parts = filled.length > 0 ? filled : times.filter((time) => time.startMs < time.endMs).slice(0, 1)
    if (parts.length === 0) return 'no-recording'
    const looked = this.#lookedAt(chlIndex, stream)
    const { look, untilMs } = looked?.book.at(chlIndex, parts[0]?.startMs ?? startMs) ?? { look: {}, untilMs: Number.POSITIVE_INFINITY }
    // Where the camera was told to show something else there is another recording.
    const alike = parts.flatMap((part) => (part.startMs < untilMs ? [{ startMs: part.startMs, endMs: Math.min(part.endMs, untilMs) }] : []))
    const changed = untilMs < (parts.at(-1)?.endMs ?? endMs) ? { changedAtMs: () => untilMs } : {}
    const sound = hasSound && look.hasSound !== false ? channel?.sound : undefined
    const inSound = sound && { sound: simulatedSoundFormat }
    if (looked !== undefined && !isPlain(look, looked.base, stream)) {
      const told = streamOf(look, looked.base, stream)
      const stylish = wanted.asH264 === true ? { ...told, codec: 'H264' as const } : told
      const job = restyleJobOf(look, isKeysOnly ? { ...stylish, keyDistance: 1 } : stylish, 'h264', looked.book.timeZone)
      const units = isKeysOnly ? styledPast(job, shownKeys(loop, alike)) : styledUnits(job, loop, sound, alike)
      return { format: { ...formatOf(stylish), ...inSound }, units, ...changed }
    }
    const { codec, width, height, fps } = loop.clip
    const units = isKeysOnly ? keysOfAll(loop, alike) : unitsOfAll(loop, sound, alike)
    return { format: { codec, width, height, fps, ...inSound }, units, ...changed }
  }

  #lookedAt(chlIndex: number, stream: StreamKind) {
    const [book, base] = [this.#book, this.#bases[chlIndex]]
    return book && base && { book, chlIndex, base, stream }
  }

  #recorded(chlIndex: number, time: Interval, nowMs: number): Interval[] {
    if (this.#recorder !== undefined) return this.#recorder.find(chlIndex, time)
    return time.startMs < nowMs - RECORDED_MS ? [] : [time]
  }
}

function* keysOfAll(loop: ClipLoop, parts: readonly Interval[]): Generator<SourceUnit> {
  for (const part of parts) for (const unit of unitsOf(loop, part)) if (unit.isKey) yield unit
}

/** The pictures of each part, and in front of each of them the sound that began before it. */
function* unitsOfAll(loop: ClipLoop, sound: ChannelSound | undefined, parts: readonly Interval[]): Generator<RecordedUnit> {
  for (const part of parts) {
    const frames = sound === undefined ? [][Symbol.iterator]() : soundOf(sound, part)
    let frame = frames.next()
    for (const unit of unitsOf(loop, part)) {
      for (; frame.done !== true && frame.value.captureMs < unit.captureMs; frame = frames.next()) yield frame.value
      yield unit
    }
    for (; frame.done !== true; frame = frames.next()) yield frame.value
  }
}

function* shownKeys(loop: ClipLoop, parts: readonly Interval[]): Generator<PastUnit> {
  for (const unit of keysOfAll(loop, parts)) yield { ...unit, isPreroll: false, isShown: true }
}

/** The pictures of each part as the camera showed them, and in front of each the sound that began before it. */
async function* styledUnits(
  job: RestyleJob,
  loop: ClipLoop,
  sound: ChannelSound | undefined,
  parts: readonly Interval[],
): AsyncGenerator<RecordedUnit> {
  for (const part of parts) {
    const frames = sound === undefined ? [][Symbol.iterator]() : soundOf(sound, part)
    let frame = frames.next()
    for await (const unit of styledPast(job, shownUnits(loop, part, job.fps))) {
      for (; frame.done !== true && frame.value.captureMs < unit.captureMs; frame = frames.next()) yield frame.value
      yield unit
    }
    for (; frame.done !== true; frame = frames.next()) yield frame.value
  }
}

/** The first picture of the time is shown in any case: it is the key frame of what is made. */
function* shownUnits(loop: ClipLoop, part: Interval, fps: number): Generator<PastUnit> {
  const first = firstOf(loop, part)
  let number = loop.keyAtOrBefore(first)
  for (const unit of unitsOf(loop, part)) {
    yield { ...unit, isShown: number === first || (number > first && isShownAt(number, loop.clip.fps, fps)) }
    number += 1
  }
}

/** From the key frame that the first picture of this time needs, up to its end. */
function* unitsOf(loop: ClipLoop, part: Interval): Generator<SourceUnit> {
  const [first, end] = [loop.firstFrom(part.startMs), loop.firstFrom(part.endMs)]
  for (let number = loop.keyAtOrBefore(firstOf(loop, part)); number < end; number += 1) yield loop.unit(number, number < first)
}

/** The first picture of this time; of a time between two pictures the one before it. */
function firstOf(loop: ClipLoop, { startMs, endMs }: Interval): number {
  return Math.min(loop.firstFrom(startMs), loop.firstFrom(endMs) - 1)
}

function* soundOf(sound: ChannelSound, { startMs, endMs }: Interval): Generator<RecordedSound, undefined> {
  for (let number = sound.numberAt(startMs); ; number += 1) {
    const frame = sound.frame(number)
    if (frame.captureMs >= endMs) return undefined
    if (frame.captureMs >= startMs) yield { ...frame, isSound: true }
  }
}
