import type { PushMessage } from '#contract/push.ts'
import type { Now } from '../clock.ts'
import type { Sessions } from '../session/sessions.ts'

type WithoutExtension<M> = M extends PushMessage ? Omit<M, 'extension'> : never
/** A push message before it is numbered for a session. */
export type PushContent = WithoutExtension<PushMessage>

/** One open push socket that has shown its token. */
export interface PushSocket {
  readonly sessionId: string
  readonly userId: string
  send(text: string): void
  close(): void
}

/** Push sockets by user and session. A message goes to the users named and to nobody else, numbered for each session. */
export class PushHub {
  readonly #now: Now
  readonly #sockets = new Set<PushSocket>()
  readonly #sequences = new Map<string, number>()

  constructor(now: Now, sessions: Sessions) {
    this.#now = now
    sessions.onEnded(({ sessionId, code }) => {
      for (const socket of this.#sockets) {
        if (socket.sessionId !== sessionId) continue
        this.sendTo(socket, { infoType: 'session-ended', infoContent: { code } })
        socket.close()
      }
      this.#sequences.delete(sessionId)
    })
  }

  get size(): number {
    return this.#sockets.size
  }

  add(socket: PushSocket): void {
    this.#sockets.add(socket)
  }

  remove(socket: PushSocket): void {
    this.#sockets.delete(socket)
  }

  /** Sends to every socket of these users. */
  send(userIds: Iterable<string>, content: PushContent): void {
    const users = new Set(userIds)
    for (const socket of this.#sockets) if (users.has(socket.userId)) this.sendTo(socket, content)
  }

  sendTo(socket: PushSocket, content: PushContent): void {
    const seq = (this.#sequences.get(socket.sessionId) ?? 0) + 1
    this.#sequences.set(socket.sessionId, seq)
    socket.send(JSON.stringify({ ...content, extension: { seq, sentAtMs: this.#now() } }))
  }
}
