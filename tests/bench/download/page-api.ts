import type { PartSource } from '#contract/core-api.ts'

/** The app's downloads in the hand of `npm run bench -- download`, on a page without the rest of the app. */
export interface DownloadsPage {
  signIn(person: { loginName: string; password: string }): Promise<void>
  /** Has a part downloaded that the service holds ready, until it lies in the browser; answers with its name there, and how long that took. */
  download(part: PartSource): Promise<{ taskId: string; ms: number }>
  /** Saves what was downloaded, as a press on “Save file…” does. */
  save(taskId: string): Promise<void>
  clear(taskId: string): Promise<void>
}
