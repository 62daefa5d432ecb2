import type { StatusSpan } from '#contract/calls/device/device-history.ts'
import { deviceStatuses } from '#contract/enums.ts'

/** For how long, in ms, it is known whether a device was there. */
export function knownOf(spans: readonly (StatusSpan & { endMs: number })[]): number {
  return spans.reduce((sum, { startMs, endMs, status }) => (status === deviceStatuses.unknown ? sum : sum + endMs - startMs), 0)
}
