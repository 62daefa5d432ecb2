import * as z from 'zod/mini'
import { deviceCommands, diskId } from '../../device-commands.ts'

/** Commands that people give; the others belong to calls of their own. */
const names = ['reboot', 'upgrade', 'log-collect', 'storage-info', 'disk-health', 'disk-format', 'sd-status', 'sd-format'] as const
export const userCommandName = z.enum(names)

export const userCommand = z.discriminatedUnion('name', [
  z.object({ name: z.literal('reboot') }),
  z.object({ name: z.literal('upgrade') }),
  z.object({ name: z.literal('log-collect') }),
  z.object({ name: z.literal('storage-info') }),
  z.object({ name: z.literal('disk-health'), diskId }),
  z.object({ name: z.literal('disk-format'), diskId }),
  z.object({ name: z.literal('sd-status') }),
  z.object({ name: z.literal('sd-format') }),
])

export const userCommandResult = z.discriminatedUnion('name', [
  z.object({ name: z.literal('reboot'), result: deviceCommands.reboot.result }),
  z.object({ name: z.literal('upgrade'), result: deviceCommands.upgrade.result }),
  z.object({ name: z.literal('log-collect'), result: deviceCommands['log-collect'].result }),
  z.object({ name: z.literal('storage-info'), result: deviceCommands['storage-info'].result }),
  z.object({ name: z.literal('disk-health'), result: deviceCommands['disk-health'].result }),
  z.object({ name: z.literal('disk-format'), result: deviceCommands['disk-format'].result }),
  z.object({ name: z.literal('sd-status'), result: deviceCommands['sd-status'].result }),
  z.object({ name: z.literal('sd-format'), result: deviceCommands['sd-format'].result }),
])
