import type { ChannelSource, Recording, SourceUnit, StreamHandle, StreamSink } from '#device/agent/channel-source.ts'
import type { ClipFault, StreamKind } from '#contract/enums.ts'
import type { ClipLoop } from './clip-loop.ts'
import type { Paced, Pacer } from './pacer.ts'

/** Further off than this the machine slept or its clock was set: the stream begins anew instead of catching up. */
const OUT_OF_STEP_MS = 2_000
/** How far back a simulated device "recorded": all of it follows from the loop. */
const RECORDED_MS = 24 * 60 * 60_000
/** By how much the service's clock may be ahead of this one. */
const CLOCKS_APART_MS = 5_000

class PlayingStream implements Paced {
  dueMs = 0
  readonly #loop: ClipLoop
  readonly #sink: StreamSink
  #next = 0

  constructor(loop: ClipLoop, sink: StreamSink) {
    this.#loop = loop
    this.#sink = sink
    this.#begin(Date.now())
  }

  run(nowMs: number): void {
    if (Math.abs(nowMs - this.dueMs) > OUT_OF_STEP_MS) return this.#begin(nowMs)
    while (this.dueMs <= nowMs) {
      this.#sink.unit(this.#loop.unit(this.#next, false))
      this.#moveOn()
    }
  }

  #begin(nowMs: number): void {
    const { codec, width, height, fps } = this.#loop.clip
    this.#sink.opened({ codec, width, height, fps })
    const newest = this.#loop.newestAt(nowMs)
    for (this.#next = this.#loop.keyAtOrBefore(newest); this.#next <= newest; this.#moveOn()) {
      this.#sink.unit(this.#loop.unit(this.#next, this.#next < newest))
    }
  }

  #moveOn(): void {
    this.#next += 1
    this.dueMs = this.#loop.captureMs(this.#next)
  }
}

/** A simulated device: a loop for each stream of each channel. */
export class SimulatedSource implements ChannelSource {
  readonly #channels: readonly Record<StreamKind, ClipLoop>[]
  readonly #pacer: Pacer

  constructor(channels: readonly Record<StreamKind, ClipLoop>[], pacer: Pacer) {
    this.#channels = channels
    this.#pacer = pacer
  }

  open(chlIndex: number, stream: StreamKind, sink: StreamSink): StreamHandle {
    const loop = this.#channels[chlIndex]?.[stream]
    if (loop === undefined) {
      sink.failed('not-found')
      return { close: () => {} }
    }
    const playing = new PlayingStream(loop, sink)
    this.#pacer.add(playing)
    return { close: () => this.#pacer.remove(playing) }
  }

  recording(chlIndex: number, stream: StreamKind, startMs: number, endMs: number): Recording | ClipFault {
    const loop = this.#channels[chlIndex]?.[stream]
    if (loop === undefined) return 'not-found'
    const nowMs = Date.now()
    if (startMs < nowMs - RECORDED_MS || endMs > nowMs + CLOCKS_APART_MS) return 'no-recording'
    const first = loop.firstFrom(startMs)
    const end = loop.firstFrom(Math.min(endMs, nowMs))
    if (end <= first) return 'no-recording'
    const { codec, width, height, fps } = loop.clip
    return { format: { codec, width, height, fps }, units: unitsOf(loop, first, end) }
  }
}

/** From the key frame that `first` needs, up to and without `end`. */
function* unitsOf(loop: ClipLoop, first: number, end: number): Generator<SourceUnit> {
  for (let number = loop.keyAtOrBefore(first); number < end; number += 1) yield loop.unit(number, number < first)
}
