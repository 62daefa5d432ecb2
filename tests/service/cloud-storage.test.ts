import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cloudStorageCalls as calls } from '#contract/calls/cloud-storage/cloud-storage-calls.ts'
import { buyCheck } from '#contract/calls/licence/buy-check.ts'
import { deviceBind } from '#contract/calls/device/device-bind.ts'
import { deviceUnbind } from '#contract/calls/device/device-unbind.ts'
import { licenseOrderPage } from '#contract/calls/licence/license-order-page.ts'
import { vasInstCheck } from '#contract/calls/licence/vas-inst-check.ts'
import type { InputOf } from '#contract/define-call.ts'
import { durationTypes } from '#contract/licence-terms.ts'
import { orderTypes, TERMS_VERSION } from '#contract/payment.ts'
import { cloudStorageStatuses } from '#contract/states/cloud-storage.ts'
import { orderStatuses } from '#contract/states/order.ts'
import { ArchiveStand } from '#tests/support/archive-stand.ts'
import { numbersIn } from '#tests/support/look-at-clip.ts'
import { OTHER_DEVICE } from '#tests/support/other-organization.ts'
import { goodCard, Shop } from '#tests/support/payment/shop.ts'
import { connectRecordingCamera } from '#tests/support/recording-camera.ts'
import { report } from '#tests/support/seen-events.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'
import { channel, demoDevices } from '#tests/support/service.ts'

type Purchase = InputOf<typeof calls.cloudStoragePurchase>['purchase']
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * 60_000
/** Cards of the sandbox whose payments are disputed. */
const cards = { lost: '4000000000000259', won: '4000000000001976' }
const { using, expiring, expired, terminated, notEffective, notActivated, exception } = cloudStorageStatuses
const { sn } = demoDevices.gate
const camera = { sn, chlIndex: 0 }
const month: Purchase = { kind: 'buy', goodsId: 'event-7', cycle: durationTypes.days30, channels: [camera] }
const year: Purchase = { kind: 'buy', goodsId: 'event-30', cycle: durationTypes.year1, channels: [camera] }
const trial: Purchase = { kind: 'trial', sns: [sn] }
const wish = (purchase: Purchase, amountCents: number) => ({ purchase, amountCents, acceptedTerms: TERMS_VERSION })

let stand: ArchiveStand
beforeEach(async () => {
  stand = await ArchiveStand.start()
})
afterEach(() => stand.close())

const order = async (purchase: Purchase, amountCents: number) =>
  (await stand.admin.call(calls.cloudStoragePurchase, wish(purchase, amountCents))).order
const failure = (purchase: Purchase, amountCents: number, client = stand.admin) =>
  client.failure(calls.cloudStoragePurchase, wish(purchase, amountCents))

async function buy(purchase: Purchase, amountCents: number, card = goodCard): Promise<string> {
  const shop = new Shop(stand.admin)
  const { orderId } = await order(purchase, amountCents)
  await shop.payWith(card, await shop.checkout(orderId))
  return orderId
}

async function state(client: ServiceClient = stand.admin) {
  const { channels } = await client.call(calls.cloudStorageChlOrderQuery, {})
  return channels.find((one) => one.sn === sn)
}

