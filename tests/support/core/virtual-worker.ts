import { Core } from '#workers/core/core.ts'
import type { Ports } from '#workers/core/ports.ts'
import type { Identity } from '#workers/core/succession.ts'
import type { PlayedSocket } from './other-end.ts'
import type { TestProfile } from './test-ports.ts'

/** Which worker holds which lock, as browsers tell by client; Node has one client for the whole process. */
export type Owners = Map<string, VirtualWorker>

/** A worker in which a core runs. Like a browser's it may hang and go on, and be gone from one moment to the next. */
export class VirtualWorker {
  readonly name: string
  readonly build: number
  readonly core: Core
  readonly sockets: PlayedSocket[] = []
  readonly #dead = Promise.withResolvers<void>()
  #state: 'awake' | 'hanging' | 'gone' = 'awake'
  /** What has come while it hung. */
  readonly #late: (() => void)[] = []
  readonly #bus: Ports['bus']
  /** Whether its core has ended by itself. */
  hasEnded = false
  /** Whether a lock for which it had waited came to it while it hung. */
  hasGotLate = false

  /** `onSocket` plays the other end of each socket that the core opens. */
  constructor(profile: TestProfile, identity: Identity, owners: Owners, onSocket: (socket: PlayedSocket) => void) {
    this.build = Number(identity.build)
    this.name = `${identity.build} ${identity.generation}`
    const ports = profile.ports()
    this.#bus = ports.bus
    const { clock, fetch, locks, bus, store } = ports
    const openSocket = (url: string) => {
      ports.openSocket(url)
      const socket = ports.sockets.pop() as PlayedSocket
      this.sockets.push(socket)
      const dispatch = socket.dispatchEvent.bind(socket)
      socket.dispatchEvent = (event) => {
        // The worker's own doing is not news to it.
        if (event.type === 'close') dispatch(event)
        else this.#whenAwake(() => dispatch(event))
        return true
      }
      onSocket(socket)
      return socket as unknown as WebSocket
    }
    this.core = new Core(
      {
        ...ports,
        clock: {
          nowMs: () => clock.nowMs(),
          steadyMs: () => clock.steadyMs(),
          at: (timeMs, then) => this.#timer(then, (call) => clock.at(timeMs, call)),
          after: (ms, then) => this.#timer(then, (call) => clock.after(ms, call)),
        },
        fetch: (url, init) => this.#answer(fetch(url, init)),
        openSocket,
        locks: this.#locks(locks, owners),
        store: this.#guarded(store),
        bus: {
          post: (message) => this.isGone || bus.post(message),
          listen: (listener) => bus.listen((message) => this.#whenAwake(() => listener(message))),
          close: () => bus.close(),
        },
      },
      identity,
      () => {
        this.hasEnded = true
      },
    )
  }

  get isAlive(): boolean {
    return !this.isGone && !this.hasEnded
  }

  get isGone(): boolean {
    return this.#state === 'gone'
  }

  get isHanging(): boolean {
    return this.#state === 'hanging'
  }

  hang(): void {
    if (this.#state === 'awake') this.#state = 'hanging'
  }

  /** Goes on with what has come meanwhile. */
  goOn(): void {
    if (this.#state !== 'hanging') return
    this.#state = 'awake'
    this.hasGotLate = false
    for (const call of this.#late.splice(0)) call()
  }

  /** Its process is gone: the browser frees its locks and closes its sockets, and it does nothing any more. */
  die(): void {
    this.#state = 'gone'
    this.#late.splice(0)
    this.#dead.resolve()
    for (const socket of this.sockets) socket.readyState = 3
    this.#bus.close()
  }

  #whenAwake(call: () => void): void {
    if (this.#state === 'awake') call()
    else if (this.#state === 'hanging') this.#late.push(call)
  }

  #answer<T>(promise: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      promise.then(
        (value) => this.#whenAwake(() => resolve(value)),
        (error: unknown) => this.#whenAwake(() => reject(error)),
      )
    })
  }

  /** The same object, whose answers come to who is awake, and which nobody asks who is gone. */
  #guarded<T extends object>(part: T): T {
    const get = (target: T, name: string | symbol): unknown => {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value === 'object' && value !== null) return this.#guarded(value)
      if (typeof value !== 'function') return value
      return (...words: unknown[]): unknown => {
        if (this.isGone) return new Promise(() => {})
        const answer: unknown = Reflect.apply(value, target, words)
        return answer instanceof Promise ? this.#answer(answer) : answer
      }
    }
    return new Proxy(part, { get })
  }

  #timer(then: () => void, start: (call: () => void) => () => void): () => void {
    let isCancelled = false
    const cancel = start(() => this.#whenAwake(() => isCancelled || then()))
    return () => {
      isCancelled = true
      cancel()
    }
  }

  #locks(locks: Ports['locks'], owners: Owners): Ports['locks'] {
    const gone = new AbortController()
    void this.#dead.promise.then(() => gone.abort())
    const hold = (name: string, callback: LockGrantedCallback<unknown>) => async (lock: Lock | null) => {
      if (this.isGone) return undefined
      owners.set(name, this)
      if (this.isHanging && lock?.mode === 'exclusive') this.hasGotLate = true
      if (this.isHanging) await Promise.race([new Promise<void>((resolve) => this.#whenAwake(resolve)), this.#dead.promise])
      return this.isGone ? undefined : Promise.race([callback(lock), this.#dead.promise])
    }
    const request = (name: string, ...rest: [LockGrantedCallback<unknown>] | [LockOptions, LockGrantedCallback<unknown>]) => {
      const [options, callback] = rest.length === 1 ? [{}, rest[0]] : rest
      // A lock that is stolen or looked at cannot be waited for, and so not be called off.
      const mayWait = options.steal !== true && options.ifAvailable !== true
      const signal = AbortSignal.any([gone.signal, ...(options.signal === undefined ? [] : [options.signal])])
      return this.#answer(locks.request(name, mayWait ? { ...options, signal } : options, hold(name, callback)))
    }
    const query = async () => {
      const { held = [], pending = [] } = await this.#answer(locks.query())
      return { held: held.map((lock) => ({ ...lock, clientId: owners.get(lock.name ?? '')?.name ?? '' })), pending }
    }
    return { request, query }
  }
}
