import * as z from 'zod/mini'
import { alarm } from './calls/event/alarm.ts'
import { channelStatus, deviceStatus } from './enums.ts'
import { channelIndex } from './rules.ts'
import { deviceActivity } from './states/device.ts'

/** The push connection (spec 2, section 7). The client sends the token first, then a heartbeat every 30 s. */
export const PUSH_PATH = '/push-ws'
export const PUSH_HEARTBEAT_PATH = '/notice/ws/heartbeat'

export const pushRequest = z.discriminatedUnion('type', [
  z.object({ type: z.literal('token'), token: z.string().check(z.maxLength(256)) }),
  z.object({ type: z.literal('heartbeat'), path: z.literal(PUSH_HEARTBEAT_PATH) }),
])
export type PushRequest = z.output<typeof pushRequest>

/**
 * A push message (spec 2, section 3: infoType, infoContent, extension). `extension.seq` rises by one for each message to
 * this session. `reply` answers token and heartbeat: code 200, 22013 (reconnect), or an error that ends the session.
 */
const extension = z.object({ seq: z.int(), sentAtMs: z.number() })
export const pushMessage = z.discriminatedUnion('infoType', [
  z.object({ infoType: z.literal('reply'), infoContent: z.object({ to: z.enum(['token', 'heartbeat']), code: z.int() }), extension }),
  z.object({ infoType: z.literal('reconnect'), infoContent: z.object({ code: z.int() }), extension }),
  z.object({
    infoType: z.literal('device-status'),
    infoContent: z.object({ sn: z.string(), status: deviceStatus, sinceMs: z.number() }),
    extension,
  }),
  z.object({
    infoType: z.literal('channel-status'),
    infoContent: z.object({ sn: z.string(), chlIndex: channelIndex, status: channelStatus, sinceMs: z.number() }),
    extension,
  }),
  z.object({
    infoType: z.literal('device-activity'),
    infoContent: z.object({ sn: z.string(), activity: deviceActivity, progress: z.nullable(z.int()), sinceMs: z.number() }),
    extension,
  }),
  z.object({ infoType: z.literal('alarm'), infoContent: alarm, extension }),
  /** Devices, channels or sites that the person sees have changed: ask again. */
  z.object({ infoType: z.literal('assets-changed'), infoContent: z.object({}), extension }),
  z.object({ infoType: z.literal('configs-changed'), infoContent: z.object({ configType: z.string() }), extension }),
  z.object({ infoType: z.literal('profile-changed'), infoContent: z.object({}), extension }),
  z.object({ infoType: z.literal('session-ended'), infoContent: z.object({ code: z.int() }), extension }),
])
export type PushMessage = z.output<typeof pushMessage>
