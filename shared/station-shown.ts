import { weekTimeAt } from './time/zone.ts'

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
interface Output<V extends View> {
  content: Content<V>
  turns: readonly { spans: readonly { day: number; fromMinute: number; toMinute: number }[]; content: Content<V> }[]
  timeZone: string
  remote: Remote<V> | null
}

/** The remote control of an output, while it lasts. */
export function remoteAt<V extends View>({ remote }: Pick<Output<V>, 'remote'>, atMs: number): Remote<V> | undefined {
  return remote !== null && remote.untilMs > atMs ? remote : undefined
}

/**
 * What an output shows at this moment of the service's clock: what the remote control says, else the first turn of its schedule that fits, else what
 * the office said.
 */
export function contentAt<V extends View>(output: Output<V>, atMs: number): Content<V> {
  const { content, turns, timeZone } = output
  const chosen = remoteAt(output, atMs)?.content
  if (chosen != null) return chosen
  if (turns.length === 0) return content
  const { day, minute } = weekTimeAt(atMs, timeZone)
  const turn = turns.find(({ spans }) => spans.some((span) => span.day === day && span.fromMinute <= minute && minute < span.toMinute))
  return turn?.content ?? content
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