describe('buying', () => {
  test('costs what the goods say, is paid like every order, and begins at once', async () => {
    const { goods } = await stand.admin.call(calls.cloudStorageGoodsList, {})
    const price =
      goods.find(({ goodsId }) => goodsId === 'event-7')?.prices.find(({ cycle }) => cycle === durationTypes.days30)?.amountCents ?? 0
    expect(await state()).toMatchObject({ status: notActivated, goodsId: null, endMs: null })
    expect((await failure(month, price - 1)).code).toBe(23025)
    const placed = await order(month, price)
    expect(placed).toMatchObject({
      orderType: orderTypes.cloudStorage,
      kind: 'buy',
      chlNum: 1,
      amountCents: price,
      status: orderStatuses.toBePaid,
    })
    expect(await state()).toMatchObject({ status: notActivated })
    await buy(month, price)
    const bought = await state()
    expect(bought).toMatchObject({ status: using, goodsId: 'event-7', isTrial: false, isRenewed: false })
    expect((bought?.endMs ?? 0) - (bought?.startMs ?? 0)).toBe(30 * DAY_MS)
    const { orders } = await stand.admin.call(licenseOrderPage, { pageNum: 1, pageSize: 10 })
    expect(orders.map(({ status }) => status)).toEqual([orderStatuses.paid, orderStatuses.cancelled])
    expect(await stand.admin.call(calls.cloudStorageApplicationInfo, {})).toMatchObject({ inUse: 1, expiring: 0, recordings: 0 })
  })

  test('a renewal waits, begins where the first ends, and expires to the day', async () => {
    await buy(month, 299)
    const first = await state()
    const nextEnd = async () => (await stand.admin.call(calls.cloudStorageApplicationInfo, {})).nextEnd
    expect(await nextEnd()).toEqual({ atMs: first?.endMs, cameras: 1, renewing: 0 })
    const renewal = await buy(year, 6_990)
    expect(await state()).toMatchObject({ status: using, isRenewed: true })
    expect(await nextEnd()).toBeNull()
    expect((await new Shop(stand.admin).look(renewal)).status).toBe(orderStatuses.toBeUsed)
    expect((await failure(month, 299)).code).toBe(33130)
    await stand.advance(24 * DAY_MS)
    expect(await state()).toMatchObject({ status: expiring })
    await stand.advance(7 * DAY_MS)
    expect(await state()).toMatchObject({ status: using, goodsId: 'event-30', startMs: first?.endMs, isRenewed: false })
    expect((await new Shop(stand.admin).look(renewal)).status).toBe(orderStatuses.paid)
    await stand.advance(366 * DAY_MS)
    expect(await state()).toMatchObject({ status: expired })
    await buy(month, 299)
    expect(await state()).toMatchObject({ status: using })
  })

  test('a trial is free, at once, and one for each device', async () => {
    expect((await stand.admin.call(calls.cloudStorageApplicationInfo, {})).trialSns).toContain(sn)
    expect((await order(trial, 0)).status).toBe(orderStatuses.onTrial)
    expect(await state()).toMatchObject({ status: using, isTrial: true })
    expect(await failure(trial, 0)).toEqual({ code: 23006, detail: { field: 'purchase.sns.0' } })
    await buy(month, 299)
    expect(await state()).toMatchObject({ isTrial: true, isRenewed: true })
    await stand.advance(31 * DAY_MS)
    expect(await state()).toMatchObject({ isTrial: false, status: using })
    await stand.advance(31 * DAY_MS)
    expect(await state()).toMatchObject({ status: expired })
    expect((await failure(trial, 0)).code).toBe(23006)
    expect((await stand.admin.call(calls.cloudStorageApplicationInfo, {})).trialSns).not.toContain(sn)
  })

  test('a trial is once for each organization, whatever devices it adds afterwards, and another organization may have its own', async () => {
    const trySn = (one: string) => failure({ kind: 'trial', sns: [one] }, 0)
    await order(trial, 0)
    const later = await connectRecordingCamera(stand.service.url, demoDevices.shop)
    expect((await stand.admin.call(calls.cloudStorageApplicationInfo, {})).trialSns).toEqual([])
    expect(await trySn(demoDevices.shop.sn)).toEqual({ code: 23006, detail: {} })
    // Nor is it there to be had by giving the first device away.
    await stand.admin.call(deviceUnbind, { sn })
    expect((await trySn(demoDevices.shop.sn)).code).toBe(23006)
    await later.agent.stop()
    const stranger = await stand.service.signIn('stranger')
    const { site_id } = await stand.service.edit((db) =>
      db.selectFrom('device').where('sn', '=', OTHER_DEVICE.sn).select('site_id').executeTakeFirstOrThrow(),
    )
    const theirs = { sn: 'THEIRS0001', securityCode: 'THEIRCODE1' }
    const { agent } = await connectRecordingCamera(stand.service.url, theirs)
    await stranger.call(deviceBind, { ...theirs, siteId: site_id ?? '' })
    expect((await stranger.call(calls.cloudStorageApplicationInfo, {})).trialSns).toContain(theirs.sn)
    expect((await failure({ kind: 'trial', sns: [theirs.sn] }, 0, stranger)).code).toBe(200)
    await agent.stop()
  })

  test('is out of force while its payment is disputed, and goes on where it stopped when that is won', async () => {
    const orderId = await buy(month, 299, cards.won)
    stand.service.advance(MINUTE_MS)
    await expect.poll(async () => (await state())?.status, { timeout: 10_000 }).toBe(notEffective)
    await buy(year, 6_990)
    stand.service.advance(MINUTE_MS)
    await new Shop(stand.admin).until(orderId, orderStatuses.toBeUsed)
    expect(await state()).toMatchObject({ status: using, goodsId: 'event-30', isRenewed: true })
    await stand.advance(366 * DAY_MS)
    expect(await state()).toMatchObject({ status: using, goodsId: 'event-7', isRenewed: false })
  })

  test('ends when the money goes back', async () => {
    await buy(month, 299, cards.lost)
    stand.service.advance(MINUTE_MS)
    await expect.poll(async () => (await state())?.status, { timeout: 10_000 }).toBe(notEffective)
    stand.service.advance(MINUTE_MS)
    await expect.poll(async () => (await state())?.status, { timeout: 10_000 }).toBe(terminated)
    expect((await stand.admin.call(calls.cloudStorageApplicationInfo, {})).inUse).toBe(0)
  })

  test('refuses what cannot be: foreign cameras, cameras without recordings, terms not accepted, people who may not', async () => {
    const of = (channels: { sn: string; chlIndex: number }[]): Purchase => ({
      kind: 'buy',
      goodsId: 'event-7',
      cycle: durationTypes.days30,
      channels,
    })
    await stand.service.connectDevice(demoDevices.shop, [channel(0)])
    expect(await failure(of([camera, { sn: OTHER_DEVICE.sn, chlIndex: 0 }]), 598)).toEqual({
      code: 33005,
      detail: { field: 'purchase.channels.1' },
    })
    expect((await failure(of([{ sn, chlIndex: 1 }]), 299)).code).toBe(33005)
    expect((await failure(of([{ sn: demoDevices.shop.sn, chlIndex: 0 }]), 299)).code).toBe(31103)
    expect(await failure({ kind: 'trial', sns: [OTHER_DEVICE.sn] }, 0)).toEqual({ code: 33003, detail: { field: 'purchase.sns.0' } })
    expect((await failure({ kind: 'trial', sns: [demoDevices.shop.sn] }, 0)).code).toBe(31103)
    expect((await failure(of([]), 0)).code).toBe(1000)
    expect((await stand.admin.failure(calls.cloudStoragePurchase, { ...wish(month, 299), acceptedTerms: 'old' })).code).toBe(23046)
    const { version } = await stand.admin.call(calls.cloudStorageApplicationTerm, {})
    expect(version).toBe(TERMS_VERSION)
    const [operator, guard, stranger] = await Promise.all([
      stand.service.signIn('operator'),
      stand.service.signIn('guard'),
      stand.service.signIn('stranger'),
    ])
    expect((await failure(month, 299, operator)).code).toBe(5000)
    expect((await failure(month, 299, stranger)).code).toBe(33005)
    expect((await guard.failure(calls.cloudStorageChlOrderQuery, {})).code).toBe(5000)
    expect(await state(stranger)).toBeUndefined()
  })

  test('can be asked about before it is ordered, and before something that needs it', async () => {
    const check = (purchase: Purchase, client = stand.admin) => client.failure(buyCheck, { orderType: orderTypes.cloudStorage, purchase })
    const inUse = (client = stand.admin, channels = [camera]) =>
      client.failure(vasInstCheck, { orderType: orderTypes.cloudStorage, channels })
    expect((await check(trial)).code).toBe(200)
    // To ask is to take nothing.
    expect((await check(trial)).code).toBe(200)
    expect(await inUse()).toEqual({ code: 33861, detail: { field: 'channels.0' } })
    const waiting = await order(month, 299)
    expect((await stand.admin.call(buyCheck, { orderType: orderTypes.cloudStorage, purchase: year })).waiting?.orderId).toBe(
      waiting.orderId,
    )
    await order(trial, 0)
    // The trial leaves alone what waits for its payment.
    expect((await new Shop(stand.admin).look(waiting.orderId)).status).toBe(orderStatuses.toBePaid)
    expect(await check(trial)).toEqual({ code: 23006, detail: { field: 'purchase.sns.0' } })
    expect((await check({ ...month, channels: [{ sn: OTHER_DEVICE.sn, chlIndex: 0 }] })).code).toBe(33005)
    expect((await inUse()).code).toBe(200)
    const [operator, guard, stranger] = await Promise.all(
      (['operator', 'guard', 'stranger'] as const).map((name) => stand.service.signIn(name)),
    )
    expect((await inUse(operator)).code).toBe(200)
    expect((await inUse(guard)).code).toBe(5001)
    expect((await inUse(stranger)).code).toBe(33005)
    expect((await check(month, operator)).code).toBe(5000)
  })

  test('is told apart in the list of orders, with goods, cameras and how it stands', async () => {
    const { orderId } = await order({ ...month, triggers: ['motion'] }, 299)
    const what = { goodsId: 'event-7', channels: [{ ...camera, channelName: expect.any(String) }], triggers: ['motion'] }
    const cloud = { ...what, autoRenew: false, isAutomatic: false }
    const listed = async (orderType?: 1 | 3) =>
      (await stand.admin.call(licenseOrderPage, { pageNum: 1, pageSize: 10, orderType })).orders.map((one) => [one.orderId, one.cloud])
    expect(await listed(orderTypes.cloudStorage)).toEqual([[orderId, { ...cloud, serviceStatus: null }]])
    const shop = new Shop(stand.admin)
    await shop.payWith(goodCard, await shop.checkout(orderId))
    await shop.until(orderId, orderStatuses.paid)
    expect((await shop.look(orderId)).cloud).toEqual({ ...cloud, serviceStatus: using })
    const licence = await shop.order({ kind: 'buy', chlNum: 5, durationType: durationTypes.days30 })
    expect(await listed(orderTypes.license)).toEqual([[licence.orderId, null]])
    expect((await listed()).length).toBe(2)
  })

  test('keeps other things from now on when somebody chooses so, of cameras that have some', async () => {
    const edit = (channels: { sn: string; chlIndex: number }[] = [camera], client = stand.admin) =>
      client.failure(calls.cloudStorageChlEdit, { channels, triggers: ['sensor', 'motion'] })
    expect(await edit()).toEqual({ code: 33861, detail: { field: 'channels.0' } })
    await buy(month, 299)
    await buy(year, 6_990)
    expect((await edit([camera, { sn: OTHER_DEVICE.sn, chlIndex: 0 }])).code).toBe(33005)
    expect((await state())?.triggers).toEqual(['motion', 'recognition', 'sensor'])
    expect((await edit()).code).toBe(200)
    expect((await state())?.triggers).toEqual(['motion', 'sensor'])
    // What follows keeps the same.
    await stand.advance(31 * DAY_MS)
    expect(await state()).toMatchObject({ goodsId: 'event-30', triggers: ['motion', 'sensor'] })
    expect((await edit([camera], await stand.service.signIn('operator'))).code).toBe(5000)
  })

  test('is shown to administrators, and to whoever may play back a camera that has some', async () => {
    const [operator, guard] = await Promise.all([stand.service.signIn('operator'), stand.service.signIn('guard')])
    const show = (client: ServiceClient) => client.call(calls.cloudStorageMenuShow, {})
    expect(await show(stand.admin)).toEqual({ isShown: true, mayBuy: true })
    expect(await show(operator)).toEqual({ isShown: false, mayBuy: false })
    await buy(month, 299)
    expect(await show(operator)).toEqual({ isShown: true, mayBuy: false })
    expect(await show(guard)).toEqual({ isShown: false, mayBuy: false })
  })
})

