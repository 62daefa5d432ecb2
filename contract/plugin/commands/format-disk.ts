import * as z from 'zod/mini'
import { diskId } from '../../device-commands.ts'
import { serialNumber } from '../../rules.ts'
import { defineCommand } from '../define-command.ts'

/**
 * Removes everything from a disk of a device. Answers when it has begun. Fails as `getDiskHealth`, and with wrong-state while it is at it.
 */
export const formatDisk = defineCommand({
  name: 'formatDisk',
  request: z.object({ sn: serialNumber, diskId }),
  reply: z.object({}),
  asksDevice: true,
})
