import type { DownloadFiles } from '../store/download-files.ts'
import type { Store } from '../store/store.ts'

/** Time as the core sees it. `at` and `after` give back the way to cancel. */
export interface Clock {
  /** The wall clock, which people set. */
  nowMs(): number
  /** Goes on evenly from some start while the machine is awake, whatever is done to the wall clock. */
  steadyMs(): number
  /**
   * Calls once the wall clock has reached `timeMs`, or as much time as lay ahead has gone by: a deadline, compared again whenever the machine
   * wakes, and kept when the wall clock is set back.
   */
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

/** What `upload` sends. `onSent` hears how many bytes of how many have left. */
export interface UploadInit {
  headers: Record<string, string>
  body: FormData
  signal: AbortSignal
  onSent: (sentBytes: number, totalBytes: number) => void
}

/** Everything of the outside that the core touches, so that it runs in a shared worker, in a tab's worker and in tests. */
export interface Ports {
  /** Origin of the service, such as `https://video.example.org`. */
  origin: string
  clock: Clock
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Posts a form. Rejects where `fetch` would. */
  upload: (url: string, init: UploadInit) => Promise<Response>
  openSocket: (url: string) => WebSocket
  locks: Pick<LockManager, 'request' | 'query'>
  bus: Bus
  store: Store
  downloadFiles: DownloadFiles
  /** Whether this machine is a Mac, which has a variant of the plugin of its own. */
  isMac: boolean
  /** Whether the browser lets this origin reach this machine's own ports. */
  pluginPermission: () => Promise<PermissionState>
  /** Whether a socket that the core opens makes the browser ask for that permission: a page's own worker does, a shared one cannot. */
  raisesQuestions: boolean
  /** Calls when the machine says that it is on a network again, or on another one. */
  onNetwork: (listener: () => void) => void
}

/** Waits; ends early when the signal aborts. */
export function pause(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const done = () => {
      cancel()
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const cancel = clock.after(ms, done)
    signal?.addEventListener('abort', done)
  })
}
