import { PUSH_RECONNECT } from '#contract/limits.ts'
import type { Now } from '../runtime/clock.ts'
import type { Bus } from '../nodes/bus.ts'
import type { PushContent } from './content.ts'
import { RecentPushes } from './recent-pushes.ts'

/** One open push socket that has shown its token. */
export interface PushSocket {
  readonly id: string
  readonly sessionId: string
  readonly userId: string
  /** What it says is numbered from 1 on. */
  seq: number
  /** Somebody looks at a tab of it. */
  isWatched: boolean
  send(text: string): void
  close(): void
}

/** Push sockets of this node. A message goes to the users named, at whichever node they are, and to nobody else. */
export class PushHub {
  readonly #now: Now
  readonly #bus: Bus
  readonly #recent: RecentPushes
  readonly #sockets = new Set<PushSocket>()
  /** Those of which the nodes are just told that they were opened, and what greets them then. */
  readonly #opening = new Map<PushSocket, () => void>()

  constructor(now: Now, bus: Bus) {
    this.#now = now
    this.#bus = bus
    this.#recent = new RecentPushes(now, bus.position)
    bus.on('push-opened', ({ sessionId, socketId }) => this.#opened(sessionId, socketId))
    bus.on('push', ({ userIds, content }) => this.#hear(new Set(userIds), content))
    bus.on('session-ended', ({ sessionId, code }) => {
      for (const socket of this.#sockets) {
        if (socket.sessionId !== sessionId) continue
        this.sendTo(socket, { infoType: 'session-ended', infoContent: { code } })
        socket.close()
      }
    })
    bus.on('node-lost', () => this.#reset())
    bus.onLost(() => this.#reset())
  }

  get size(): number {
    return this.#sockets.size
  }

  /**
   * Lets a socket hear, after `greeting`, as soon as its opening has been told: whoever was greeted and opens the next one, at whichever node, is told of later.
   * It takes the place of an older one of its session: that, its browser cannot close, because what held it hangs. With `after` it hears first what was sent to
   * its person since; false when that is not known any more.
   */
  add(socket: PushSocket, after: string | undefined, greeting: (isResumed: boolean) => PushContent): void {
    this.#sockets.add(socket)
    this.#opening.set(socket, () => this.#greet(socket, after, greeting))
    this.#bus.tell('push-opened', { sessionId: socket.sessionId, socketId: socket.id })
  }

  #greet(socket: PushSocket, after: string | undefined, greeting: (isResumed: boolean) => PushContent): void {
    const missed = after === undefined || Number(after) > this.#bus.position ? undefined : this.#recent.since(after, socket.userId)
    this.sendTo(socket, greeting(missed !== undefined), missed === undefined ? this.#bus.position : Number(after))
    for (const { content, position } of missed ?? []) this.sendTo(socket, content, position)
  }

  remove(socket: PushSocket): void {
    this.#sockets.delete(socket)
    this.#opening.delete(socket)
    this.noteWatched(socket, false)
  }

  /** Somebody looks at a tab of this socket's session, or nobody does any more. Until it is said, nobody does. */
  noteWatched(socket: PushSocket, isWatched: boolean): void {
    if (socket.isWatched === isWatched) return
    socket.isWatched = isWatched
    this.#bus.tell('push-watched', { sessionId: socket.sessionId, socketId: socket.id, isWatched })
  }

  /** Sends to every socket of these users, at every node. */
  send(userIds: Iterable<string>, content: PushContent): void {
    const users = [...userIds]
    if (users.length > 0) this.#bus.tell('push', { userIds: users, content })
  }

  /** Sends to one socket; `position`: up to where it has then heard everything. Before it is greeted it has heard nothing. */
  sendTo(socket: PushSocket, content: PushContent, position = this.#opening.has(socket) ? undefined : this.#bus.position): void {
    this.#sendText(socket, JSON.stringify(content), position)
  }

  #hear(userIds: ReadonlySet<string>, content: PushContent): void {
    const { position } = this.#bus
    this.#recent.add({ position, userIds, content })
    const text = JSON.stringify(content)
    for (const socket of this.#sockets) if (userIds.has(socket.userId) && !this.#opening.has(socket)) this.#sendText(socket, text, position)
  }

  /** `text`: the content as JSON. A thousand people may be told the same, and it is written once; the extension is each socket's own. */
  #sendText(socket: PushSocket, text: string, position: number | undefined): void {
    socket.seq += 1
    const extension = { seq: socket.seq, sentAtMs: this.#now(), ...(position !== undefined && { cursor: String(position) }) }
    socket.send(`${text.slice(0, -1)},"extension":${JSON.stringify(extension)}}`)
  }

  #opened(sessionId: string, socketId: string): void {
    for (const socket of this.#sockets) {
      if (socket.id === socketId) {
        const greet = this.#opening.get(socket)
        this.#opening.delete(socket)
        greet?.()
      } else if (socket.sessionId === sessionId && !this.#opening.has(socket)) {
        this.#sockets.delete(socket)
        socket.close()
      }
    }
  }

  /** Messages are lost, nobody knows whose: everybody is to come again, and learns then to ask anew. */
  #reset(): void {
    this.#recent.clear(this.#bus.position)
    for (const socket of this.#sockets) {
      // Not a place to resume at.
      this.sendTo(socket, { infoType: 'reconnect', infoContent: { code: PUSH_RECONNECT } }, this.#bus.position - 1)
      socket.close()
    }
  }
}
