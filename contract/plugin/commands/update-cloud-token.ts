import * as z from 'zod/mini'
import { defineCommand } from '../define-command.ts'
import { downloadLink, ownerIdentifier, taskIdentifier } from '../download-task.ts'

/**
 * Gives a task a new link: those of the service are good for a short time, and some for one transfer. Fails with 409, 411, and 403 when
 * `url` leads to another service.
 */
export const updateCloudToken = defineCommand({
  name: 'updateCloudToken',
  request: z.object({ owner: ownerIdentifier, taskId: taskIdentifier, ...downloadLink }),
  reply: z.object({}),
})
