import type { WebSocket } from 'ws'

/** Close code of a control socket whose browser has opened another one. */
const REPLACED = 4409
/** A browser whose worker hangs may not say good-bye. */
const GOOD_BYE_MS = 500

interface Holder {
  socket: WebSocket
  /** Lets go of what belongs to the socket. */
  onReplaced(): void
}

/** One control socket for each session of a browser: a newer one takes the place of an older, which a worker that hangs cannot close. */
export class SocketHolders {
  readonly #bySession = new Map<string, Holder>()

  /** The session has this socket from now on. */
  take(sessionId: string, holder: Holder): void {
    const before = this.#bySession.get(sessionId)
    this.forget(holder.socket)
    this.#bySession.set(sessionId, holder)
    if (before === undefined || before.socket === holder.socket) return
    before.onReplaced()
    before.socket.close(REPLACED)
    setTimeout(() => before.socket.terminate(), GOOD_BYE_MS).unref()
  }

  /** The socket has closed, or belongs to another session now. */
  forget(socket: WebSocket): void {
    for (const [sessionId, holder] of this.#bySession) if (holder.socket === socket) this.#bySession.delete(sessionId)
  }
}
