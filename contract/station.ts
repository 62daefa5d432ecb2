import * as z from 'zod/mini'
import { alarmKinds } from './calls/event/alarm.ts'
import { ruleScope } from './calls/event/alarm-rule.ts'
import { windows } from './calls/config/layout-value.ts'
import { MOST_WINDOWS, wallGrid } from './calls/config/wall-grid.ts'
import { language, streamFault } from './enums.ts'
import { weeklySpan } from './weekly-schedule.ts'
import { channelIndex, identifier, serialNumber, timeMs } from './rules.ts'

/** Bounds of viewing stations. */
export const stationLimits = {
  /** Of one organization. */
  stations: 200,
  messageCharacters: 200,
  /** Entries of one output's schedule. */
  scheduleEntries: 24,
  screenshotBytes: 400_000,
  /** How long a code for pairing is good. */
  codeLifeMs: 10 * 60_000,
  /** The screen tells how it is so often, and sends its picture so often. */
  reportEveryMs: 10_000,
  screenshotEveryMs: 60_000,
  /** What the remote control says counts for so long, unless it says more meanwhile. */
  remoteMs: 2 * 60 * 60_000,
  /** A message stays at most so long. */
  messageMs: 24 * 60 * 60_000,
} as const

/** One of the two outputs of a viewing station. */
export const stationOutput = z.literal([1, 2])
export type StationOutput = z.output<typeof stationOutput>

/** What a screen calls itself before it is paired: eight characters of which nobody takes one for another, in two groups. */
export const pairingCode = z
  .string()
  .check(z.trim(), z.toUpperCase(), z.regex(/^[A-HJKMNP-Z2-9]{4}[ -]?[A-HJKMNP-Z2-9]{4}$/, { error: 'station-code-shape' }))

/** The public half of a screen's key (P-256), as WebCrypto exports it. */
const coordinate = z.string().check(z.regex(/^[\w-]{43}$/))
export const stationPublicKey = z.object({ kty: z.literal('EC'), crv: z.literal('P-256'), x: coordinate, y: coordinate })
export type StationPublicKey = z.output<typeof stationPublicKey>

/** What the screen signs for a token: this station, this output, at this time of the service's clock. */
export function stationClaim(claim: { sn: string; voId: number; atMs: number }): string {
  return `sightline station\n${claim.sn}\n${claim.voId}\n${claim.atMs}`
}

const signature = z.string().check(z.regex(/^[\w-]{86}$/))
/** A claim for a token (`stationClaim`), signed. */
export const signedStationClaim = z.object({ sn: serialNumber, voId: stationOutput, atMs: timeMs, signature })

/** What a screen signs for beside its tokens: a ticket for a media socket, and the opening of its push connection. */
export type StationUse = 'ticket' | 'push'

/** The proof that whoever shows a token has the screen's key too: a claim for this use alone, about now, good once (`nonce`). */
export const stationProof = z.object({ atMs: timeMs, nonce: z.string().check(z.regex(/^[\w-]{22}$/)), signature })
export type StationProof = z.output<typeof stationProof>

/** What the screen signs for a use of its token. */
export function stationProofText(claim: { use: StationUse; sn: string; voId: number; atMs: number; nonce: string }): string {
  return `sightline station ${claim.use}\n${claim.sn}\n${claim.voId}\n${claim.atMs}\n${claim.nonce}`
}

/** What an administrator wants an output to show. */
export const stationWish = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('camera'), sn: serialNumber, chlIndex: channelIndex }),
  z.object({ kind: z.literal('layout'), configId: identifier }),
  z.object({ kind: z.literal('tour'), configId: identifier }),
  /** One of one's own views of this very output (`vs_view`). */
  z.object({ kind: z.literal('view'), configId: identifier }),
  z.object({ kind: z.literal('clock') }),
])
export type StationWish = z.output<typeof stationWish>

/** Windows that stand on the screen together. */
const stationView = z.object({
  splitNum: z.int().check(z.minimum(1), z.maximum(MOST_WINDOWS)),
  grid: z.optional(wallGrid),
  playChlList: windows,
})
export type StationView = z.output<typeof stationView>

