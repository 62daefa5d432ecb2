import * as z from 'zod/mini'
import { alarm } from './calls/event/alarm.ts'
import { exportId } from './calls/event/event.ts'
import { alarmsRead } from './calls/event/unread-alarms.ts'
import { channelStatus, deviceStatus } from './enums.ts'
import { resource } from './resources.ts'
import { channelIndex } from './rules.ts'
import { stationOutput, stationProof } from './station.ts'
import { deviceActivity } from './states/device.ts'

/** The push connection (rule 4.12). The client sends the token first, then a heartbeat every 30 s. */
export const PUSH_PATH = '/push-ws'
export const PUSH_HEARTBEAT_PATH = '/notice/ws/heartbeat'

/**
 * WebSocket close codes of the push socket; why is said in a message before, where there is a session. `crowded`: its network has as many as it may that have
 * not shown a token.
 */
export const pushClose = { badMessage: 4400, refused: 4401, ended: 4403, silent: 4408, crowded: 4429, fault: 1011 } as const

/** With each answer of a call of somebody signed in: the place (below) at which the answer knew everything that had been sent. */
export const PUSH_CURSOR_HEADER = 'x-push-cursor'

/** A place among all messages of the service, to resume at: a number that rises, good at every node of the service. */
const pushCursor = z.string().check(z.maxLength(64))

/**
 * `after`: the cursor heard last, on whichever connection of this person. What was sent to the person since comes again. `proof`: by the screen of a viewing
 * station, that it has the key beside the token; without one it is answered as by `stationTicket`.
 */
export const pushRequest = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('token'),
    token: z.string().check(z.maxLength(256)),
    after: z.optional(pushCursor),
    proof: z.optional(stationProof),
  }),
  z.object({ type: z.literal('heartbeat'), path: z.literal(PUSH_HEARTBEAT_PATH) }),
  /** Somebody looks at a tab of this session, or nobody does any more: then its browser is told of alarms by Web Push too. Not answered. */
  z.object({ type: z.literal('attention'), isWatched: z.boolean() }),
])
export type PushRequest = z.output<typeof pushRequest>

/**
 * A push message (rule 3.14). `extension.seq` rises by one for each message on
 * this connection. `extension.cursor`: whatever was sent to this person up to there has been said on this connection or was said before
 * `after`; missing only before the token is taken. `sentAtMs` is the service's clock.
 */
const extension = z.object({ seq: z.int(), sentAtMs: z.number(), cursor: z.optional(pushCursor) })
/**
 * Answers token and heartbeat, the latter also unasked when the service has said nothing for a while: code 200, 22013 (reconnect), or an error that ends the session. `isResumed`, in the answer to a token: true
 * when all that was missed since `after` follows; else messages may be lost for good, and the client asks anew for what it shows.
 */
const reply = z.object({ to: z.enum(['token', 'heartbeat']), code: z.int(), isResumed: z.optional(z.boolean()) })
export const pushMessage = z.discriminatedUnion('infoType', [
  z.object({ infoType: z.literal('reply'), infoContent: reply, extension }),
  /** Code 22013: connect again, and show the cursor; messages may have been lost, which the answer to the token tells. */
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
  /** An alarm was raised. Here and below it is as the person's list of alarms has it, which is to be kept with it and not asked for anew. */
  z.object({ infoType: z.literal('alarm'), infoContent: alarm, extension }),
  /** An alarm that was raised before is another now: what it is about has recovered. */
  z.object({ infoType: z.literal('alarm-changed'), infoContent: alarm, extension }),
  /** The person has read alarms, on whichever screen. Of more than are named in one message (`MOST_NAMED`) several tell. */
  z.object({ infoType: z.literal('alarms-read'), infoContent: alarmsRead, extension }),
  /** Devices, channels or sites that the person sees have changed: ask again. */
  z.object({ infoType: z.literal('assets-changed'), infoContent: z.object({}), extension }),
  z.object({ infoType: z.literal('configs-changed'), infoContent: z.object({ configType: z.string() }), extension }),
  z.object({ infoType: z.literal('profile-changed'), infoContent: z.object({}), extension }),
  /** How far an export is that the person has asked for, on whichever screen. */
  z.object({ infoType: z.literal('export-progress'), infoContent: z.object({ exportId, rows: z.int(), totalRows: z.int() }), extension }),
  /** Something of the organization has changed, by a call or by the clock: ask again for what is shown of it. */
  z.object({ infoType: z.literal('resource-changed'), infoContent: z.object({ resource }), extension }),
  /** For the screen of a viewing station: look what it is to show, begin anew, or show its number. */
  z.object({
    infoType: z.literal('station'),
    infoContent: z.object({ voId: stationOutput, order: z.enum(['look', 'reload', 'identify']) }),
    extension,
  }),
  z.object({ infoType: z.literal('session-ended'), infoContent: z.object({ code: z.int() }), extension }),
])
export type PushMessage = z.output<typeof pushMessage>
export type AlarmMessage = Extract<PushMessage, { infoType: 'alarm' | 'alarm-changed' | 'alarms-read' }>

/** What is left of a message that cannot be read when its data is emptied (rule 4.12): where it stood among the others, if that can be read. */
export const emptiedMessage = z.object({ extension })
