import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { archiveRights } from '#contract/archives.ts'
import { archiveCalls } from '#contract/calls/archive/archive-calls.ts'
import { archiveStatuses } from '#contract/states/archive.ts'
import { ArchiveStand } from '#tests/support/archive-stand.ts'
import { numbersIn } from '#tests/support/look-at-clip.ts'
import { demoDevices, type TestService } from '#tests/support/service.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const { success } = archiveStatuses
const { sn } = demoDevices.gate
const tokenWish = (taskID: string) => ({ taskID, sn, chlIndex: 0, resourceType: 'cloudArchive', cloudArchiveType: 'video' }) as const

let stand: ArchiveStand
let service: TestService
beforeEach(async () => {
  stand = await ArchiveStand.start()
  service = stand.service
})
afterEach(() => stand.close())

describe('rights', () => {
  test('are all five when none are saved, and each is asked for', async () => {
    const operator = await service.signIn('operator')
    expect((await operator.call(archiveCalls.archivesAuthorityGet, {})).rights).toEqual(archiveRights)
    const { archiveId } = await stand.make()
    const attempts = {
      add: () => operator.failure(archiveCalls.archivesCreate, stand.wish()),
      delete: () => operator.failure(archiveCalls.archivesDelete, { archiveIds: [archiveId] }),
      share: () => operator.failure(archiveCalls.archivesShare, { archiveId, emails: ['a@b.example'], durationMinutes: 30 }),
      download: () => operator.failure(archiveCalls.archivesDownloadTokenGet, tokenWish(archiveId)),
      query: () => operator.failure(archiveCalls.archivesVideoList, { archiveId }),
    }
    for (const right of archiveRights) {
      const others = archiveRights.filter((one) => one !== right)
      await stand.admin.call(archiveCalls.archivesAuthorityUpdate, { userId: 'harbor-operator', rights: others })
      expect((await attempts[right]()).code, right).toBe(right === 'download' ? 5002 : 5001)
      await stand.admin.call(archiveCalls.archivesAuthorityUpdate, { userId: 'harbor-operator', rights: [right] })
      expect((await attempts[right]()).code, right).toBe(200)
      // The next rights are asked about the same archive.
      const file = { object_key: 'archives/none.mp4', codec: 'avc1', width: 1, height: 1, size_bytes: 1 }
      if (right === 'delete') await stand.addRow({ id: archiveId, status: success, ...file })
    }
    await stand.admin.call(archiveCalls.archivesAuthorityUpdate, { userId: 'harbor-operator', rights: [] })
    expect((await operator.failure(archiveCalls.archivesList, { pageNum: 1, status: 100 })).code).toBe(5001)
    expect((await operator.failure(archiveCalls.archivesConditions, {})).code).toBe(5001)
  })

  test('are saved by administrators, for people of their organization', async () => {
    const operator = await service.signIn('operator')
    const stranger = await service.signIn('stranger')
    expect((await operator.failure(archiveCalls.archivesAuthorityGet, { userId: 'harbor-guard' })).code).toBe(5000)
    expect((await operator.failure(archiveCalls.archivesAuthorityUpdate, { userId: 'harbor-operator', rights: [] })).code).toBe(5000)
    expect((await stranger.failure(archiveCalls.archivesAuthorityGet, { userId: 'harbor-guard' })).code).toBe(7001)
    expect((await stranger.failure(archiveCalls.archivesAuthorityUpdate, { userId: 'harbor-guard', rights: [] })).code).toBe(7001)
    expect(
      await stand.admin.call(archiveCalls.archivesAuthorityUpdate, { userId: 'harbor-guard', rights: ['query', 'add', 'query'] }),
    ).toEqual({
      userId: 'harbor-guard',
      rights: ['add', 'query'],
    })
    expect((await stand.admin.call(archiveCalls.archivesAuthorityGet, { userId: 'harbor-guard' })).rights).toEqual(['add', 'query'])
  })

  test('another organization finds nothing, nor whoever may not play the camera back', async () => {
    const { archiveId } = await stand.make()
    await stand.addRow({ id: 'shop', status: success, sn: demoDevices.shop.sn })
    const stranger = await service.signIn('stranger')
    const operator = await service.signIn('operator')
    for (const [client, id] of [
      [stranger, archiveId],
      [operator, 'shop'],
      [stand.admin, 'no-such'],
    ] as const) {
      const codes = [
        await client.failure(archiveCalls.archivesVideoList, { archiveId: id }),
        await client.failure(archiveCalls.archivesUpdate, { archiveId: id, title: 'Mine' }),
        await client.failure(archiveCalls.archivesDetail, { archiveId: id }),
        await client.failure(archiveCalls.archivesDelete, { archiveIds: [id] }),
        await client.failure(archiveCalls.archivesRetry, { archiveId: id }),
        await client.failure(archiveCalls.archivesCancel, { archiveId: id }),
        await client.failure(archiveCalls.archivesShare, { archiveId: id, emails: ['a@b.example'], durationMinutes: 30 }),
        await client.failure(archiveCalls.archivesShareList, { archiveId: id }),
        await client.failure(archiveCalls.archivesShareRevoke, { archiveId: id, handle: 'x' }),
        await client.failure(archiveCalls.archivesDownloadTokenGet, tokenWish(id)),
      ]
      expect(codes.map(({ code }) => code)).toEqual(codes.map(() => 31102))
    }
    expect((await stranger.call(archiveCalls.archivesList, { pageNum: 1, status: 100 })).total).toBe(0)
    expect(await stand.find('shop', operator)).toBeUndefined()
    expect(await stand.find(archiveId, operator)).toBeDefined()
    const guard = await service.signIn('guard')
    expect((await guard.failure(archiveCalls.archivesList, { pageNum: 1, status: 100 })).code).toBe(5000)
    expect((await guard.failure(archiveCalls.archivesCreate, stand.wish())).code).toBe(5000)
  })
})

