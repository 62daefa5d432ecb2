import * as z from 'zod/mini'
import { partFormat } from '#contract/archives.ts'
import { downloadTask } from '#contract/plugin/download-task.ts'
import { pastPlace } from '#contract/recorded-media.ts'

/**
 * A download of this browser. `goal`: who is to have the file: the plugin is given it when the service has made it. What has come,
 * `receivedBytes`, lies in files: one for each of the first `pieces` pieces of `pieceBytes`, which are whole and what the service has but
 * for those that are `missing`, and one more for the beginning of the next. Older builds have no `pieceBytes`: their files hold any part each; and without `sealBlockBytes` each file is sealed in one. `sha256` of all of it in hexadecimal
 * digits, where the service tells it. `part`: what else
 * the service was asked for, where it is a part of a recording, and `restId` the task that goes on where that ends early.
 */
export const browserDownload = z.object({
  task: downloadTask,
  owner: z.string(),
  goal: z.enum(['plugin', 'browser']),
  pieceBytes: z.optional(z.int()),
  sealBlockBytes: z.optional(z.int()),
  pieces: z.int(),
  missing: z.optional(z.array(z.int())),
  receivedBytes: z.int(),
  sha256: z.optional(z.string()),
  part: z.optional(z.object({ from: pastPlace, format: partFormat })),
  restId: z.optional(z.string()),
})
export type BrowserDownloadRecord = z.output<typeof browserDownload>
