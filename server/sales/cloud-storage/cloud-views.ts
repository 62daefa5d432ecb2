import { cloudStorageStatuses, type CloudStorageStatus } from '#contract/states/cloud-storage.ts'
import { channelKey } from '#shared/channel-key.ts'
import type { Db } from '../../db/open.ts'
import { isInForce, isWaiting } from '../licence/time-line.ts'
import { cameraOf, type CloudTerm } from './cloud-term.ts'

const { notEffective, notActivated, exception } = cloudStorageStatuses

/** The term that tells most about a camera: what is in use, else what waits, else what is disputed, else what ended last. */
export function tellingTerm(terms: readonly CloudTerm[]): CloudTerm | undefined {
  const newest = terms.toSorted((one, other) => other.created_at_ms - one.created_at_ms)
  const first = (is: (term: CloudTerm) => boolean) => newest.find(is)
  return first(isInForce) ?? first(isWaiting) ?? first(({ status }) => status === notEffective) ?? newest[0]
}

/** The term that comes last for a camera: what waits, else what is in use. */
export function lastTerm(terms: readonly CloudTerm[]): CloudTerm | undefined {
  return terms.filter(isWaiting).toSorted((one, other) => other.created_at_ms - one.created_at_ms)[0] ?? terms.find(isInForce)
}

/** What ends first of an organization and is followed by nothing yet, with how much of it renews itself; null when nothing ends so. */
export function nextEndOf(terms: readonly CloudTerm[]): { atMs: number; cameras: number; renewing: number } | null {
  const followed = new Set(terms.filter(isWaiting).map(cameraOf))
  const ending = terms.filter((term) => isInForce(term) && !followed.has(cameraOf(term)))
  if (ending.length === 0) return null
  const atMs = Math.min(...ending.map(({ ends_at_ms }) => ends_at_ms ?? Number.POSITIVE_INFINITY))
  const first = ending.filter(({ ends_at_ms }) => ends_at_ms === atMs)
  return { atMs, cameras: first.length, renewing: first.filter(({ auto_renew }) => auto_renew === 1).length }
}

export function statusOf(term: CloudTerm | undefined, hasFailed: boolean): CloudStorageStatus {
  if (term === undefined) return notActivated
  return isInForce(term) && hasFailed ? exception : term.status
}

/** Cameras of the organization whose newest recording could not be stored, as `sn/chlIndex`. */
export async function failedCameras(db: Db, organizationId: string): Promise<Set<string>> {
  const failed = await db
    .selectFrom('cloud_recording')
    .where('event_id', 'in', (inside) =>
      inside
        .selectFrom('cloud_recording as newest')
        .where('newest.organization_id', '=', organizationId)
        .where('newest.state', '!=', 'making')
        .groupBy(['newest.sn', 'newest.chl_index'])
        .select(({ fn }) => fn.max('newest.event_id').as('event_id')),
    )
    .where('state', '=', 'failed')
    .select(['sn', 'chl_index'])
    .execute()
  return new Set(failed.map(({ sn, chl_index }) => channelKey(sn, chl_index)))
}
