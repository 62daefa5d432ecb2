import type { SourceName } from '#contract/media-api.ts'
import { decodeMediaUnit, mediaMessage, type MediaMessage, type MediaRequest, type MediaUnit } from '#contract/media.ts'

export interface SocketEvents {
  onOpen(source: SourceName): void
  onClosed(source: SourceName, code: number): void
  onMessage(source: SourceName, message: MediaMessage): void
  onUnit(source: SourceName, unit: MediaUnit): void
}

/** The media socket to one source. What is sent before it is open waits. */
export class SourceSocket {
  readonly #socket: WebSocket
  #waiting: string[] = []
  #isClosed = false

  constructor(source: SourceName, url: string, events: SocketEvents) {
    this.#socket = new WebSocket(url)
    this.#socket.binaryType = 'arraybuffer'
    this.#socket.addEventListener('open', () => {
      for (const text of this.#waiting) this.#socket.send(text)
      this.#waiting = []
      events.onOpen(source)
    })
    this.#socket.addEventListener('close', (event) => {
      if (!this.#isClosed) events.onClosed(source, event.code)
    })
    this.#socket.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer | string>) => {
      if (this.#isClosed) return
      if (typeof data === 'string') {
        const message = readMessage(data)
        if (message !== undefined) events.onMessage(source, message)
        return
      }
      const unit = decodeMediaUnit(new Uint8Array(data))
      if (unit !== undefined) events.onUnit(source, unit)
    })
  }

  send(request: MediaRequest): void {
    const text = JSON.stringify(request)
    if (this.#socket.readyState === WebSocket.CONNECTING) this.#waiting.push(text)
    else if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(text)
  }

  /** What is not sent at once is not sent: it would come too late. */
  sendFrame(frame: Uint8Array<ArrayBuffer>): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(frame)
  }

  /** Closes without a further event. */
  close(): void {
    this.#isClosed = true
    this.#socket.close()
  }
}

/** A message that this version does not know is left alone. */
function readMessage(text: string): MediaMessage | undefined {
  try {
    return mediaMessage.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
