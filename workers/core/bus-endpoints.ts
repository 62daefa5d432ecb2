import { expose, transferHandlers, wrap } from 'comlink'
import { busChannelName, quietOnceClosed, type JoiningTab } from '#contract/core-host.ts'

/**
 * Tabs that no port can reach: each talks over a BroadcastChannel of its own, and so does each of its callbacks, since ports
 * cannot be transferred over one. All of a tab's channels are closed when its lock is free.
 */
export class BusEndpoints {
  readonly #host: string
  readonly #api: object
  readonly #channels = new Map<string, BroadcastChannel[]>()

  /** `host`: the lock of the tab that hosts this core, after which the channel for joining is named. */
  constructor(host: string, api: object) {
    this.#host = host
    this.#api = api
  }

  /** Lets tabs join from now on. */
  open(): void {
    this.#wrapCallbacks()
    const door = new BroadcastChannel(this.#host)
    door.addEventListener('message', (event) => this.#join(event.data as JoiningTab))
  }

  #join({ tabId, lockName }: JoiningTab): void {
    if (this.#channels.has(tabId)) return
    const calls = quietOnceClosed(new BroadcastChannel(busChannelName(this.#host, tabId)))
    this.#channels.set(tabId, [calls])
    expose(this.#api, calls)
    void navigator.locks.request(lockName, { mode: 'shared' }, () => {
      for (const channel of this.#channels.get(tabId) ?? []) channel.close()
      this.#channels.delete(tabId)
    })
  }

  /** A callback comes as the name of its channel, which begins with that of the tab's own. */
  #wrapCallbacks(): void {
    const byPort = transferHandlers.get('proxy')
    if (byPort === undefined) return
    transferHandlers.set('proxy', {
      ...byPort,
      deserialize: (value: unknown) => (typeof value === 'string' ? this.#wrapCallback(value) : byPort.deserialize(value)),
    })
  }

  #wrapCallback(name: string): unknown {
    const channel = quietOnceClosed(new BroadcastChannel(name))
    for (const [tabId, channels] of this.#channels) if (name.startsWith(busChannelName(this.#host, tabId))) channels.push(channel)
    return wrap(channel)
  }
}
