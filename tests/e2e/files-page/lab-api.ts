import type { FileProgress } from '#contract/core-api.ts'

/** A file on its way: what its tab has heard of it, and how it ended. */
export interface Journey {
  told: FileProgress[]
  /** `called off` when the tab ended it, else the code of the error, or the name of what came. */
  end?: string | number
}

/** The shared worker's file exchange in the hand of a test, on a page without the rest of the app. */
export interface Lab {
  /** Attaches this tab to the shared worker. */
  start(): Promise<void>
  signIn(loginName: string, password: string): Promise<void>
  /** Sends a picture of oneself of this many bytes. */
  upload(bytes: number): void
  /** Fetches the events of the last day. */
  download(): void
  callOff(): void
  journey(): Journey
}
