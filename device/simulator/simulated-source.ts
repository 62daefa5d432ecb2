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
import type { ClipFault, StreamKind } from '#contract/enums.ts'
import type { ClipLoop } from './clip-loop.ts'
import type { Paced, Pacer } from './pacer.ts'
import type { DeviceRecorder } from './recordings/device-recorder.ts'
import type { Interval } from './recordings/volume-store.ts'
import { simulatedSoundFormat, type ChannelSound } from './sound/channel-sound.ts'

/** Further off than this the machine slept or its clock was set: the stream begins anew instead of catching up. */
const OUT_OF_STEP_MS = 2_000
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

class PlayingStream implements Paced {
  dueMs = 0
  readonly #loop: ClipLoop
  readonly #sound: ChannelSound | undefined
  readonly #sink: StreamSink
  #next = 0
  #nextSound = 0

  constructor(loop: ClipLoop, sound: ChannelSound | undefined, sink: StreamSink) {
    this.#loop = loop
    this.#sound = sound
    this.#sink = sink
    this.#begin(Date.now())
  }

  run(nowMs: number): void {
    if (Math.abs(nowMs - this.dueMs) > OUT_OF_STEP_MS) return this.#begin(nowMs)
    for (; this.#loop.captureMs(this.#next) <= nowMs; this.#next += 1) this.#sink.unit(this.#loop.unit(this.#next, false))
    if (this.#sound !== undefined) this.#playSound(this.#sound, nowMs)
    this.#setDue()
  }

  #playSound(sound: ChannelSound, nowMs: number): void {
    for (; sound.endMs(this.#nextSound) <= nowMs; this.#nextSound += 1) this.#sink.sound(sound.frame(this.#nextSound))
  }

  #begin(nowMs: number): void {
    const { codec, width, height, fps } = this.#loop.clip
    this.#sink.opened({ codec, width, height, fps, ...(this.#sound && { sound: simulatedSoundFormat }) })
    const newest = this.#loop.newestAt(nowMs)
    for (this.#next = this.#loop.keyAtOrBefore(newest); this.#next <= newest; this.#next += 1) {
      this.#sink.unit(this.#loop.unit(this.#next, this.#next < newest))
    }
    this.#nextSound = this.#sound?.numberAt(nowMs) ?? 0
    this.#setDue()
  }

  #setDue(): void {
    this.dueMs = Math.min(this.#loop.captureMs(this.#next), this.#sound?.endMs(this.#nextSound) ?? Number.POSITIVE_INFINITY)
  }
}

/** A simulated device with its channels. */
export class SimulatedSource implements ChannelSource {
  readonly #channels: readonly SimulatedChannel[]
  readonly #pacer: Pacer
  #recorder: Pick<DeviceRecorder, 'find'> | undefined

  constructor(channels: readonly SimulatedChannel[], pacer: Pacer) {
    this.#channels = channels
    this.#pacer = pacer
  }

  /** From now on its past is what this one has recorded. */
  recordedBy(recorder: Pick<DeviceRecorder, 'find'>): void {
    this.#recorder = recorder
  }

  open(chlIndex: number, stream: StreamKind, sink: StreamSink): StreamHandle {
    const channel = this.#channels[chlIndex]
    if (channel === undefined) {
      sink.failed('not-found')
      return { close: () => {} }
    }
    const playing = new PlayingStream(channel[stream], channel.sound, sink)
    this.#pacer.add(playing)
    return { close: () => this.#pacer.remove(playing) }
  }

  /** Its loudspeaker stands beside its microphone: whoever talks and listens hears what was said. */
  talk(chlIndex: number, sink: TalkSink): TalkHandle {
    const channel = this.#channels[chlIndex]
    if (channel?.hasIntercom === true) sink.opened()
    else sink.failed(channel === undefined ? 'not-found' : 'unsupported')
    return { sound: ({ data }) => channel?.sound?.play(data, Date.now()), close: () => {} }
  }

  recording(chlIndex: number, { stream, startMs, endMs, isKeysOnly, hasSound }: WantedPast): ChannelRecording | ClipFault {
    const channel = this.#channels[chlIndex]
    const loop = channel?.[stream]
    if (loop === undefined) return 'not-found'
    const nowMs = Date.now()
    if (endMs > nowMs + CLOCKS_APART_MS) return 'no-recording'
    const times = this.#recorded(chlIndex, { startMs, endMs: Math.min(endMs, nowMs) }, nowMs)
    const parts = times.filter((time) => loop.firstFrom(time.startMs) < loop.firstFrom(time.endMs))
    if (parts.length === 0) return 'no-recording'
    const { codec, width, height, fps } = loop.clip
    const sound = hasSound ? channel?.sound : undefined
    const units = isKeysOnly ? keysOfAll(loop, parts) : unitsOfAll(loop, sound, parts)
    return { format: { codec, width, height, fps, ...(sound && { sound: simulatedSoundFormat }) }, units }
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

/** From the key frame that the first picture of this time needs, up to its end. */
function* unitsOf(loop: ClipLoop, { startMs, endMs }: Interval): Generator<SourceUnit> {
  const [first, end] = [loop.firstFrom(startMs), loop.firstFrom(endMs)]
  for (let number = loop.keyAtOrBefore(first); number < end; number += 1) yield loop.unit(number, number < first)
}

function* soundOf(sound: ChannelSound, { startMs, endMs }: Interval): Generator<RecordedSound, undefined> {
  for (let number = sound.numberAt(startMs); ; number += 1) {
    const frame = sound.frame(number)
    if (frame.captureMs >= endMs) return undefined
    if (frame.captureMs >= startMs) yield { ...frame, isSound: true }
  }
}
