import type { WebSocket } from 'ws'

const PING_MS = 8_000
/** Silence after which a connection is taken for dead; found at the next ping, so within 30 s. */
const SILENCE_MS = 20_000

/** Pings an open socket and ends it when nothing comes back, so that a half-open connection does not look alive. Stops when the socket closes. */
export function keepAlive(socket: WebSocket): void {
  let heardMs = performance.now()
  const heard = () => {
    heardMs = performance.now()
  }
  socket.on('message', heard)
  socket.on('ping', heard)
  socket.on('pong', heard)
  const timer = setInterval(() => {
    if (performance.now() - heardMs > SILENCE_MS) socket.terminate()
    else if (socket.readyState === socket.OPEN) socket.ping()
  }, PING_MS)
  socket.once('close', () => clearInterval(timer))
}

/** The other side has this long to answer a close. */
const CLOSING_MS = 500

/** Closes a socket for good, whether the other side reads or not. */
export function closeSocket(socket: WebSocket, code: number): void {
  socket.close(code)
  const patience = setTimeout(() => socket.terminate(), CLOSING_MS)
  socket.once('close', () => clearTimeout(patience))
}
