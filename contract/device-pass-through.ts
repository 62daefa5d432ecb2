import * as z from 'zod/mini'
import type { ChannelRight } from './access.ts'
import type { DeviceCommandName } from './device-commands.ts'
import { serialNumber } from './rules.ts'

/**
 * Device commands that a person gives through the local plugin (rule 7.4), and the right that each needs:
 * on the whole device, or on the channel that its request names as `chlIndex`. What is not here does not pass.
 */
export const passThrough = {
  'storage-info': { right: 'configure', of: 'device' },
  'disk-health': { right: 'configure', of: 'device' },
  'disk-format': { right: 'configure', of: 'device' },
  'sd-status': { right: 'configure', of: 'device' },
  'sd-format': { right: 'configure', of: 'device' },
  'record-days': { right: 'playback', of: 'channel' },
  'record-log': { right: 'playback', of: 'channel' },
  'ptz-get': { right: 'ptz', of: 'channel' },
  'ptz-act': { right: 'ptz', of: 'channel' },
  'ptz-renew': { right: 'ptz', of: 'channel' },
  'ptz-edit': { right: 'ptz', of: 'channel' },
} as const satisfies Partial<Record<DeviceCommandName, { right: ChannelRight; of: 'device' | 'channel' }>>
export type PassThroughName = keyof typeof passThrough

const askId = z.int().check(z.minimum(0), z.maximum(0xffff_ffff))

/** What the plugin says on its media socket besides `mediaRequest`: have this device do this. Each is answered once, by its number. */
export const deviceAsk = z.object({
  op: z.literal('device'),
  askId,
  sn: serialNumber,
  name: z.string().check(z.maxLength(32)),
  request: z.unknown(),
})
export type DeviceAsk = z.output<typeof deviceAsk>

/**
 * `code`: 200, then `result` is the command's own; else the error that `/vms/dev-cmd/execute` would fail with, or parameter-error for what
 * does not pass.
 */
export const deviceAnswer = z.object({ op: z.literal('device'), askId, code: z.int(), result: z.optional(z.unknown()) })
export type DeviceAnswer = z.output<typeof deviceAnswer>
