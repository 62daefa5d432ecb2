import type { ToDevice, FromDevice } from '#contract/device-gateway.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { PushContent } from '../push/content.ts'

type Command = Extract<ToDevice, { kind: 'command' }>
type Outcome = Extract<FromDevice, { kind: 'command-result' }>['outcome']

/** What the nodes of a service tell each other. */
export interface NodeMessages {
  /** For the push sockets of these people. */
  push: { userIds: readonly string[]; content: PushContent }
  /** A session has one push socket, and this is the newest. */
  'push-opened': { sessionId: string; socketId: string }
  /** Somebody looks at the app that this socket is of, or nobody does any more. */
  'push-watched': { sessionId: string; socketId: string; isWatched: boolean }
  'session-ended': { sessionId: string; code: ErrorCode }
  /** These people have other roles now. */
  'rights-changed': { userIds: readonly string[] }
  'binding-changed': { sn: string; isBound: boolean }
  /** A device that nobody has bound was forgotten, though it is connected somewhere. */
  'device-forgotten': { sn: string }
  /** Channels of a device were opened or closed. */
  'channels-changed': { sn: string }
  /** A device has shown its key at a node: a connection at any other is an old one. */
  'device-connected': { sn: string; nodeId: string }
  /** For the node at which the device is connected. */
  'device-command': { nodeId: string; sn: string; command: Command }
  /** To whichever node waits for it; without an outcome when the device is not there. */
  'device-answer': { sn: string; commandId: string; outcome?: Outcome }
  /** A node went without a farewell, and what it had to tell may be lost. */
  'node-lost': { nodeId: string }
  'node-left': { nodeId: string }
}
export type NodeMessageKind = keyof NodeMessages
type Listener<K extends NodeMessageKind> = (message: NodeMessages[K]) => void

/**
 * Carries messages between the nodes of a service. All of them, the teller too, hear all messages in the same order, each once; or they
 * hear that messages are lost.
 */
export abstract class Bus {
  readonly #listeners = new Map<NodeMessageKind, Listener<never>[]>()
  readonly #lostListeners: (() => void)[] = []

  /** The number of the newest message that was heard. It rises with each, by one or more, and means the same at every node. */
  abstract get position(): number
  abstract tell<K extends NodeMessageKind>(kind: K, message: NodeMessages[K]): void
  /** Says what is still to be said. */
  abstract close(): Promise<void>

  on<K extends NodeMessageKind>(kind: K, listener: Listener<K>): void {
    this.#listeners.set(kind, [...(this.#listeners.get(kind) ?? []), listener])
  }

  /** Hears that this node was out of touch with the others: it has missed messages, and others may have taken over what it held. */
  onLost(listener: () => void): void {
    this.#lostListeners.push(listener)
  }

  /** Has everything that hangs on this node begin anew. */
  lost(): void {
    for (const listener of this.#lostListeners) listener()
  }

  protected deliver<K extends NodeMessageKind>(kind: K, message: NodeMessages[K]): void {
    for (const listener of this.#listeners.get(kind) ?? []) (listener as Listener<K>)(message)
  }
}

/** The bus of a node that is alone: what is told is heard at once. */
export class LocalBus extends Bus {
  // Above the numbers of every earlier run, so that none of theirs is taken for one of these.
  #position = Date.now() * 1_000

  get position(): number {
    return this.#position
  }

  tell<K extends NodeMessageKind>(kind: K, message: NodeMessages[K]): void {
    this.#position += 1
    this.deliver(kind, message)
  }

  async close(): Promise<void> {}
}
