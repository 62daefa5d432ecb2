import type { ClipFault, StreamKind } from '#contract/enums.ts'
import type {
  ChannelRecording,
  ChannelSource,
  StreamHandle,
  StreamSink,
  TalkHandle,
  TalkSink,
  WantedPast,
} from '#device/agent/channel-source.ts'

interface Open {
  chlIndex: number
  sink: StreamSink
  handle: StreamHandle
}

/** A source whose channels can be off for a while, as when the cable of a camera is pulled: what is watched ends, and what was recorded stays. */
export class SwitchedSource implements ChannelSource {
  readonly #source: ChannelSource
  readonly #off = new Set<number>()
  readonly #open = new Set<Open>()

  constructor(source: ChannelSource) {
    this.#source = source
  }

  switch(chlIndex: number, isOn: boolean): void {
    if (isOn) this.#off.delete(chlIndex)
    else this.#off.add(chlIndex)
    if (isOn) return
    for (const open of this.#open) {
      if (open.chlIndex !== chlIndex) continue
      this.#open.delete(open)
      open.handle.close()
      open.sink.failed('offline')
    }
  }

  isOff(chlIndex: number): boolean {
    return this.#off.has(chlIndex)
  }

  open(chlIndex: number, stream: StreamKind, sink: StreamSink, asH264?: boolean): StreamHandle {
    if (this.#off.has(chlIndex)) {
      sink.failed('offline')
      return { close: () => {} }
    }
    const open = { chlIndex, sink, handle: this.#source.open(chlIndex, stream, sink, asH264) }
    this.#open.add(open)
    return {
      close: () => {
        if (this.#open.delete(open)) open.handle.close()
      },
    }
  }

  talk(chlIndex: number, sink: TalkSink): TalkHandle {
    if (!this.#off.has(chlIndex) && this.#source.talk !== undefined) return this.#source.talk(chlIndex, sink)
    sink.failed(this.#source.talk === undefined ? 'unsupported' : 'offline')
    return { sound: () => {}, close: () => {} }
  }

  recording(chlIndex: number, wanted: WantedPast): ChannelRecording | ClipFault | Promise<ChannelRecording | ClipFault> {
    return this.#source.recording?.(chlIndex, wanted) ?? 'not-found'
  }
}
