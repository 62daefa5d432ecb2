import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { RECORDINGS_FUNCTION } from '#contract/archives.ts'
import { cloudStorageCalls as calls } from '#contract/calls/cloud-storage/cloud-storage-calls.ts'
import { licenseOrderPage } from '#contract/calls/licence/license-order-page.ts'
import { durationTypes } from '#contract/licence-terms.ts'
import { orderTypes, TERMS_VERSION, type PayType } from '#contract/payment.ts'
import { cloudStorageStatuses } from '#contract/states/cloud-storage.ts'
import { orderStatuses } from '#contract/states/order.ts'
import { CardStandIn, STAND_IN_KEY, STAND_IN_WEBHOOK_SECRET } from '#tests/support/payment/card-stand-in.ts'
import { goodCard, Shop } from '#tests/support/payment/shop.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'
import { channel, demoDevices, TestService } from '#tests/support/service.ts'

const DAY_MS = 24 * 60 * 60_000
const MINUTE_MS = 60_000
const ADMIN = 'admin@harbor-logistics.example'
/** A card of the sandbox that its bank refuses when something renews itself. */
const onceCard = '4000 0000 0000 0341'
const { using, expired } = cloudStorageStatuses
const { sn } = demoDevices.gate
const cameras = [0, 1].map((chlIndex) => ({ sn, chlIndex }))
const slow = { timeout: 10_000 }

let service: TestService
let admin: ServiceClient
beforeEach(async () => {
  service = await TestService.start()
  admin = await service.signIn('admin')
  await service.connectDevice(
    demoDevices.gate,
    [0, 1].map((index) => channel(index, { supportFun: [RECORDINGS_FUNCTION] })),
  )
  await expect.poll(async () => (await state()).length).toBe(2)
})
afterEach(() => service.close())

/** Moves the clock, and signs the administrator in again, since tokens live shorter. */
async function advance(ms: number): Promise<void> {
  service.advance(ms)
  admin = await service.signIn('admin')
}

async function state() {
  return (await admin.call(calls.cloudStorageChlOrderQuery, {})).channels.filter((one) => one.sn === sn)
}

function order(autoRenew: boolean, channels = cameras) {
  const purchase = { kind: 'buy' as const, goodsId: 'event-7' as const, cycle: durationTypes.days30, channels, autoRenew }
  return admin.call(calls.cloudStoragePurchase, { purchase, amountCents: 299 * channels.length, acceptedTerms: TERMS_VERSION })
}

async function pay(orderId: string, means = goodCard, payType?: PayType): Promise<void> {
  const shop = new Shop(admin)
  await shop.payWith(means, await shop.checkout(orderId, payType))
  await expect.poll(async () => (await shop.look(orderId)).paidAtMs, slow).not.toBeNull()
}

async function buy(autoRenew: boolean, means = goodCard): Promise<string> {
  const { orderId } = (await order(autoRenew)).order
  await pay(orderId, means)
  return orderId
}

async function orders() {
  return (await admin.call(licenseOrderPage, { pageNum: 1, pageSize: 10, orderType: orderTypes.cloudStorage })).orders
}

/** Mail that was written to an address since the clock was moved last, the oldest first. */
async function mailTo(address = ADMIN) {
  const rows = await service.edit((db) =>
    db
      .selectFrom('mail')
      .where('to_address', '=', address)
      .where('created_at_ms', '>=', service.now - 12 * 60 * MINUTE_MS)
      .select(['subject', 'body'])
      .orderBy('created_at_ms')
      .execute(),
  )
  return rows
}
const subjects = async () => (await mailTo()).map(({ subject }) => subject)

/** What the sandbox took, in its own books. */
function taken(): Promise<number> {
  return service.edit(
    async (db) => (await db.selectFrom('sandbox_checkout').where('state', '=', 'succeeded').select('id').execute()).length,
  )
}

/** The service has looked at its deadlines some times more. */
async function swept(): Promise<void> {
  const atMs = Date.now()
  await expect.poll(() => Date.now() - atMs, slow).toBeGreaterThan(700)
}

