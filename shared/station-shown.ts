import { offsetAt, weekTimeAt } from './time/zone.ts'

interface ChannelRef {
  sn: string
  chlIndex: number
}
interface View {
  splitNum: number
  playChlList: readonly (ChannelRef & { winIndex: number })[]
}
type Content<V extends View> = { kind: 'clock' } | { kind: 'views'; title: string; dwellS: number; views: V[] }
/** What somebody with the remote control has it show until then, where that is not null: other content, this view since, one camera alone. */
interface Remote<V extends View> {
  content: Content<V> | null
  view: { index: number; sinceMs: number } | null
  full: ChannelRef | null
  untilMs: number
}
interface Turn<V extends View> {
  spans: readonly { day: number; fromMinute: number; toMinute: number }[]
  content: Content<V>
}
interface Output<V extends View> {
  content: Content<V>
  /** When the office said so; null or missing: before the schedule was made, or nobody knows. */
  contentAtMs?: number | null | undefined
  turns: readonly Turn<V>[]
  timeZone: string
  remote: Remote<V> | null
}

/** The remote control of an output, while it lasts. */
export function remoteAt<V extends View>({ remote }: Pick<Output<V>, 'remote'>, atMs: number): Remote<V> | undefined {
  return remote !== null && remote.untilMs > atMs ? remote : undefined
}

const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60
const WEEK_MINUTES = 7 * DAY_MINUTES

/** The first turn of a schedule that fits a minute of the week, counted from Sunday's midnight. */
function turnAt<V extends View>(turns: readonly Turn<V>[], minuteOfWeek: number): Turn<V> | undefined {
  const day = Math.floor(minuteOfWeek / DAY_MINUTES)
  const minute = minuteOfWeek % DAY_MINUTES
  return turns.find(({ spans }) => spans.some((span) => span.day === day && span.fromMinute <= minute && minute < span.toMinute))
}

/** For how many minutes the turn of this minute of the week has been the one that fits; without an end where no other ever does. */
function minutesOn<V extends View>(turns: readonly Turn<V>[], minuteOfWeek: number): number {
  const before = (minute: number) => (minute + WEEK_MINUTES) % WEEK_MINUTES
  const edges = turns.flatMap(({ spans }) =>
    spans.flatMap(({ day, fromMinute, toMinute }) => [fromMinute, toMinute].map((minute) => day * DAY_MINUTES + minute)),
  )
  const ago = edges.map((edge) => before(minuteOfWeek - edge)).toSorted((one, other) => one - other)
  const turn = turnAt(turns, minuteOfWeek)
  return ago.find((minutes) => turnAt(turns, before(minuteOfWeek - minutes - 1)) !== turn) ?? Number.POSITIVE_INFINITY
}

/** When something began on the clocks of a zone that show this many minutes more now. */
function beganAt(atMs: number, minutes: number, timeZone: string): number {
  const offsetMs = offsetAt(atMs, timeZone) * MINUTE_MS
  const localMs = Math.floor((atMs + offsetMs) / MINUTE_MS) * MINUTE_MS - minutes * MINUTE_MS
  // The clocks may have been changed since.
  return Number.isFinite(localMs) ? localMs - offsetAt(localMs - offsetMs, timeZone) * MINUTE_MS : localMs
}

/**
 * What an output shows at this moment of the service's clock: what the remote control says, else the later begun one of what the office said and the
 * first turn of its schedule that fits.
 */
export function contentAt<V extends View>(output: Output<V>, atMs: number): Content<V> {
  const { content, contentAtMs, turns, timeZone } = output
  const chosen = remoteAt(output, atMs)?.content
  if (chosen != null) return chosen
  if (turns.length === 0) return content
  const { day, minute } = weekTimeAt(atMs, timeZone)
  const minuteOfWeek = day * DAY_MINUTES + minute
  const turn = turnAt(turns, minuteOfWeek)
  if (turn === undefined) return content
  const isSaidSince = contentAtMs != null && contentAtMs >= beganAt(atMs, minutesOn(turns, minuteOfWeek), timeZone)
  return isSaidSince ? content : turn.content
}

/**
 * Which view's time it is: they take turns by the clock, so that a screen that begins anew goes on where the others are; from a view that the remote
 * control has chosen they go on from there.
 */
export function indexAt<V extends View>(output: Output<V>, atMs: number): number {
  const content = contentAt(output, atMs)
  if (content.kind !== 'views' || content.views.length === 0) return 0
  const { index, sinceMs } = remoteAt(output, atMs)?.view ?? { index: 0, sinceMs: 0 }
  return (index + Math.floor(Math.max(0, atMs - sinceMs) / (content.dwellS * 1_000))) % content.views.length
}

/** The windows on an output at this moment; undefined for the clock. */
export function viewAt<V extends View>(
  output: Output<V>,
  atMs: number,
): V | { splitNum: number; playChlList: (ChannelRef & { winIndex: number })[] } | undefined {
  const full = remoteAt(output, atMs)?.full
  if (full != null) return { splitNum: 1, playChlList: [{ winIndex: 0, ...full }] }
  const content = contentAt(output, atMs)
  return content.kind === 'views' ? content.views[indexAt(output, atMs)] : undefined
}

/** How long the view of this moment stays, ms; nothing of views that do not take turns. */
export function stepLeftMs<V extends View>(output: Output<V>, atMs: number): number {
  const content = contentAt(output, atMs)
  const remote = remoteAt(output, atMs)
  if (remote?.full != null || content.kind !== 'views' || content.views.length < 2) return 0
  const stepMs = content.dwellS * 1_000
  return stepMs - (Math.max(0, atMs - (remote?.view?.sinceMs ?? 0)) % stepMs)
}