/** What an output shows: as it was when it was pushed, whatever becomes of the layout or the tour. Several views take turns. */
export const stationContent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('views'), title: z.string(), dwellS: z.number(), views: z.array(stationView) }),
  z.object({ kind: z.literal('clock') }),
])
export type StationContent = z.output<typeof stationContent>

/** What the remote control has an output show until then: other content, a view of it from this moment on, and one of its cameras alone. */
export const stationRemote = z.object({
  content: z.nullable(stationContent),
  view: z.nullable(z.object({ index: z.int(), sinceMs: timeMs })),
  full: z.nullable(z.object({ sn: serialNumber, chlIndex: channelIndex })),
  untilMs: timeMs,
})
export type StationRemote = z.output<typeof stationRemote>

/** A time of the week at which an output shows something else, by the clocks of the station's site. The first that fits counts. */
export const stationTurn = z.object({ spans: z.array(weeklySpan).check(z.minLength(1), z.maxLength(14)), content: stationContent })
export type StationTurn = z.output<typeof stationTurn>

/** How long an alarm may stand at the front of a screen, seconds. */
export const stationAlarmLastsS = [10, 20, 30, 60, 120] as const

/** Alarms of which places come to the front of an output, and for how long each. */
export const stationFront = z.object({ scope: ruleScope, lastsS: z.literal(stationAlarmLastsS) })
export type StationFront = z.output<typeof stationFront>

/** An alarm that stands large at the front of a screen until then, or waits for its turn. */
export const stationAlarm = z.object({
  alarmId: z.string(),
  kind: z.enum(alarmKinds),
  sn: z.string(),
  chlIndex: channelIndex,
  sourceName: z.string(),
  siteName: z.string(),
  startedAtMs: timeMs,
  untilMs: timeMs,
})
export type StationAlarm = z.output<typeof stationAlarm>

export const stationMessage = z.object({ text: z.string(), untilMs: timeMs })

/** What a window of a screen is doing. `slow`: its pictures come one by one, and it says how old each is; `frozen`: no picture follows that should. */
const stationWindow = z.object({
  sn: serialNumber,
  chlIndex: channelIndex,
  state: z.enum(['live', 'slow', 'connecting', 'frozen', 'failed']),
  fault: z.optional(streamFault),
  /** How old its picture is by the camera's clock; null before the first. */
  ageMs: z.nullable(z.number().check(z.minimum(0), z.maximum(1e12))),
})
export type StationWindow = z.output<typeof stationWindow>

/** Why a screen's page began: the person or machine started it, the office asked, a new version came, its memory grew, it was old, or it had failed. */
export const stationStart = z.enum(['start', 'office', 'version', 'memory', 'age', 'fault'])
export type StationStart = z.output<typeof stationStart>

/** How hard a processor is at work: browsers tell no temperature, but from `serious` on the machine may be slowed down by its own heat. */
const stationPressure = z.enum(['nominal', 'fair', 'serious', 'critical'])
export type StationPressure = z.output<typeof stationPressure>

/** How a screen is, as it says itself. Times by the service's clock. */
export const stationReport = z.object({
  windows: z.array(stationWindow).check(z.maxLength(MOST_WINDOWS)),
  shownTitle: z.string().check(z.maxLength(64)),
  framesShown: z.int().check(z.minimum(0)),
  framesDropped: z.int().check(z.minimum(0)),
  /** Of the page's memory, where the browser tells. */
  memoryMb: z.nullable(z.number().check(z.minimum(0), z.maximum(1e7))),
  /** How hard the processor is at work, as the browser tells (Compute Pressure); null or missing where it tells nothing. */
  pressure: z.optional(z.nullable(stationPressure)),
  /** Share of the time that decoding takes, 0 to 1. */
  decodeLoad: z.number().check(z.minimum(0), z.maximum(10)),
  screen: z.string().check(z.maxLength(16)),
  startedMs: timeMs,
  start: stationStart,
  version: z.string().check(z.maxLength(32)),
  language,
})
export type StationReport = z.output<typeof stationReport>

/** What a trouble of a screen is: it is away itself, a picture stands still, or a camera has none, for this reason. */
export const stationTroubleKind = z.enum(['away', 'frozen', ...streamFault.options])
export type StationTroubleKind = z.output<typeof stationTroubleKind>
