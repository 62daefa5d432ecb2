import type { CoreEvent } from '#contract/core-api.ts'
import { release } from './callbacks.ts'
import type { Ports } from './ports.ts'

export type TabListener = (event: CoreEvent) => void

/**
 * The tabs that are attached. Each holds a Web Lock for its life: when the worker gets it, the tab is gone. (A port's
 * `close` event and Comlink's finalizer never come when a tab dies.)
 */
export class Tabs {
  readonly #ports: Ports
  readonly #onForgotten: (tabId: string) => void
  readonly #listeners = new Map<string, TabListener>()

  constructor(ports: Ports, onForgotten: (tabId: string) => void) {
    this.#ports = ports
    this.#onForgotten = onForgotten
  }

  get count(): number {
    return this.#listeners.size
  }

  has(tabId: string): boolean {
    return this.#listeners.has(tabId)
  }

  /** Joins a tab that holds `lockName`. A tab that joins again replaces its listener. */
  attach(tab: { tabId: string; lockName: string }, listener: TabListener): void {
    const before = this.#listeners.get(tab.tabId)
    this.#listeners.set(tab.tabId, listener)
    if (before !== undefined) return release(before)
    // Shared, so that a worker that hangs cannot keep its successor from learning of the tab's end.
    void this.#ports.locks.request(tab.lockName, { mode: 'shared' }, () => this.#forget(tab.tabId))
  }

  tell(event: CoreEvent): void {
    for (const listener of this.#listeners.values()) void Promise.resolve(listener(event)).catch(() => {})
  }

  /** Tells one tab, if it is there. */
  tellOne(tabId: string, event: CoreEvent): void {
    const listener = this.#listeners.get(tabId)
    if (listener !== undefined) void Promise.resolve(listener(event)).catch(() => {})
  }

  /** Tells one tab, whichever came last. */
  tellAny(event: CoreEvent): void {
    const tabId = [...this.#listeners.keys()].at(-1)
    if (tabId !== undefined) this.tellOne(tabId, event)
  }

  #forget(tabId: string): void {
    const listener = this.#listeners.get(tabId)
    this.#listeners.delete(tabId)
    release(listener)
    this.#onForgotten(tabId)
  }
}
