import type { Store } from '../store/store.ts'

/** Time as the core sees it. Both functions give back the way to cancel. */
export interface Clock {
  nowMs(): number
  /** Calls once the wall clock has reached `timeMs`: a deadline, compared again whenever the machine wakes. */
  at(timeMs: number, then: () => void): () => void
  /** Calls after a duration of being awake: a pause or a time-out. */
  after(ms: number, then: () => void): () => void
}

/** What cores of several builds, open at once, tell each other. */
interface Bus {
  post(message: unknown): void
  listen(listener: (message: unknown) => void): void
  close(): void
}

/** Everything of the outside that the core touches, so that it runs in a shared worker, in a tab's worker and in tests. */
export interface Ports {
  /** Origin of the service, such as `https://video.example.org`. */
  origin: string
  clock: Clock
  fetch: (url: string, init: RequestInit) => Promise<Response>
  openSocket: (url: string) => WebSocket
  locks: Pick<LockManager, 'request' | 'query'>
  bus: Bus
  store: Store
  /** Whether the browser lets this origin reach this machine's own ports. */
  pluginPermission: () => Promise<PermissionState>
  /** Calls when the machine says that it is on a network again. */
  onOnline: (listener: () => void) => void
}

/** Waits; ends early when the signal aborts. */
export function pause(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const cancel = clock.after(ms, resolve)
    signal?.addEventListener('abort', () => {
      cancel()
      resolve()
    })
  })
}