describe('downloading', () => {
  test('begins once for each token, within a minute', async () => {
    const { archiveId, sizeBytes } = await stand.make({ title: 'Nacht *1* 夜' })
    const download = await stand.admin.call(archiveCalls.archivesDownloadTokenGet, tokenWish(archiveId))
    expect(download).toMatchObject({ fileName: 'Nacht -1- 夜.mp4', sizeBytes })
    expect((await fetch(service.url + download.url, { method: 'HEAD' })).status).toBe(404)
    const answer = await stand.get(download.url)
    expect([answer.status, answer.headers.get('content-length'), answer.headers.get('cache-control')]).toEqual([
      200,
      String(sizeBytes),
      'no-store',
    ])
    expect(decodeURIComponent(answer.headers.get('content-disposition') ?? '')).toBe("attachment; filename*=UTF-8''Nacht -1- 夜.mp4")
    expect((await numbersIn(new Uint8Array(await answer.arrayBuffer()))).length).toBe(60)
    expect((await stand.get(download.url)).status).toBe(404)
    const late = await stand.admin.call(archiveCalls.archivesDownloadTokenGet, tokenWish(archiveId))
    service.advance(MINUTE_MS + 1)
    expect((await stand.get(late.url)).status).toBe(404)
    expect((await stand.get('/archive-download?token=nonsense')).status).toBe(404)
    expect((await stand.get('/archive-download')).status).toBe(404)
    expect((await stand.admin.failure(archiveCalls.archivesDownloadTokenGet, { ...tokenWish(archiveId), chlIndex: 1 })).code).toBe(31102)
  })

  test('is limited to 100 a day', async () => {
    const { archiveId } = await stand.make()
    const ask = () => stand.admin.failure(archiveCalls.archivesDownloadTokenGet, tokenWish(archiveId))
    for (let asked = 0; asked < 100; asked += 1) expect((await ask()).code).toBe(200)
    expect((await ask()).code).toBe(31106)
    await stand.advance(25 * HOUR_MS)
    expect((await ask()).code).toBe(200)
  })
})
