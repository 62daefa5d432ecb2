import { expect, vi } from 'vitest'
import { cloudStorageCalls } from '#contract/calls/cloud-storage/cloud-storage-calls.ts'
import { TERMS_VERSION } from '#contract/payment.ts'
import type { ArchiveStand } from './archive-stand.ts'
import { report } from './seen-events.ts'
import { demoDevices } from './service.ts'

const { sn } = demoDevices.gate
const DAY_MS = 24 * 60 * 60_000
/** From one event to the next: their recordings follow each other. */
export const APART_MS = 4_000

/** Has the cloud keep what the stand's camera recorded around a person at this moment (from 5 s before to 10 s after) and a vehicle after that. */
export async function storeInCloud(stand: ArchiveStand, atMs: number): Promise<void> {
  report(stand.agent, { event: 'person' }, atMs)
  report(stand.agent, { event: 'vehicle' }, atMs + APART_MS)
  await stand.admin.call(cloudStorageCalls.cloudStoragePurchase, {
    purchase: { kind: 'trial', sns: [sn] },
    amountCents: 0,
    acceptedTerms: TERMS_VERSION,
  })
  const starts_at_ms = Date.now() - DAY_MS
  await stand.service.edit((db) => db.updateTable('cloud_term').set({ starts_at_ms }).execute())
  const stored = () => stand.service.edit((db) => db.selectFrom('cloud_recording').where('state', '=', 'stored').selectAll().execute())
  await vi.waitFor(async () => expect(await stored()).toHaveLength(2), 15_000)
}
