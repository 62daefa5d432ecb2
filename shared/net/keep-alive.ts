/** `silenceMs`: after so much silence a connection is taken for dead; found at the next ping, so here within 30 s. */
const USUAL = { pingMs: 8_000, silenceMs: 20_000 }

/** Both are in every runtime that has sockets of this kind, though not in the library that this folder is checked with. */
declare const performance: { now(): number }
declare function setInterval(run: () => void, ms: number): unknown
declare function clearInterval(timer: unknown): void

/** What is needed of a socket of `ws`. */
interface PingableSocket {
  readonly readyState: number
  readonly OPEN: number
  on(event: 'message' | 'ping' | 'pong', listener: () => void): unknown
  once(event: 'close', listener: () => void): unknown
  ping(): void
  terminate(): void
}

/** Pings an open socket and ends it when nothing comes back, so that a half-open connection does not look alive. Stops when the socket closes. */
export function keepAlive(socket: PingableSocket, { pingMs, silenceMs } = USUAL): void {
  let heardMs = performance.now()
  const heard = () => {
    heardMs = performance.now()
  }
  socket.on('message', heard)
  socket.on('ping', heard)
  socket.on('pong', heard)
  const timer = setInterval(() => {
    if (performance.now() - heardMs > silenceMs) socket.terminate()
    else if (socket.readyState === socket.OPEN) socket.ping()
  }, pingMs)
  socket.once('close', () => clearInterval(timer))
}