describe('recording', () => {
  const question = { ...camera, storageType: 'object', bucketName: 'recordings', storageUrl: '/objects', resourceType: 'cloud' } as const
  const recordings = async (client = stand.admin) => {
    const nowMs = stand.service.now
    return (await client.call(calls.cloudStorageDownloadTokenGet, { ...question, startMs: nowMs - DAY_MS, endMs: nowMs })).recordings
  }

  /** Lets the term begin before the events that are to be recorded. */
  async function buyEarlier(wanted = month): Promise<void> {
    await buy(wanted, 299)
    await stand.service.edit((db) =>
      db
        .updateTable('cloud_term')
        .set({ starts_at_ms: Date.now() - DAY_MS })
        .execute(),
    )
  }

  test('keeps what the camera saw around an event, to the picture, as long as the goods say', async () => {
    const atMs = Date.now() - 20_000
    report(stand.agent, { event: 'person' }, atMs)
    await buyEarlier()
    await expect.poll(async () => (await recordings()).length, { timeout: 10_000 }).toBe(1)
    const [first] = await recordings()
    expect(first).toMatchObject({ trigger: 'person', startTime: atMs - 5_000, endTime: atMs + 10_000, indexFileSeq: 0 })
    const file = new Uint8Array(await (await stand.get(first?.url ?? '')).arrayBuffer())
    const from = stand.loop.firstFrom(atMs - 5_000)
    const count = stand.loop.firstFrom(atMs + 10_000) - from
    expect(await numbersIn(file)).toEqual(Array.from({ length: count }, (_, index) => (from + index) % stand.loop.clip.frames))
    expect((await stand.get(first?.url ?? '', { range: 'bytes=0-9' })).status).toBe(206)
    const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Amsterdam' }).format(atMs - 5_000)
    const days = async (client = stand.admin) =>
      (await client.call(calls.cloudStorageVideoExistDayList, { ...camera, month: day.slice(0, 7) })).days
    expect(await days()).toContain(day)
    const info = await stand.admin.call(calls.cloudStorageApplicationInfo, {})
    expect(info.usedBytes).toBe(first?.sizeBytes)
    const dayMs = Math.floor((atMs - 5_000) / DAY_MS) * DAY_MS
    expect(info.days).toEqual([{ dayMs, recordings: 1, usedBytes: first?.sizeBytes }])
    await stand.advance(6 * DAY_MS)
    expect(await days()).toContain(day)
    await stand.advance(DAY_MS + 60_000)
    await expect.poll(async () => (await days()).length, { timeout: 10_000 }).toBe(0)
  })

  test('shows nothing twice: a second event goes on where the first recording ends', async () => {
    const atMs = Date.now() - 30_000
    report(stand.agent, { event: 'motion' }, atMs)
    report(stand.agent, { event: 'person' }, atMs + 500)
    report(stand.agent, { event: 'vehicle' }, atMs + 4_000)
    await buyEarlier()
    await expect.poll(async () => (await recordings()).length, { timeout: 10_000 }).toBe(2)
    const [first, second] = await recordings()
    expect([first?.startTime, first?.endTime, second?.startTime, second?.endTime]).toEqual([
      atMs - 5_000,
      atMs + 10_000,
      atMs + 10_000,
      atMs + 14_000,
    ])
    expect((await state())?.status).toBe(using)
  })

  test('keeps what the customer chose: movement, what is recognized, contacts, or some of them', async () => {
    const term = async () => (await state())?.triggers
    expect(await term()).toEqual([])
    const atMs = Date.now() - 60_000
    // Far apart, so that each has a recording of its own; the last shows that the turn of all is over.
    const kinds = ['tampering', 'motion', 'line-crossing', 'input'] as const
    for (const [index, event] of kinds.entries()) report(stand.agent, { event }, atMs + index * 16_000)
    await buyEarlier({ ...month, triggers: ['sensor', 'motion', 'sensor'] })
    expect(await term()).toEqual(['motion', 'sensor'])
    await expect.poll(async () => (await recordings()).map(({ trigger }) => trigger), { timeout: 10_000 }).toEqual(['motion', 'input'])
    // Those that were passed over are made good if they are chosen while they are not too old.
    await stand.service.edit((db) => db.updateTable('cloud_term').set({ triggers: 'motion recognition sensor' }).execute())
    await expect
      .poll(async () => (await recordings()).map(({ trigger }) => trigger), { timeout: 10_000 })
      .toEqual(['motion', 'line-crossing', 'input'])
    expect((await failure({ ...month, triggers: [] }, 299)).detail).toEqual({ field: 'purchase.triggers' })
  })

  test('records nothing of a camera without cloud storage, nor what was before it', async () => {
    report(stand.agent, { event: 'motion' }, Date.now() - 20_000)
    await buy(month, 299)
    report(stand.agent, { event: 'face' }, Date.now() - 10_500)
    stand.service.advance(60_000)
    // What begins later than both is recorded, and shows that their turn is over.
    await stand.service.edit((db) =>
      db
        .updateTable('cloud_term')
        .set({ starts_at_ms: Date.now() - 10_200 })
        .execute(),
    )
    report(stand.agent, { event: 'person' }, Date.now() - 10_100)
    await expect.poll(async () => (await recordings()).map(({ trigger }) => trigger), { timeout: 10_000 }).toEqual(['person'])
  })

  test('says when the last recording could not be stored', async () => {
    report(stand.agent, { event: 'motion' }, Date.now() - 20_000)
    await expect.poll(async () => (await stand.admin.call(calls.cloudStorageApplicationInfo, {})).cameras).toBe(1)
    await stand.agent.stop()
    await buyEarlier()
    await expect.poll(async () => (await state())?.status, { timeout: 10_000 }).toBe(exception)
    expect(await recordings()).toEqual([])
  })

  const retryAtMs = async () => {
    const rows = await stand.service.edit((db) => db.selectFrom('cloud_recording').select('retry_at_ms').execute())
    return rows[0]?.retry_at_ms
  }

  /** Loses an event of a camera that is away, and answers with the time of the next try. */
  async function loseOne(): Promise<number> {
    report(stand.agent, { event: 'motion' }, Date.now() - 20_000)
    await expect.poll(async () => (await stand.admin.call(calls.cloudStorageApplicationInfo, {})).cameras).toBe(1)
    await stand.agent.stop()
    await buyEarlier()
    await expect.poll(retryAtMs, { timeout: 10_000 }).toBeGreaterThan(0)
    return Number(await retryAtMs())
  }

  test('is made good when the camera is back', async () => {
    const atMs = await loseOne()
    await stand.reconnect()
    expect(await recordings()).toEqual([])
    await stand.advance(atMs - stand.service.now)
    await expect.poll(async () => (await recordings()).length, { timeout: 10_000 }).toBe(1)
    expect((await state())?.status).toBe(using)
    expect(await retryAtMs()).toBeNull()
  })

  test('is tried after pauses that grow, for a day, while the camera is away', async () => {
    const pauses: number[] = []
    for (let atMs: number | null = await loseOne(); atMs !== null; ) {
      const dueMs: number = atMs
      pauses.push(dueMs - stand.service.now)
      stand.service.advance(dueMs - stand.service.now)
      await expect.poll(retryAtMs, { timeout: 10_000 }).not.toBe(dueMs)
      atMs = (await retryAtMs()) ?? null
    }
    expect(pauses.length).toBeGreaterThan(5)
    expect(pauses.every((pause, index) => pause > 1.5 * (pauses[index - 2] ?? 0))).toBe(true)
    const sum = pauses.reduce((total, pause) => total + pause, 0)
    expect([sum > DAY_MS / 3, sum < DAY_MS]).toEqual([true, true])
    expect((await retryAtMs()) ?? null).toBeNull()
  })

  test('is seen by whoever may play the camera back, in spans of 31 days', async () => {
    const [operator, guard, stranger] = await Promise.all([
      stand.service.signIn('operator'),
      stand.service.signIn('guard'),
      stand.service.signIn('stranger'),
    ])
    const ask = (client: ServiceClient, spanMs: number) =>
      client.failure(calls.cloudStorageDownloadTokenGet, { ...question, startMs: stand.service.now - spanMs, endMs: stand.service.now })
    expect((await ask(operator, DAY_MS)).code).toBe(200)
    expect((await ask(operator, 31 * DAY_MS)).code).toBe(200)
    expect((await ask(operator, 31 * DAY_MS + 1)).code).toBe(33060)
    expect((await ask(operator, -1)).code).toBe(1000)
    expect((await ask(guard, DAY_MS)).code).toBe(5000)
    expect((await ask(stranger, DAY_MS)).code).toBe(33005)
    expect((await stranger.failure(calls.cloudStorageVideoExistDayList, { ...camera, month: '2026-11' })).code).toBe(33005)
    expect((await operator.failure(calls.cloudStorageVideoExistDayList, { ...camera, month: '2026-13' })).code).toBe(1000)
  })
})
