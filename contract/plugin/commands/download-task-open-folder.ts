import * as z from 'zod/mini'
import { defineCommand } from '../define-command.ts'
import { ownerIdentifier, taskIdentifier } from '../download-task.ts'

/**
 * Shows the folder of a task's file in this machine's file manager. Fails with 403 (`owner` is somebody else), 411, 502 (the file of a finished task is gone) and 505
 * (there is no file manager).
 */
export const downloadTaskOpenFolder = defineCommand({
  name: 'downloadTaskOpenFolder',
  request: z.object({ owner: ownerIdentifier, taskId: taskIdentifier }),
  reply: z.object({}),
})
