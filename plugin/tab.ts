import { WebSocket } from 'ws'
import { parseJson } from '#shared/net/parse-json.ts'
import { decodeMediaUnit, mediaClose, mediaRequest, type MediaMessage } from '#contract/media.ts'
import { LiveWindow } from './live-window.ts'
import type { StreamSource } from './shared-stream.ts'
import type { TabWindow, WindowSink } from './tab-window.ts'
import type { RelayLink } from './relay-link.ts'

/** Bytes that may wait for a tab; above this its windows wait for their next key frame. */
const MAX_WAITING_BYTES = 1024 * 1024
/** Close code of a media socket whose page has closed its control socket. */
const GOING_AWAY = 1001

/** A tab of the browser: its windows, and the media socket that carries all of them. */
export class Tab implements WindowSink {
  readonly windows = new Map<number, TabWindow>()
  readonly #onGone: () => void
  #socket: WebSocket | undefined
  #socketTimer: NodeJS.Timeout | undefined
  #isClosed = false

  /** `onGone` is called when the tab has closed its media socket, or never opened one. */
  constructor(onGone: () => void) {
    this.#onGone = onGone
  }

  get hasSocket(): boolean {
    return this.#socket !== undefined
  }

  get canTake(): boolean {
    return this.#socket !== undefined && this.#socket.bufferedAmount <= MAX_WAITING_BYTES
  }

  sendUnit(data: Uint8Array): void {
    this.#socket?.send(data)
  }

  sendMessage(message: MediaMessage): void {
    this.#socket?.send(JSON.stringify(message))
  }

  /** Shows a stream in a window, in place of what it showed. */
  show(winIndex: number, source: StreamSource, upstream: RelayLink): void {
    this.put(winIndex, new LiveWindow(winIndex, source, this), upstream)
  }

  /** Puts a window in place of the one before. */
  put(winIndex: number, window: TabWindow, upstream: RelayLink): void {
    const before = this.windows.get(winIndex)
    this.windows.set(winIndex, window)
    window.connect(upstream)
    if (window instanceof LiveWindow && before instanceof LiveWindow) window.takeTalk(before)
    // After the new one has joined, so that a stream both show stays open.
    before?.close()
  }

  stop(winIndex: number): void {
    this.windows.get(winIndex)?.close()
    this.windows.delete(winIndex)
  }

  stopAll(): void {
    for (const winIndex of this.windows.keys()) this.stop(winIndex)
  }

  /** A tab that has been told where its media socket is, but does not open it, is gone. */
  awaitSocket(withinMs: number): void {
    clearTimeout(this.#socketTimer)
    this.#socketTimer = setTimeout(() => {
      if (!this.hasSocket) this.#onGone()
    }, withinMs).unref()
  }

  /** Takes a media socket, in place of the one before, and starts all windows on it. False when the tab is gone. */
  attach(socket: WebSocket): boolean {
    if (this.#isClosed) return false
    const before = this.#socket
    this.#socket = socket
    before?.close()
    socket.on('message', (data: Buffer, isBinary) => {
      if (!(isBinary ? this.#hearFrame(data) : this.#hearRequest(data.toString()))) socket.close(mediaClose.badMessage)
    })
    socket.on('close', () => {
      if (this.#socket === socket) this.#onGone()
    })
    for (const window of this.windows.values()) window.restart()
    return true
  }

  /** What the tab's person says to a camera. False when it is nothing that a tab says. */
  #hearFrame(frame: Buffer): boolean {
    const unit = decodeMediaUnit(frame)
    if (unit?.kind !== 'sound') return false
    this.windows.get(unit.channel)?.speak(frame)
    return true
  }

  #hearRequest(text: string): boolean {
    const request = mediaRequest.safeParse(parseJson(text)).data
    if (request?.op !== 'sound' && request?.op !== 'talk') return false
    const window = this.windows.get(request.channel)
    if (request.op === 'sound') window?.hear(request.isOn)
    else window?.talk(request.isOn)
    return true
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#socketTimer)
    this.stopAll()
    this.#socket?.close(GOING_AWAY)
    this.#socket = undefined
  }
}
