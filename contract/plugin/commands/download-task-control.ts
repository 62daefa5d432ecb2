import * as z from 'zod/mini'
import { defineCommand } from '../define-command.ts'
import { ownerIdentifier, taskIdentifier } from '../download-task.ts'

/**
 * Pauses a task, or lets one that is paused or has failed go on with the link of the next `updateCloudToken`. Fails with 403 (`owner` is somebody else), 411 (no such
 * task) and 412 (the task's status does not allow it, rule 4.5).
 */
export const downloadTaskControl = defineCommand({
  name: 'downloadTaskControl',
  request: z.object({ owner: ownerIdentifier, taskId: taskIdentifier, status: z.enum(['pause', 'continue']) }),
  reply: z.object({}),
})
