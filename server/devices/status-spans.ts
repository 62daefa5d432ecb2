import { deviceStatuses } from '#contract/enums.ts'
import type { StatusSpan } from '#contract/calls/device/device-history.ts'

interface Run {
  startMs: number
  endMs: number
}
interface Known {
  fromMs: number
  toMs: number
  /** The oldest first. */
  changes: readonly StatusSpan[]
  /** What holds now, and since when. */
  since: StatusSpan
  /** When the service ran, by their beginning. */
  runs: readonly Run[]
}

/** After a start of the service devices have so long to call in again; what it sees go so shortly before its end goes with it. */
const RETURN_MS = 30_000
const LEAVING_MS = 15_000

/** What is known of a time, span after span without a gap: what the service did not see is unknown. */
export function spansOf({ fromMs, toMs, changes, since, runs }: Known): StatusSpan[] {
  const isToldOf = changes.some(({ startMs, status }) => startMs === since.startMs && status === since.status)
  const last = changes.at(-1)
  const isNews = !isToldOf && (last === undefined || (last.startMs < since.startMs && last.status !== since.status))
  const told = isNews ? [...changes, since] : changes
  const raw = told.map(({ startMs, status }, index) => ({ startMs, status, endMs: told[index + 1]?.startMs ?? toMs }))
  const gaps = gapsOf(runs, fromMs, toMs)
  const edges = new Set([fromMs])
  for (const { startMs, status, endMs } of raw) {
    edges.add(startMs).add(endMs)
    if (status === deviceStatuses.unknown) edges.add(startMs + RETURN_MS)
  }
  for (const { startMs, endMs } of gaps)
    edges
      .add(startMs - LEAVING_MS)
      .add(startMs)
      .add(endMs)
      .add(endMs + RETURN_MS)
  const spans: StatusSpan[] = []
  for (const startMs of [...edges].filter((edge) => edge >= fromMs && edge < toMs).toSorted((one, other) => one - other)) {
    const status = statusAt(startMs, raw, gaps)
    if (spans.at(-1)?.status !== status) spans.push({ startMs, status })
  }
  return spans
}

function statusAt(atMs: number, raw: readonly (StatusSpan & Run)[], gaps: readonly Run[]): StatusSpan['status'] {
  const { unknown, online, offline } = deviceStatuses
  const held = raw.findLast(({ startMs, endMs }) => startMs <= atMs && atMs < endMs)
  if (held === undefined || gaps.some(({ startMs, endMs }) => startMs <= atMs && atMs < endMs)) return unknown
  if (held.status === online) return online
  // Lost with a part of the service, and not back at another one: then it is away.
  if (held.status === unknown) return atMs < held.startMs + RETURN_MS ? unknown : offline
  const isOurs = gaps.some(
    ({ startMs, endMs }) =>
      (atMs >= endMs && atMs < endMs + RETURN_MS) || (held.startMs >= startMs - LEAVING_MS && atMs >= startMs - LEAVING_MS && atMs < endMs),
  )
  return isOurs ? unknown : offline
}

/** When no part of the service ran. */
function gapsOf(runs: readonly Run[], fromMs: number, toMs: number): Run[] {
  const gaps: Run[] = []
  let seenMs = fromMs
  for (const { startMs, endMs } of runs) {
    if (startMs > seenMs) gaps.push({ startMs: seenMs, endMs: startMs })
    seenMs = Math.max(seenMs, endMs)
  }
  if (seenMs < toMs) gaps.push({ startMs: seenMs, endMs: toMs })
  return gaps
}

/** Which part of the time that is known was online, 0 to 1; null when none is. */
export function shareOnline(spans: readonly StatusSpan[], toMs: number): number | null {
  const lasted = { [deviceStatuses.online]: 0, [deviceStatuses.offline]: 0, [deviceStatuses.unknown]: 0 }
  for (const [index, { startMs, status }] of spans.entries()) lasted[status] += (spans[index + 1]?.startMs ?? toMs) - startMs
  const knownMs = lasted[deviceStatuses.online] + lasted[deviceStatuses.offline]
  return knownMs === 0 ? null : lasted[deviceStatuses.online] / knownMs
}
