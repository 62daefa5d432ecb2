import { afterEach, beforeEach, expect, test } from 'vitest'
import { archiveCalls } from '#contract/calls/archive/archive-calls.ts'
import { RECORDINGS_FUNCTION } from '#contract/archives.ts'
import { cloudStorageCalls } from '#contract/calls/cloud-storage/cloud-storage-calls.ts'
import { encodeMediaUnit, mediaCodecs } from '#contract/media.ts'
import { TERMS_VERSION } from '#contract/payment.ts'
import { archiveStatuses } from '#contract/states/archive.ts'
import { deviceKey } from '#device/agent/identity.ts'
import { tenantLimits } from '#server/access/tenant-limits.ts'
import { ArchiveStand } from '#tests/support/archive-stand.ts'
import { GatewayProbe } from '#tests/support/gateway-probe.ts'
import { OTHER_DEVICE } from '#tests/support/other-organization.ts'
import { report } from '#tests/support/seen-events.ts'
import { channel, demoDevices } from '#tests/support/service.ts'

const { gate, shop } = demoDevices
const { fail, preparing } = archiveStatuses
let stand: ArchiveStand
let probes: GatewayProbe[]

beforeEach(async () => {
  stand = await ArchiveStand.start()
  probes = []
})
afterEach(async () => {
  for (const probe of probes) probe.socket.terminate()
  await stand.close()
})

/** A device that has recordings, and does with them what the test wants: nothing, unless told. */
async function connectSlow({ sn, securityCode = '' }: { sn: string; securityCode?: string }, ofAnother?: string): Promise<GatewayProbe> {
  const probe = await GatewayProbe.open(stand.service.url)
  probes.push(probe)
  const key = ofAnother ?? (await deviceKey(sn, securityCode))
  await probe.hello(sn, key, [channel(0, { supportFun: [RECORDINGS_FUNCTION] })])
  await probe.first('welcome')
  return probe
}

/** One small picture of the clip that was asked for, so many ms of the camera's time after its beginning. */
function trickle(probe: GatewayProbe, streamId: number, afterMs: number): void {
  const times = { ptsUs: afterMs * 1_000, captureMs: afterMs, sequence: afterMs }
  const unit = { kind: 'video' as const, isKey: true, isPreroll: false, codec: mediaCodecs.h264, ...times, data: new Uint8Array(64) }
  probe.socket.send(encodeMediaUnit({ ...unit, channel: streamId }))
}

test('a device that never answers keeps the archives of no other camera waiting', async () => {
  const silent = await connectSlow(shop)
  for (let count = 0; count < 10; count += 1) await stand.admin.call(archiveCalls.archivesCreate, stand.wish({ sn: shop.sn }))
  await silent.first('clip-request')
  await stand.make()
  expect(silent.heard.filter(({ kind }) => kind === 'clip-request')).toHaveLength(1)
})

test('an organization with slow devices keeps no other waiting, however many archives it asks for first', async () => {
  const sns = Array.from({ length: 6 }, (_, index) => `OTHER1000${index}`)
  await stand.service.edit(async (db) => {
    const device = await db.selectFrom('device').where('sn', '=', OTHER_DEVICE.sn).selectAll().executeTakeFirstOrThrow()
    await db
      .insertInto('device')
      .values(sns.map((sn) => ({ ...device, sn })))
      .execute()
  })
  // Copies of one device, with its key.
  const key = await deviceKey(OTHER_DEVICE.sn, OTHER_DEVICE.securityCode)
  const slow = await Promise.all(sns.map((sn) => connectSlow({ sn }, key)))
  for (const sn of sns) {
    const place = { organization_id: 'other', site_id: 'other-site', site_name: 'Other' }
    await stand.addRow({ id: `slow-${sn}`, ...place, sn, status: preparing, created_at_ms: 1 })
  }
  const asked = () => slow.filter(({ heard }) => heard.some(({ kind }) => kind === 'clip-request')).length
  await expect.poll(asked, { timeout: 5_000 }).toBe(tenantLimits.clips.archives.ofOrganization)
  await stand.make()
  expect(asked()).toBe(tenantLimits.clips.archives.ofOrganization)
})

test('a device that sends a picture now and then is given up, and the person reads why', async () => {
  const slow = await connectSlow(shop)
  const { archiveId } = await stand.admin.call(archiveCalls.archivesCreate, stand.wish({ sn: shop.sn }))
  const { streamId } = await slow.first('clip-request')
  slow.say({ kind: 'clip-opened', streamId, codec: 'avc1.64001f', width: 640, height: 360, fps: 25 })
  trickle(slow, streamId, 0)
  trickle(slow, streamId, 40)
  stand.service.advance(tenantLimits.clips.windowMs)
  trickle(slow, streamId, 80)
  expect(await stand.until(archiveId, fail)).toMatchObject({ failCode: 31111 })
  expect(await slow.first('clip-cancel')).toEqual({ kind: 'clip-cancel', streamId })
})

test('cloud recording goes on beside a camera that never answers', async () => {
  const silent = await connectSlow(shop)
  const purchase = { kind: 'trial' as const, sns: [gate.sn, shop.sn] }
  await stand.admin.call(cloudStorageCalls.cloudStoragePurchase, { purchase, amountCents: 0, acceptedTerms: TERMS_VERSION })
  const atMs = stand.service.now - 30_000
  await stand.service.edit((db) =>
    db
      .updateTable('cloud_term')
      .set({ starts_at_ms: atMs - 60_000 })
      .execute(),
  )
  silent.say({ kind: 'event', chlIndex: 0, event: 'motion', atMs, attributes: {} })
  await silent.first('clip-request')
  report(stand.agent, { event: 'person' }, stand.service.now - 20_000)
  const states = () => stand.service.edit((db) => db.selectFrom('cloud_recording').select(['sn', 'state']).orderBy('sn').execute())
  await expect.poll(states, { timeout: 10_000 }).toEqual([
    { sn: gate.sn, state: 'stored' },
    { sn: shop.sn, state: 'making' },
  ])
})