describe('cloud storage that renews itself', () => {
  test('says so a week before, is charged once three days before its end, and goes on without a gap', async () => {
    const bought = await buy(true)
    expect((await new Shop(admin).look(bought)).cloud).toMatchObject({ autoRenew: true, isAutomatic: false })
    const before = await state()
    expect(before).toMatchObject([{ autoRenew: true, mayAutoRenew: true }, { autoRenew: true }])
    const { nextEnd } = await admin.call(calls.cloudStorageApplicationInfo, {})
    expect(nextEnd).toEqual({ atMs: before[0]?.endMs, cameras: 2, renewing: 2 })
    await advance(23 * DAY_MS + MINUTE_MS)
    await expect.poll(subjects, slow).toEqual(['Your cloud storage is renewed soon'])
    expect((await mailTo())[0]?.body).toContain('$5.98')
    await swept()
    expect(await taken()).toBe(1)
    await advance(4 * DAY_MS)
    await expect.poll(subjects, slow).toEqual(['Your cloud storage was renewed'])
    const [renewal] = await orders()
    expect(renewal).toMatchObject({ kind: 'renew', status: orderStatuses.toBeUsed, amountCents: 598, chlNum: 2 })
    expect(renewal?.cloud).toMatchObject({ autoRenew: true, isAutomatic: true })
    expect((await mailTo())[0]?.body).toContain(`/user/service/order?order=${renewal?.orderId}`)
    expect(await state()).toMatchObject([{ status: cloudStorageStatuses.expiring, isRenewed: true }, { isRenewed: true }])
    await service.restart()
    await advance(DAY_MS)
    await swept()
    await advance(3 * DAY_MS)
    expect(await state()).toMatchObject(before.map(({ endMs }) => ({ status: using, startMs: endMs, autoRenew: true })))
    await swept()
    expect(await taken()).toBe(2)
    expect((await orders()).length).toBe(2)
    // And again, with what the renewal was paid with.
    await advance(27 * DAY_MS)
    await expect.poll(async () => (await orders()).length, slow).toBe(3)
    await expect.poll(taken, slow).toBe(3)
  })

  test('ends for all cameras that were bought together in one moment, however slow the service is', async () => {
    let nowMs = Date.now()
    const slowly = vi.spyOn(Date, 'now').mockImplementation(() => (nowMs += 1))
    onTestFinished(() => slowly.mockRestore())
    await buy(true)
    expect(new Set((await state()).map(({ endMs }) => endMs)).size).toBe(1)
    expect((await admin.call(calls.cloudStorageApplicationInfo, {})).nextEnd).toMatchObject({ cameras: 2 })
  })

  test('that its bank refuses is told by mail and on the page, and tried once a day up to the end', async () => {
    await buy(true, onceCard)
    const ends = (await state())[0]?.endMs ?? 0
    const renewals = async () => (await admin.call(calls.cloudStorageApplicationInfo, {})).renewals
    const tries = () =>
      service.edit((db) => db.selectFrom('payment').where('is_automatic', '=', 1).select(['state', 'fault_code']).execute())
    const refused = { state: 'closed', fault_code: 23022 }
    await advance(27 * DAY_MS + MINUTE_MS)
    await expect.poll(async () => (await subjects()).at(-1), slow).toBe('Your cloud storage could not be renewed')
    const [first] = await renewals()
    expect(first).toMatchObject({ cameras: 2, amountCents: 598, payFault: 23022, endsAtMs: ends })
    expect((first?.nextTryMs ?? 0) - service.now).toBeGreaterThan(DAY_MS - MINUTE_MS)
    const { body } = (await mailTo()).at(-1) ?? { body: '' }
    expect(body).toContain('The amount exceeds the available funds.')
    expect(body).toContain(`/user/service/servicelicense/pay?order=${first?.orderId}`)
    await service.edit((db) => db.updateTable('user').set({ language: 'zh-CN' }).where('email', '=', ADMIN).execute())
    await advance(DAY_MS)
    await expect.poll(async () => (await subjects()).at(-1), slow).toBe('您的云存储未能自动续费')
    await advance(DAY_MS)
    await expect.poll(tries, slow).toEqual([refused, refused, refused])
    expect((await renewals())[0]).toMatchObject({ orderId: first?.orderId, nextTryMs: null })
    expect((await mailTo()).at(-1)?.body).toContain('系统不会再次尝试')
    await advance(DAY_MS)
    await expect.poll(async () => (await state())[0]?.status, slow).toBe(expired)
    await expect.poll(renewals, slow).toEqual([])
    await expect.poll(async () => (await subjects()).at(-1), slow).toBe('您的云存储已到期')
    expect((await orders()).map(({ status }) => status)).toEqual([orderStatuses.cancelled, orderStatuses.paid])
    await advance(5 * DAY_MS)
    await swept()
    expect((await tries()).length).toBe(3)
    expect(await taken()).toBe(1)
  })

  test('and was refused, is paid by hand with another card, which the next renewal is charged to', async () => {
    await buy(true, onceCard)
    await advance(27 * DAY_MS + MINUTE_MS)
    await expect.poll(async () => (await orders())[0]?.payFault, slow).toBe(23022)
    const [renewal] = await orders()
    await pay(renewal?.orderId ?? '')
    expect(await state()).toMatchObject([{ isRenewed: true, autoRenew: true, mayAutoRenew: true }, {}])
    await advance(DAY_MS)
    await swept()
    expect(await taken()).toBe(2)
    await advance(29 * DAY_MS)
    await expect.poll(taken, slow).toBe(3)
    expect((await orders())[0]).toMatchObject({ status: orderStatuses.toBeUsed, payFault: null })
  })

  test('is charged once, also when its bank questions the charge and takes the money back', async () => {
    await buy(true)
    // A card whose bank does that.
    await service.edit((db) => db.updateTable('payment').set({ means: '4000 0000 0000 0259' }).execute())
    await advance(27 * DAY_MS + MINUTE_MS)
    await expect.poll(async () => (await orders())[0]?.status, slow).toBe(orderStatuses.toBeUsed)
    await advance(2 * MINUTE_MS)
    await expect.poll(async () => (await orders())[0]?.status, slow).toBe(orderStatuses.chargeback)
    await advance(DAY_MS)
    await swept()
    expect((await orders()).map(({ status }) => status)).toEqual([orderStatuses.chargeback, orderStatuses.paid])
    expect((await state())[0]).toMatchObject({ status: cloudStorageStatuses.expiring, isRenewed: false })
  })

  test('is switched off and on by camera; one that waits for its payment is taken back', async () => {
    await buy(true, onceCard)
    const set = (autoRenew: boolean, channels = cameras, client = admin) =>
      client.failure(calls.cloudStorageRenewalEdit, { channels, autoRenew })
    expect((await set(false, cameras, await service.signIn('operator'))).code).toBe(5000)
    expect((await set(false, [{ sn, chlIndex: 7 }])).code).toBe(33005)
    expect((await set(false, [{ sn, chlIndex: 1 }])).code).toBe(200)
    expect((await state()).map(({ autoRenew }) => autoRenew)).toEqual([true, false])
    await advance(27 * DAY_MS + MINUTE_MS)
    await expect.poll(async () => (await orders())[0]?.payFault, slow).toBe(23022)
    expect((await orders())[0]).toMatchObject({ chlNum: 1, amountCents: 299 })
    expect((await set(false)).code).toBe(200)
    expect((await orders())[0]?.status).toBe(orderStatuses.cancelled)
    await advance(DAY_MS)
    await swept()
    expect((await orders()).length).toBe(2)
    expect((await set(true)).code).toBe(200)
    await expect.poll(async () => (await orders())[0], slow).toMatchObject({ chlNum: 2, status: orderStatuses.toBePaid, payFault: 23022 })
  })

  test('needs something to pay with: what was paid without agreeing to that is not charged again', async () => {
    await buy(false)
    expect(await state()).toMatchObject([{ autoRenew: false, mayAutoRenew: false }, {}])
    const switched = await admin.failure(calls.cloudStorageRenewalEdit, { channels: cameras, autoRenew: true })
    expect(switched).toEqual({ code: 33871, detail: { field: 'channels.0' } })
    await advance(27 * DAY_MS + MINUTE_MS)
    await swept()
    expect((await orders()).length).toBe(1)
  })

  test('is never bought twice: what somebody orders by hand at that moment goes before it', async () => {
    await buy(true, onceCard)
    await advance(27 * DAY_MS - MINUTE_MS)
    const byHand = (await order(false)).order.orderId
    await advance(2 * MINUTE_MS)
    await swept()
    expect((await orders()).length).toBe(2)
    await pay(byHand)
    await advance(DAY_MS)
    await swept()
    expect((await orders()).length).toBe(2)
    expect(await state()).toMatchObject([{ isRenewed: true, autoRenew: false }, { isRenewed: true }])
  })

  test('that waits for its payment makes room when somebody orders by hand, and leaves alone what waits for something else @deep', async () => {
    await buy(true, onceCard)
    await advance(27 * DAY_MS + MINUTE_MS)
    const again = new Shop(admin)
    const licence = await again.order({ kind: 'buy', chlNum: 5, durationType: durationTypes.days30 })
    await expect.poll(async () => (await orders())[0]?.payFault, slow).toBe(23022)
    expect((await again.look(licence.orderId)).status).toBe(orderStatuses.toBePaid)
    const [automatic] = await orders()
    await order(false)
    expect((await again.look(automatic?.orderId ?? '')).status).toBe(orderStatuses.cancelled)
    expect((await again.look(licence.orderId)).status).toBe(orderStatuses.cancelled)
  })
})

