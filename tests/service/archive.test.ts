import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { archiveCalls } from '#contract/calls/archive/archive-calls.ts'
import type { InputOf } from '#contract/define-call.ts'
import { archiveStatuses } from '#contract/states/archive.ts'
import { ArchiveStand } from '#tests/support/archive-stand.ts'
import { numbersIn } from '#tests/support/look-at-clip.ts'
import { OTHER_DEVICE } from '#tests/support/other-organization.ts'
import { EndlessSource } from '#tests/support/recording-camera.ts'
import { channel, demoDevices, type TestService } from '#tests/support/service.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const { preparing, processing, success, cancelled, fail } = archiveStatuses
const { sn } = demoDevices.gate

let stand: ArchiveStand
let service: TestService
beforeEach(async () => {
  stand = await ArchiveStand.start()
  service = stand.service
})
afterEach(() => stand.close())

describe('making an archive', () => {
  test('fetches real video of the time asked for, to the picture, as an MP4 that plays', async () => {
    const question = stand.wish({ stream: 'main' })
    const created = await stand.admin.call(archiveCalls.archivesCreate, question)
    expect(created).toMatchObject({
      status: preparing,
      sizeBytes: null,
      archivedBy: 'Marit de Vries',
      cameraName: 'Counter',
      durationMs: 4_000,
    })
    const archive = await stand.until(created.archiveId, success)
    const { videos } = await stand.admin.call(archiveCalls.archivesVideoList, { archiveId: archive.archiveId })
    expect(videos).toHaveLength(1)
    expect(videos[0]).toMatchObject({
      fileName: 'Truck at the gate.mp4',
      codec: stand.loop.clip.codec,
      width: 640,
      height: 360,
      sizeBytes: archive.sizeBytes,
    })
    const file = new Uint8Array(await (await stand.get(videos[0]?.url ?? '')).arrayBuffer())
    expect(file.byteLength).toBe(archive.sizeBytes)
    const first = stand.loop.firstFrom(question.startMs)
    const expected = Array.from(
      { length: stand.loop.firstFrom(question.endMs) - first },
      (_, index) => (first + index) % stand.loop.clip.frames,
    )
    expect(expected.length).toBe(60)
    expect(await numbersIn(file)).toEqual(expected)
  })

  test('serves parts of the file, and nothing for a link that was changed or is too old', async () => {
    const { archiveId, sizeBytes } = await stand.make()
    const { videos } = await stand.admin.call(archiveCalls.archivesVideoList, { archiveId })
    const url = videos[0]?.url ?? ''
    const part = await stand.get(url, { range: 'bytes=4-11' })
    expect([part.status, part.headers.get('content-range'), part.headers.get('content-type')]).toEqual([
      206,
      `bytes 4-11/${sizeBytes}`,
      'video/mp4',
    ])
    expect(Buffer.from(await part.arrayBuffer()).toString('latin1')).toMatch(/^ftyp/)
    expect((await stand.get(url, { range: `bytes=${sizeBytes}-` })).status).toBe(416)
    expect((await stand.get(url.replace(/until=\d/, 'until=9'))).status).toBe(404)
    service.advance(21 * MINUTE_MS)
    expect((await stand.get(url)).status).toBe(404)
  })

  test('refuses what cannot be: the future, backwards, too long, a bad title, a camera without recordings', async () => {
    const failure = (changes: Parameters<ArchiveStand['wish']>[0]) => stand.admin.failure(archiveCalls.archivesCreate, stand.wish(changes))
    const nowMs = service.now
    expect(await failure({ startMs: nowMs - 1_000, endMs: nowMs + 60_000 })).toEqual({ code: 1000, detail: { field: 'endMs' } })
    expect(await failure({ startMs: nowMs - 1_000, endMs: nowMs - 1_000 })).toEqual({ code: 1000, detail: { field: 'endMs' } })
    expect(await failure({ startMs: nowMs - HOUR_MS - 10_001, endMs: nowMs - 10_000 })).toEqual({ code: 1000, detail: { field: 'endMs' } })
    expect(await failure({ title: '  ' })).toEqual({ code: 1000, detail: { field: 'title' } })
    expect(await failure({ title: 'a<b' })).toEqual({ code: 1000, detail: { field: 'title' } })
    expect(await failure({ chlIndex: 1 })).toMatchObject({ code: 33005 })
    expect(await failure({ sn: OTHER_DEVICE.sn })).toMatchObject({ code: 33005 })
    await service.connectDevice(demoDevices.shop, [channel(0)])
    expect(await failure({ sn: demoDevices.shop.sn })).toMatchObject({ code: 31103 })
    expect(await failure({ startMs: nowMs - HOUR_MS - 10_000, endMs: nowMs - 10_000 })).toMatchObject({ code: 200 })
  })

  test('fails with the reason, and can be tried again', async () => {
    const { archiveId } = await stand.admin.call(
      archiveCalls.archivesCreate,
      stand.wish({ startMs: service.now - 25 * HOUR_MS, endMs: service.now - 25 * HOUR_MS + 1_000 }),
    )
    expect(await stand.until(archiveId, fail)).toMatchObject({ failCode: 31104, sizeBytes: null })
    expect((await stand.admin.failure(archiveCalls.archivesVideoList, { archiveId })).code).toBe(6000)
    expect(await stand.admin.call(archiveCalls.archivesRetry, { archiveId })).toMatchObject({ status: preparing, failCode: null })
    await stand.until(archiveId, fail)

    await stand.agent.stop()
    const second = await stand.admin.call(archiveCalls.archivesCreate, stand.wish())
    expect(await stand.until(second.archiveId, fail)).toMatchObject({ failCode: 7062 })
    await stand.reconnect()
    await stand.admin.call(archiveCalls.archivesRetry, { archiveId: second.archiveId })
    await stand.until(second.archiveId, success)
  })

  test('allows only what the state machine allows', async () => {
    const { archiveId } = await stand.make()
    expect((await stand.admin.failure(archiveCalls.archivesRetry, { archiveId })).code).toBe(6000)
    expect((await stand.admin.failure(archiveCalls.archivesCancel, { archiveId })).code).toBe(6000)
    await stand.addRow({ id: 'working', status: processing })
    expect((await stand.admin.failure(archiveCalls.archivesRetry, { archiveId: 'working' })).code).toBe(6000)
    expect((await stand.admin.failure(archiveCalls.archivesDelete, { archiveIds: ['working', archiveId] })).code).toBe(6000)
    expect((await stand.find(archiveId))?.status).toBe(success)
    expect(await stand.admin.call(archiveCalls.archivesCancel, { archiveId: 'working' })).toMatchObject({ status: cancelled })
    expect((await stand.admin.failure(archiveCalls.archivesCancel, { archiveId: 'working' })).code).toBe(6000)
    expect(await stand.admin.call(archiveCalls.archivesRetry, { archiveId: 'working' })).toMatchObject({ status: preparing })
    await stand.until('working', success)
  })

  test('takes over what another process left behind', async () => {
    await stand.addRow({ id: 'lost', status: processing })
    await stand.advance(2 * HOUR_MS)
    await stand.until('lost', success)
  })

  test('ends the work on an archive that is cancelled, and has the device stop', async () => {
    const endless = new EndlessSource()
    await stand.reconnect(endless)
    const { archiveId } = await stand.admin.call(archiveCalls.archivesCreate, stand.wish())
    await stand.until(archiveId, processing)
    await vi.waitFor(() => expect(endless.isSending()).toBe(true), 15_000)
    await stand.admin.call(archiveCalls.archivesCancel, { archiveId })
    await vi.waitFor(() => expect(endless.isSending()).toBe(false), 15_000)
    expect((await stand.find(archiveId))?.status).toBe(cancelled)
  })

  test('lets go of its work when the service ends, so that the next one begins it anew at once', async () => {
    const endless = new EndlessSource()
    await stand.reconnect(endless)
    const { archiveId } = await stand.admin.call(archiveCalls.archivesCreate, stand.wish())
    await stand.until(archiveId, processing)
    await vi.waitFor(() => expect(endless.isSending()).toBe(true), 15_000)
    await service.restart()
    await stand.advance(0)
    expect((await stand.until(archiveId, fail)).failCode).toBe(7062)
  })

  test('deletes files with their archives', async () => {
    const { archiveId } = await stand.make()
    const { videos } = await stand.admin.call(archiveCalls.archivesVideoList, { archiveId })
    expect((await stand.get(videos[0]?.url ?? '')).status).toBe(200)
    expect((await stand.admin.failure(archiveCalls.archivesDelete, { archiveIds: [archiveId, 'no-such'] })).code).toBe(31102)
    await stand.admin.call(archiveCalls.archivesDelete, { archiveIds: [archiveId] })
    expect((await stand.get(videos[0]?.url ?? '')).status).toBe(404)
    expect(await stand.find(archiveId)).toBeUndefined()
  })

  test('that is asked for too often is told so with a code of its own', async () => {
    const codes: number[] = []
    for (let time = 0; time < 61; time += 1)
      codes.push((await stand.admin.failure(archiveCalls.archivesCreate, stand.wish({ title: '' }))).code)
    expect(codes.slice(0, 60).every((code) => code === 1000)).toBe(true)
    expect(codes[60]).toBe(31114)
  })

  test('stops when the space is used up, or too much waits', async () => {
    await stand.addRow({ id: 'huge', status: success, size_bytes: 20 * 1024 ** 3 })
    expect((await stand.admin.failure(archiveCalls.archivesCreate, stand.wish())).code).toBe(31100)
    expect(await stand.admin.call(archiveCalls.archivesConditions, {})).toMatchObject({
      usedBytes: 20 * 1024 ** 3,
      spaceBytes: 20 * 1024 ** 3,
    })
    await stand.admin.call(archiveCalls.archivesDelete, { archiveIds: ['huge'] })
    for (let row = 0; row < 50; row += 1) await stand.addRow({ id: `waits-${row}`, status: processing })
    expect((await stand.admin.failure(archiveCalls.archivesCreate, stand.wish())).code).toBe(31112)
  })
})

