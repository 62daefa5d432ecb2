import * as z from 'zod/mini'
import { serialNumber } from '../rules.ts'
import { downloadTaskStatus } from '../states/download-task.ts'
import { channelNumber, flag, int, text, wholeBetween } from './fields.ts'

/** Names somebody who is signed in, so that people who share a machine see their own tasks alone. */
export const ownerIdentifier = z.string().check(z.minLength(1), z.maxLength(64))
/** What is fetched: the identifier of the archive or of the part of a recording, or the file name of the recording. It names the task as well. */
export const taskIdentifier = z.string().check(z.minLength(1), z.maxLength(64))

/** Where recordings come from (rule 3.12): the cloud storage of a camera, an archive, or any part of a recording. */
export const downloadTaskType = z.enum(['cloud', 'cloudArchive', 'others'])

/** A link to a file: path and query on the service that the plugin is connected to, good for one transfer that begins in time. */
export const downloadLink = { url: text, goodForMs: wholeBetween(0, 24 * 60 * 60_000) }

/**
 * A download task as the plugin tells it (rule 3.12). `startTime` and `endTime`: the recorded time; `createTime`: when it was
 * made, by this machine's clock; all epoch ms. `errorCode` is one of `pluginCodes`, 0 unless the task failed. `needsLink`: it goes on
 * when it gets a new link (`updateCloudToken`).
 */
export const downloadTask = z.object({
  taskId: taskIdentifier,
  type: downloadTaskType,
  sn: serialNumber,
  chlIndex: channelNumber,
  fileName: text,
  startTime: int,
  endTime: int,
  createTime: int,
  status: downloadTaskStatus,
  speedKbps: int,
  progressPercent: wholeBetween(0, 100),
  sizeBytes: int,
  errorCode: int,
  needsLink: flag,
})
export type DownloadTask = z.output<typeof downloadTask>

/** Tasks that one person may have in the list; a message of the plugin holds no more. */
export const MOST_DOWNLOAD_TASKS = 100

/** What became of a wish for a task (rule 4.5). */
export const creationResults = { created: 0, duplicate: 1, failed: 2 } as const
export const creationResult = z.pipe(int, z.literal([0, 1, 2]))
export type CreationResult = (typeof creationResults)[keyof typeof creationResults]
