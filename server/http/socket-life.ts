import type { WebSocket } from 'ws'

/** The other side has this long to answer a close. */
const CLOSING_MS = 500

/** Closes a socket for good, whether the other side reads or not. `patienceMs`: for what was said last on slow lines. */
export function closeSocket(socket: WebSocket, code: number, patienceMs = CLOSING_MS): void {
  socket.close(code)
  const patience = setTimeout(() => socket.terminate(), patienceMs)
  socket.once('close', () => clearTimeout(patience))
}

/**
 * Ends a socket at its first message of more bytes, before that has come as a whole. The library has one limit for all sockets of a server, and keeps it here.
 * Answers how to have that again.
 */
export function limitPayload(socket: WebSocket, mostBytes: number): () => void {
  const receiver: unknown = Reflect.get(socket, '_receiver')
  if (typeof receiver !== 'object' || receiver === null) return () => {}
  const before: unknown = Reflect.get(receiver, '_maxPayload')
  Reflect.set(receiver, '_maxPayload', mostBytes)
  return () => void Reflect.set(receiver, '_maxPayload', before)
}