describe('searching', () => {
  const list = (search: Partial<InputOf<typeof archiveCalls.archivesList>> = {}) =>
    stand.admin.call(archiveCalls.archivesList, { pageNum: 1, status: 100, ...search })
  const ids = async (search: Parameters<typeof list>[0]) => (await list(search)).archives.map(({ archiveId }) => archiveId)

  test('is found by its case number and its tags, in capitals or not; what is written about it is changed, and what is not named stays', async () => {
    const facts = { caseNumber: 'LON-118', tags: ['Gate', 'truck'], notes: 'Two men' }
    const { archiveId } = await stand.admin.call(archiveCalls.archivesCreate, { ...stand.wish(), ...facts })
    await stand.admin.call(archiveCalls.archivesCreate, stand.wish({ title: 'Other' }))
    for (const archiveTitle of ['lon-118', 'TRUCK', 'at the gate']) {
      expect((await list({ archiveTitle })).archives.map((one) => one.archiveId)).toEqual([archiveId])
    }
    const changed = await stand.admin.call(archiveCalls.archivesUpdate, { archiveId, caseNumber: 'LON-119', tags: [] })
    expect(changed).toMatchObject({ title: 'Truck at the gate', caseNumber: 'LON-119', tags: [], notes: 'Two men' })
    expect((await list({ archiveTitle: 'truck' })).archives.map((one) => one.title)).toEqual(['Truck at the gate'])
    expect((await list({ archiveTitle: 'lon-118' })).total).toBe(0)
    const twice = { archiveId, tags: ['Gate', 'gate'] }
    expect((await stand.admin.failure(archiveCalls.archivesUpdate, twice)).code).toBe(1000)
    expect((await stand.admin.failure(archiveCalls.archivesUpdate, { archiveId, title: '' })).code).toBe(1000)
  })

  test('those that were made together know of each other', async () => {
    const batchId = randomUUID()
    const together = async () => (await stand.admin.call(archiveCalls.archivesCreate, { ...stand.wish(), batchId })).archiveId
    const ids = [await together(), await together()]
    const { archiveId: alone } = await stand.admin.call(archiveCalls.archivesCreate, stand.wish())
    const group = async (archiveId: string) =>
      (await stand.admin.call(archiveCalls.archivesDetail, { archiveId })).group.map((one) => one.archiveId)
    expect((await group(ids[0] ?? '')).toSorted()).toEqual(ids.toSorted())
    expect(await group(alone)).toEqual([alone])
    expect((await list({ batchId })).total).toBe(2)
  })

  test('pages by 20, newest first, and narrows by state, title, site, camera and time', async () => {
    const hourAgo = service.now - HOUR_MS
    for (let row = 0; row < 23; row += 1) {
      await stand.addRow({
        id: `row-${row}`,
        status: row === 3 ? fail : success,
        title: row === 5 ? 'Blue 100% van_1' : `Row ${row}`,
        created_at_ms: hourAgo + row,
        start_at_ms: hourAgo - row * 24 * HOUR_MS,
      })
    }
    await stand.addRow({ id: 'elsewhere', status: success, sn: demoDevices.warehouse.sn, created_at_ms: 1 })
    const body = { pageNum: 1, status: 100 } as const
    const first = await stand.admin.call(archiveCalls.archivesList, body)
    expect([first.total, first.archives.length, first.archives[0]?.archiveId]).toEqual([24, 20, 'row-22'])
    expect(await ids({ pageNum: 2 })).toEqual(['row-2', 'row-1', 'row-0', 'elsewhere'])
    expect(await ids({ status: -1 })).toEqual(['row-3'])
    expect((await list({ status: 4 })).total).toBe(23)
    expect(await ids({ archiveTitle: 'BLUE 100%' })).toEqual(['row-5'])
    expect(await ids({ archiveTitle: '%' })).toEqual(['row-5'])
    expect(await ids({ archiveTitle: '_1' })).toEqual(['row-5'])
    expect(await ids({ cameras: [{ sn: demoDevices.warehouse.sn, chlIndex: 0 }] })).toEqual(['elsewhere'])
    expect((await list({ siteIds: ['harbor-shop'] })).total).toBe(0)
    expect(await ids({ dateRange: { startMs: hourAgo - 10 * 24 * HOUR_MS, endMs: hourAgo - 9 * 24 * HOUR_MS } })).toEqual(['row-10'])
    const days = (count: number) =>
      stand.admin.failure(archiveCalls.archivesList, { ...body, dateRange: { startMs: hourAgo - count * 24 * HOUR_MS, endMs: hourAgo } })
    expect((await days(31)).code).toBe(200)
    expect(await days(32)).toEqual({ code: 33060, detail: { field: 'dateRange.endMs' } })
    expect(await days(-1)).toEqual({ code: 1000, detail: { field: 'dateRange.endMs' } })
    expect((await stand.admin.failure(archiveCalls.archivesList, { ...body, pageSize: 101 })).code).toBe(1000)
    expect(await stand.admin.call(archiveCalls.archivesConditions, {})).toMatchObject({
      sites: [{ siteId: 'harbor-gate', siteName: 'Harbor Gate and Parking' }],
      cameras: [{ sn: demoDevices.warehouse.sn }, { sn }],
    })
  })
})
