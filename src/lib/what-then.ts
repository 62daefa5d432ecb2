import type { licenseInstQuery } from '#contract/calls/licence/license-inst-query.ts'
import type { OutputOf } from '#contract/define-call.ts'
import { licenceLimits } from '#contract/licence-terms.ts'
import { licenceStatuses } from '#contract/states/licence.ts'
import { DAY_MS } from '#shared/time/day.ts'

/**
 * What becomes of the licence, and then of events (rule 9.8). Times are epoch ms: `endMs` of the licence, `eventsUntilMs` the last moment
 * of which events are stored.
 */
export type WhatThen =
  | { kind: 'goes-on'; endMs: number }
  | { kind: 'ends' | 'ended' | 'events-ended'; endMs: number; eventsUntilMs: number }
  | { kind: 'disputed' }
  | { kind: 'free' }

/** Reads it from how the licence stands at `nowMs`. */
export function whatThen({ currentInfo, renewInfo, expireInfo }: OutputOf<typeof licenseInstQuery>, nowMs: number): WhatThen {
  const graceMs = licenceLimits.eventGraceDays * DAY_MS
  if (currentInfo.status === licenceStatuses.notEffective) return { kind: 'disputed' }
  if (currentInfo.endTime !== null) {
    const endMs = currentInfo.endTime
    return renewInfo === null ? { kind: 'ends', endMs, eventsUntilMs: endMs + graceMs } : { kind: 'goes-on', endMs }
  }
  const endMs = expireInfo?.endTime ?? null
  if (endMs === null) return { kind: 'free' }
  const eventsUntilMs = endMs + graceMs
  return { kind: nowMs < eventsUntilMs ? 'ended' : 'events-ended', endMs, eventsUntilMs }
}
