import type { WebSocket } from 'ws'

/** The other side has this long to answer a close. */
const CLOSING_MS = 500

/** Closes a socket for good, whether the other side reads or not. */
export function closeSocket(socket: WebSocket, code: number): void {
  socket.close(code)
  const patience = setTimeout(() => socket.terminate(), CLOSING_MS)
  socket.once('close', () => clearTimeout(patience))
}
