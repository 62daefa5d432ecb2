import type { MediaAddress } from '#contract/core-api.ts'
import type { SourceName } from '#contract/media-api.ts'
import {
  decodeMediaUnits,
  MEDIA_ALIVE_MS,
  mediaAlive,
  mediaMessage,
  mediaProtocols,
  type MediaAlive,
  type MediaMessage,
  type MediaRequest,
  type MediaUnit,
} from '#contract/media.ts'
import { pastAnswer, type PastAnswer, type PastAsk } from '#contract/recorded-media.ts'

export interface SocketEvents {
  /** `attempt`: as it was given with the address. */
  onOpen(source: SourceName, attempt: number): void
  onClosed(source: SourceName, code: number, attempt: number): void
  /** It answers that we live. */
  onAnswering(source: SourceName): void
  /** Something has come, so long, ms, after `isSilent` had asked for it. */
  onHeard(source: SourceName, afterMs: number): void
  onMessage(source: SourceName, message: MediaMessage): void
  onPast(source: SourceName, answer: PastAnswer): void
  onUnit(source: SourceName, unit: MediaUnit): void
}

/** When nothing that is awaited has come for so long the source is asked whether it lives. */
const SILENT_MS = 3_000
/** So long it has for its answer where the source itself was just heard, by another way. */
const DOUBTED_MS = 1_200

/** The media socket to one source. What is sent before it is open waits. */
export class SourceSocket {
  readonly #socket: WebSocket
  #waiting: string[] = []
  #isClosed = false
  #alive: ReturnType<typeof setInterval> | undefined
  /** When anything came last, and since when an answer is awaited to that we live, by `performance`. */
  #heardMs = performance.now()
  #askedMs: number | undefined
  /** Since when its source is known to be there, by `performance`, though nothing comes by this socket. */
  #doubtedMs: number | undefined
  /** The source answers that: an older relay does not. */
  #isAnswering = false

  constructor(source: SourceName, { url, ticket, attempt = 0 }: MediaAddress & { attempt?: number }, events: SocketEvents) {
    this.#socket = new WebSocket(url, ticket === undefined ? [] : mediaProtocols(ticket))
    this.#socket.binaryType = 'arraybuffer'
    this.#socket.addEventListener('open', () => {
      for (const text of this.#waiting) this.#socket.send(text)
      this.#waiting = []
      if (source === 'relay') this.#sayAlive()
      events.onOpen(source, attempt)
    })
    this.#socket.addEventListener('close', (event) => {
      clearInterval(this.#alive)
      if (!this.#isClosed) events.onClosed(source, event.code, attempt)
    })
    this.#socket.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer | string>) => {
      if (this.#isClosed) return
      this.#heardMs = performance.now()
      const askedMs = this.#askedMs
      this.#askedMs = undefined
      this.#doubtedMs = undefined
      if (askedMs !== undefined) events.onHeard(source, this.#heardMs - askedMs)
      if (typeof data === 'string') {
        const said = readJson(data)
        if (mediaAlive.safeParse(said).success) {
          if (!this.#isAnswering) events.onAnswering(source)
          this.#isAnswering = true
          return
        }
        const message = mediaMessage.safeParse(said).data
        if (message !== undefined) return events.onMessage(source, message)
        // A message that this version does not know is left alone.
        const answer = pastAnswer.safeParse(said).data
        if (answer !== undefined) events.onPast(source, answer)
        return
      }
      for (const unit of decodeMediaUnits(new Uint8Array(data))) {
        events.onUnit(source, unit)
        // Whoever takes a unit may close.
        if (this.#isClosed) return
      }
    })
  }

  /** The plugin is on this machine: no box is in between, and nobody asks. */
  #sayAlive(): void {
    const say = () => this.send({ op: 'alive' })
    this.#socket.addEventListener('message', say, { once: true })
    this.#alive = setInterval(say, MEDIA_ALIVE_MS)
  }

  /**
   * To be called a few times a second while something is awaited by it: a dead line does not tell that it is dead. When nothing has come for `SILENT_MS` the
   * source is asked, and true is answered when nothing comes after that for `patienceMs` either.
   */
  isSilent(patienceMs: number): boolean {
    if (!this.#isAnswering || this.#socket.readyState !== WebSocket.OPEN) return false
    const now = performance.now()
    if (this.#doubtedMs !== undefined && now - this.#doubtedMs >= DOUBTED_MS) return true
    if (this.#askedMs !== undefined) return now - this.#askedMs >= patienceMs
    if (now - this.#heardMs >= SILENT_MS) this.#ask(now)
    return false
  }

  /** Its source was just heard, by another way: where nothing has come by this one for `SILENT_MS` it is asked at once, and has less time to answer. */
  doubt(): void {
    const now = performance.now()
    if (now - this.#heardMs < SILENT_MS) return
    this.#doubtedMs = now
    this.#ask(now)
  }

  /** Nothing has come since it was doubted: it is dead, and not slow. */
  get isDoubted(): boolean {
    return this.#doubtedMs !== undefined
  }

  #ask(now: number): void {
    this.#askedMs ??= now
    this.send({ op: 'alive' })
  }

  /** Answers whether it has left, or will. */
  send(request: MediaRequest | MediaAlive | PastAsk): boolean {
    const text = JSON.stringify(request)
    if (this.#socket.readyState === WebSocket.CONNECTING) this.#waiting.push(text)
    else if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(text)
    else return false
    return true
  }

  /** What is not sent at once is not sent: it would come too late. */
  sendFrame(frame: Uint8Array<ArrayBuffer>): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(frame)
  }

  /** Closes without a further event. */
  close(): void {
    this.#isClosed = true
    clearInterval(this.#alive)
    this.#socket.close()
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
