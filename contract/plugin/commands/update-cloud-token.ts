import * as z from 'zod/mini'
import { defineCommand } from '../define-command.ts'
import { downloadLink, ownerIdentifier, taskIdentifier } from '../download-task.ts'
import { list, tabIdentifier, windowIndex } from '../fields.ts'
import { cloudItem } from './cloud-playback.ts'

/**
 * Gives a task a new link, or a window that plays what is in the cloud new ones of its files, by their names: those of the service are good for a
 * short time, and some for one transfer. Fails with 409, 411, 410 and 415 for a window, and 403 when a link leads to another service or `owner` is somebody else.
 */
export const updateCloudToken = defineCommand({
  name: 'updateCloudToken',
  request: z.union([
    z.object({ owner: ownerIdentifier, taskId: taskIdentifier, ...downloadLink }),
    z.object({ tabId: tabIdentifier, winIndex: windowIndex, items: list(cloudItem) }),
  ]),
  reply: z.object({}),
})
