import * as z from 'zod/mini'
import { fileName, serialNumber } from '../../rules.ts'
import { defineCommand } from '../define-command.ts'
import { creationResult, downloadLink, downloadTaskType, ownerIdentifier, taskIdentifier } from '../download-task.ts'
import { channelNumber, int, wholeBetween } from '../fields.ts'

/**
 * Fetches a file of the service into the plugin's download folder. A `fileName` that ends in `.avi` is written as AVI, any other as
 * the service has it. Result 0: created; 1: the person has this task already; 2: failed, since the folder cannot be written or the list
 * is full of tasks that are not finished. Fails with 409, and with 403 when `url` leads to another service or `owner` is not the
 * person whose ticket the service took.
 */
export const createDownloadTask = defineCommand({
  name: 'CreateDownloadTask',
  request: z.object({
    owner: ownerIdentifier,
    taskId: taskIdentifier,
    type: downloadTaskType,
    sn: serialNumber,
    chlIndex: channelNumber,
    fileName,
    startTime: int,
    endTime: int,
    sizeBytes: wholeBetween(0, 999_999_999_999),
    ...downloadLink,
  }),
  reply: z.object({ result: creationResult }),
})