describe('reminders of cloud storage', () => {
  test('tell administrators once that it ends soon and once that it has ended, all cameras in one mail, by a link that leads there', async () => {
    await buy(false)
    await advance(23 * DAY_MS + MINUTE_MS)
    await expect.poll(subjects, slow).toEqual(['Your cloud storage ends soon'])
    const [{ body } = { body: '' }] = await mailTo()
    expect(body).toContain('for 2 cameras')
    expect(body).toMatch(/\/user\/service\/serviceCloudstorage\/purchase\n/)
    await service.edit((db) => db.updateTable('user').set({ language: 'zh-CN' }).where('email', '=', ADMIN).execute())
    await Promise.all([state(), state()])
    await swept()
    expect((await subjects()).length).toBe(1)
    await advance(7 * DAY_MS)
    await expect.poll(subjects, slow).toEqual(['您的云存储已到期'])
    expect(await mailTo('operator@harbor-logistics.example')).toEqual([])
  })

  test('are of trials too, and are not sent for what was renewed', async () => {
    const trial = { purchase: { kind: 'trial' as const, sns: [sn] }, amountCents: 0, acceptedTerms: TERMS_VERSION }
    await admin.call(calls.cloudStoragePurchase, trial)
    await advance(23 * DAY_MS + MINUTE_MS)
    await expect.poll(subjects, slow).toEqual(['Your free trial of cloud storage ends soon'])
    await buy(false)
    await advance(7 * DAY_MS)
    await expect.poll(async () => (await state())[0]?.isTrial, slow).toBe(false)
    await swept()
    expect(await subjects()).toEqual([])
  })
})

