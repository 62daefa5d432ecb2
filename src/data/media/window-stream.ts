import type { StreamCaps } from '#contract/stream-caps.ts'
import type { StreamKind } from '#contract/enums.ts'
import { KEY_MS } from '#contract/media.ts'
import type { Gift, Limit } from './budgets.ts'
import { chooseStream } from './stream-choice.ts'
import type { Less } from './window-state.ts'

/** Which stream of its channel a window shows: the one for its size as far as it is given that, unless one is held. */
export class WindowStream {
  /** Of the window, device pixels. */
  size = { width: 0, height: 0 }
  /** A person wants this one whatever the size. */
  pinned: StreamKind | undefined
  /** It is recorded: a file holds pictures of one kind. */
  recorded: StreamKind | undefined
  #streams: StreamCaps[] = []
  /** What the size alone would choose. */
  #bySize: StreamKind | undefined
  #chosen: StreamKind | undefined
  #chosenAtMs = 0
  /** It has been shown since then. */
  #hasCome = false

  /** Takes up these streams; those of another channel say nothing of what is chosen by now. */
  offer(streams: StreamCaps[], isOther: boolean): void {
    this.#streams = streams
    if (!isOther) return
    this.#chosen = undefined
    this.#bySize = undefined
  }

  get chosen(): StreamKind | undefined {
    return this.#chosen
  }

  get #held(): StreamKind | undefined {
    return this.recorded ?? this.pinned
  }

  /** In square device pixels; 0 while a stream is held. */
  get areaPx(): number {
    return this.#held === undefined ? this.size.width * this.size.height : 0
  }

  /** The window is large enough for the main stream, and there is another one. */
  get wantsMain(): boolean {
    if (this.areaPx === 0) return false
    this.#bySize = chooseStream(this.size.height, this.#streams, this.#bySize)
    return this.#bySize === 'main' && this.#streams.some(({ stream }) => stream === 'sub')
  }

  /** What to ask for. A stream that is not chosen by the size is asked for without one. */
  choose(gift: Gift): { stream: StreamKind; width: number; height: number } {
    const isOverBudget = this.wantsMain && gift !== 'main'
    const held = this.#held ?? (isOverBudget ? 'sub' : undefined)
    const stream = chooseStream(this.size.height, this.#streams, this.#bySize, held)
    if (stream !== this.#chosen) {
      this.#chosenAtMs = performance.now()
      this.#hasCome = false
    }
    this.#chosen = stream
    return { stream, ...(held === undefined ? this.size : { width: 0, height: 0 }) }
  }

  /** The sub stream is `shown` instead of the main one, and why. */
  less(shown: StreamKind | undefined, limit: Limit): Less | undefined {
    this.#hasCome ||= shown === this.#chosen
    if (!this.wantsMain || shown !== 'sub') return undefined
    // A stream begins at its next key frame. When it does not, or has gone again, the relay has found the link too thin for it.
    const isComing = this.#chosen === 'main' && !this.#hasCome && performance.now() - this.#chosenAtMs < KEY_MS
    return isComing ? undefined : { shows: 'sub', limit: this.#chosen === 'main' ? 'link' : limit }
  }
}
