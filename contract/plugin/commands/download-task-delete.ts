import * as z from 'zod/mini'
import { defineCommand } from '../define-command.ts'
import { ownerIdentifier, taskIdentifier } from '../download-task.ts'

/** Takes a task out of the list, with what it has fetched so far. The file of a finished task stays. Fails with 403 (`owner` is somebody else) and 411. */
export const downloadTaskDelete = defineCommand({
  name: 'downloadTaskDelete',
  request: z.object({ owner: ownerIdentifier, taskId: taskIdentifier }),
  reply: z.object({}),
})