test('a renewal whose provider is down, and whose service is killed meanwhile, is charged once when both are back', async () => {
  await service.close()
  const standIn = await CardStandIn.start(() => service.now)
  try {
    service = await TestService.start({
      payment: { provider: 'card', url: standIn.url, key: STAND_IN_KEY, webhookSecret: STAND_IN_WEBHOOK_SECRET },
    })
    admin = await service.signIn('admin')
    await service.connectDevice(
      demoDevices.gate,
      [0, 1].map((index) => channel(index, { supportFun: [RECORDINGS_FUNCTION] })),
    )
    await expect.poll(async () => (await state()).length, slow).toBe(2)
    const { orderId } = (await order(true)).order
    await standIn.pay((await new Shop(admin).checkout(orderId)).split('/').at(-1) ?? '')
    await advance(2 * MINUTE_MS)
    await expect.poll(async () => (await state())[0], slow).toMatchObject({ status: using, mayAutoRenew: true })
    standIn.isDown = true
    await advance(27 * DAY_MS)
    await expect.poll(async () => (await orders()).length, slow).toBe(2)
    await service.restart()
    admin = await service.signIn('admin')
    standIn.isDown = false
    service.advance(6_000)
    await expect.poll(async () => (await orders())[0]?.status, slow).toBe(orderStatuses.toBeUsed)
    await advance(DAY_MS)
    await swept()
    expect(standIn.seen().map(({ isPaid }) => isPaid)).toEqual([true, true])
    expect(await state()).toMatchObject([{ isRenewed: true }, { isRenewed: true }])
  } finally {
    await standIn.close()
  }
})
