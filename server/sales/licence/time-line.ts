import type { Selectable } from 'kysely'
import { EXPIRING_DAYS, licenceStatuses, licenceTransitions, type LicenceStatus } from '#contract/states/licence.ts'
import { DAY_MS } from '#shared/time/day.ts'
import type { LicenceTable } from '../../db/schema/licence.ts'
import { changeState } from '../../runtime/state-change.ts'
import { endOfTerm } from './term-time.ts'

export type Licence = Selectable<LicenceTable>
/** What a time line needs to know of what lies on it: licences, and whatever else is sold by terms. */
type OnTimeLine = Pick<
  Licence,
  'id' | 'status' | 'duration_type' | 'starts_at_ms' | 'ends_at_ms' | 'remaining_ms' | 'due_at_ms' | 'created_at_ms'
>

const { toBeUsed, using, expiring, expired, toBeUsedAgain } = licenceStatuses

export function isInForce({ status }: { status: LicenceStatus }): boolean {
  return status === using || status === expiring
}

export function isWaiting({ status }: { status: LicenceStatus }): boolean {
  return status === toBeUsed || status === toBeUsedAgain
}

/**
 * The licences of one organization as the clock has them at `nowMs`: what ran out has ended, and what waits has begun where the one
 * before it ended, however long nobody looked. The answer holds those that changed.
 */
export function advance<Term extends OnTimeLine>(licences: readonly Term[], nowMs: number): Term[] {
  const known = new Map(licences.map((licence) => [licence.id, licence]))
  const changed = new Map<string, Term>()
  const put = (licence: Term) => {
    changeState(licenceTransitions, known.get(licence.id)?.status ?? licence.status, licence.status)
    known.set(licence.id, licence)
    changed.set(licence.id, licence)
  }
  let freeSinceMs = 0
  for (;;) {
    const current = [...known.values()].find(isInForce)
    if (current === undefined) {
      const next = [...known.values()].filter(isWaiting).toSorted(byTurn)[0]
      if (next === undefined) return [...changed.values()]
      put(begin(next, freeSinceMs === 0 ? nowMs : Math.max(freeSinceMs, next.created_at_ms)))
      continue
    }
    const endsAtMs = current.ends_at_ms ?? nowMs
    if (endsAtMs <= nowMs) {
      put({ ...current, status: expired, due_at_ms: null })
      freeSinceMs = endsAtMs
      continue
    }
    const status = statusAt(endsAtMs, nowMs)
    // A clock that was set back makes nothing young again.
    if (status === expiring && current.status === using) put({ ...current, status, due_at_ms: dueAt(endsAtMs, status) })
    return [...changed.values()]
  }
}

/** A licence that begins: for what was left of it, else for its whole term. */
export function begin<Term extends OnTimeLine>(licence: Term, startsAtMs: number): Term {
  const endsAtMs = licence.remaining_ms === null ? endOfTerm(startsAtMs, licence.duration_type) : startsAtMs + licence.remaining_ms
  return {
    ...licence,
    status: using,
    starts_at_ms: startsAtMs,
    ends_at_ms: endsAtMs,
    remaining_ms: null,
    due_at_ms: dueAt(endsAtMs, using),
  }
}

function statusAt(endsAtMs: number, nowMs: number): LicenceStatus {
  return nowMs >= endsAtMs - EXPIRING_DAYS * DAY_MS ? expiring : using
}

function dueAt(endsAtMs: number, status: LicenceStatus): number {
  return status === using ? endsAtMs - EXPIRING_DAYS * DAY_MS : endsAtMs
}

/** What was interrupted goes on before what has not begun; then by age. */
function byTurn(a: OnTimeLine, b: OnTimeLine): number {
  return b.status - a.status || a.created_at_ms - b.created_at_ms || (a.id < b.id ? -1 : 1)
}
