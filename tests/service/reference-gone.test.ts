import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { configDeviceSet } from '#contract/calls/device/config-device-set.ts'
import { archiveStatuses } from '#contract/states/archive.ts'
import { CallFault } from '#server/calls/call-fault.ts'
import type { Db } from '#server/db/open.ts'
import { againWhenGone } from '#server/db/reference-gone.ts'
import { Devices } from '#server/devices/devices.ts'
import { ArchiveStand } from '#tests/support/archive-stand.ts'
import { channel, demoDevices } from '#tests/support/service.ts'

let stand: ArchiveStand
let db: Db

beforeAll(async () => {
  stand = await ArchiveStand.start()
  db = await stand.service.openDatabase()
})
afterAll(async () => {
  await db.destroy()
  await stand.close()
})

/** Allows a download as the service does: looks whether the archive is there, and writes. `between`: what others do meanwhile. */
async function allow(archiveId: string, between: () => Promise<unknown>): Promise<void> {
  if ((await db.selectFrom('archive').select('id').where('id', '=', archiveId).executeTakeFirst()) === undefined)
    throw new CallFault('archive-missing')
  await between()
  await writeDownload(archiveId)
}

async function writeDownload(archiveId: string): Promise<void> {
  const nothing = { session_id: null, user_id: null, share_id: null, redaction_id: null, used_at_ms: null, is_whole: 0 }
  const times = { created_at_ms: stand.service.now, expires_at_ms: stand.service.now }
  await db
    .insertInto('archive_download')
    .values({ token_sha256: archiveId, archive_id: archiveId, ...nothing, ...times })
    .execute()
}

test('what is deleted while somebody asks for it is said to be missing, and is no failure of the service', async () => {
  await stand.addRow({ id: 'short-lived', status: archiveStatuses.success })
  let times = 0
  const asked = againWhenGone(() =>
    allow('short-lived', async () => {
      times += 1
      await db.deleteFrom('archive').where('id', '=', 'short-lived').execute()
    }),
  )
  await expect(asked).rejects.toMatchObject({ code: 31102 })
  expect(times).toBe(1)
})

test('another failure is told as it is, at once', async () => {
  let times = 0
  const asked = againWhenGone(async () => {
    times += 1
    await db
      .insertInto('archive_download')
      .values({ token_sha256: 'x' } as never)
      .execute()
  })
  await expect(asked).rejects.toThrow(/null|NULL/)
  expect(times).toBe(1)
})

test('a device that was told what could not be written down afterwards is not told it a second time', async () => {
  const told: unknown[] = []
  const { shop } = demoDevices
  await stand.service.connectDevice(shop, [channel(0)], {
    'general-set': (change) => {
      told.push(change)
      return { name: change.name ?? '' }
    },
  })
  const written = vi.spyOn(Devices.prototype, 'edit').mockImplementationOnce(() => writeDownload('gone-meanwhile'))
  // Other files share the class. By then it is called as it is: what stands in for it does so once.
  onTestFinished(() => written.mockRestore())
  const change = { section: 'general', value: { name: 'Front' } } as const
  expect((await stand.admin.failure(configDeviceSet, { sn: shop.sn, change })).code).toBe(404)
  expect(written).toHaveBeenCalledTimes(1)
  expect(told).toEqual([{ name: 'Front' }])
  // Asked for anew it is done.
  await stand.admin.call(configDeviceSet, { sn: shop.sn, change })
  expect(told).toHaveLength(2)
})
