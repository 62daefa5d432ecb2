import * as z from 'zod/mini'
import { defineCommand } from '../define-command.ts'
import { downloadTask, ownerIdentifier } from '../download-task.ts'
import { list } from '../fields.ts'

/** The person's download tasks of this service, the newest first. Asked every 3 s (rule 4.5). Fails with 409, and with 403 when `owner` is somebody else. */
export const getDownloadTasks = defineCommand({
  name: 'getDownloadTasks',
  request: z.object({ owner: ownerIdentifier }),
  reply: z.object({ tasks: list(downloadTask) }),
})
