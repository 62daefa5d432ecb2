import type { licenseInstQuery } from '#contract/calls/licence/license-inst-query.ts'
import type { OutputOf } from '#contract/define-call.ts'
import { licenceStatuses } from '#contract/states/licence.ts'
import { whatThen } from '../../lib/what-then.ts'

export type LicenceState = OutputOf<typeof licenseInstQuery>

/**
 * What is wrong with a licence that is not in force, which is no line of the service's: its payment is disputed, or it has ended and events end with it (rule 9.8).
 * Times are epoch ms.
 */
export type LicenceTrouble =
  | { kind: 'disputed' }
  | { kind: 'ended'; endMs: number; eventsUntilMs: number; isEarly: boolean; isOver: boolean }

/** Reads it from how the licence stands at `nowMs`; undefined where nothing is wrong. */
export function licenceTrouble(licence: LicenceState, nowMs: number): LicenceTrouble | undefined {
  const then = whatThen(licence, nowMs)
  if (then.kind === 'disputed') return { kind: 'disputed' }
  if (then.kind !== 'ended' && then.kind !== 'events-ended') return undefined
  const isEarly = licence.expireInfo?.status === licenceStatuses.terminated
  return { kind: 'ended', endMs: then.endMs, eventsUntilMs: then.eventsUntilMs, isEarly, isOver: then.kind === 'events-ended' }
}
