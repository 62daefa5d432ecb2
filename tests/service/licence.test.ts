import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { RECORDINGS_FUNCTION } from '#contract/archives.ts'
import { archivesCreate } from '#contract/calls/archive/archives-create.ts'
import { archivesRetry } from '#contract/calls/archive/archives-retry.ts'
import { recordedPartCreate } from '#contract/calls/archive/recorded-part-create.ts'
import { recordedPartGet } from '#contract/calls/archive/recorded-part-get.ts'
import { deviceAccessTokenGet } from '#contract/calls/device/device-access-token-get.ts'
import { eventVideoExistDayList } from '#contract/calls/event/event-video-exist-day-list.ts'
import { eventVideoSearch } from '#contract/calls/event/event-video-search.ts'
import { eventRuleAddOrEdit } from '#contract/calls/event/event-rule-add-or-edit.ts'
import { licenseOrderInsertPayOrder } from '#contract/calls/licence/license-order-insert-pay-order.ts'
import { licenseOrderPage } from '#contract/calls/licence/license-order-page.ts'
import { licensePriceMatrixQuote } from '#contract/calls/licence/license-price-matrix-quote.ts'
import { licenseApplicationTermGet } from '#contract/calls/licence/license-application-term-get.ts'
import { userQuery } from '#contract/calls/licence/user-query.ts'
import { vasInstCheck } from '#contract/calls/licence/vas-inst-check.ts'
import { buyCheck } from '#contract/calls/licence/buy-check.ts'
import { plateAdd } from '#contract/calls/vehicle/plate-add.ts'
import { plateDelete } from '#contract/calls/vehicle/plate-delete.ts'
import { plateGroupAdd } from '#contract/calls/vehicle/plate-group-add.ts'
import { plateImport } from '#contract/calls/vehicle/plate-import.ts'
import { plateList } from '#contract/calls/vehicle/plate-list.ts'
import { plateMerge } from '#contract/calls/vehicle/plate-merge.ts'
import { deviceAnswer, type PassThroughName } from '#contract/device-pass-through.ts'
import { codeOf } from '#contract/errors.ts'
import { durationTypes } from '#contract/licence-terms.ts'
import { MEDIA_PATH } from '#contract/media.ts'
import { orderTypes, TERMS_VERSION } from '#contract/payment.ts'
import { archiveStatuses } from '#contract/states/archive.ts'
import { licenceStatuses } from '#contract/states/licence.ts'
import { deviceTypes } from '#contract/enums.ts'
import { orderStatuses } from '#contract/states/order.ts'
import { always } from '#contract/weekly-schedule.ts'
import { ArchiveStand } from '#tests/support/archive-stand.ts'
import { OTHER_DEVICE } from '#tests/support/other-organization.ts'
import { goodCard, Shop } from '#tests/support/payment/shop.ts'
import { channel, demoDevices, TestService } from '#tests/support/service.ts'
import { workbookOf } from '#tests/support/sheets/sheet-files.ts'
import { upload } from '#tests/support/upload.ts'

const DAY_MS = 24 * 60 * 60_000
const { days30, year1, years2 } = durationTypes
let service: TestService
let shop: Shop

beforeEach(async () => {
  service = await TestService.start()
  shop = new Shop(await service.signIn('admin'))
})
afterEach(() => service.close())

/** Moves the clock, and signs in again, since tokens live shorter. */
async function advance(ms: number): Promise<void> {
  service.advance(ms)
  shop = new Shop(await service.signIn('admin'))
}

/** Gives the demonstration organization this number of free channels. */
async function giveFreeChannels(count: number): Promise<void> {
  const account = { organization_id: 'harbor-logistics', free_chl_num: count, revision: 1 }
  await service.edit((db) =>
    db
      .insertInto('licence_account')
      .values(account)
      .onConflict((conflict) => conflict.column('organization_id').doUpdateSet({ free_chl_num: count }))
      .execute(),
  )
}

/** Subjects of the mail that waits for this address. */
async function mailTo(address: string): Promise<string[]> {
  let subjects: string[] = []
  await service.edit(async (db) => {
    const rows = await db.selectFrom('mail').where('to_address', '=', address).select('subject').orderBy('created_at_ms').execute()
    subjects = rows.map(({ subject }) => subject)
  })
  return subjects
}

/** The code with which a plugin is answered that asks the camera at the gate for the administrator. */
async function askedByPlugin(name: PassThroughName, request: unknown): Promise<number> {
  const { ticket } = await shop.client.call(deviceAccessTokenGet, { holder: 'plugin' })
  const socket = new WebSocket(`${service.url.replace('http', 'ws')}${MEDIA_PATH}?ticket=${ticket}`, { origin: service.url })
  const answered = new Promise<number>((resolve, reject) => {
    socket.on('message', (data: Buffer, isBinary) => {
      const answer = isBinary ? undefined : deviceAnswer.safeParse(JSON.parse(data.toString('utf8')))
      if (answer?.success === true) resolve(answer.data.code)
    })
    socket.on('close', (code) => reject(new Error(`The service closed the socket of the plugin with ${code}.`)))
    socket.on('error', reject)
  })
  socket.on('open', () => socket.send(JSON.stringify({ op: 'device', askId: 1, sn: demoDevices.gate.sn, name, request })))
  try {
    return await answered
  } finally {
    socket.close()
  }
}

describe('the price matrix', () => {
  test('quotes all five terms, or the one that is named', async () => {
    const { quotes } = await shop.client.call(licensePriceMatrixQuote, { kind: 'buy', chlNum: 12 })
    expect(quotes.map(({ durationType, amountCents }) => [durationType, amountCents])).toEqual([
      [1, 4_720],
      [2, 12_980],
      [3, 23_600],
      [4, 42_480],
      [5, 75_520],
    ])
    expect((await shop.quote({ kind: 'buy', chlNum: 1, durationType: days30 })).amountCents).toBe(400)
  })

  test('names what cannot be bought', async () => {
    const buy = (chlNum: number) => shop.client.failure(licensePriceMatrixQuote, { kind: 'buy', chlNum })
    expect(await buy(0)).toMatchObject({ code: 1000, detail: { field: 'chlNum' } })
    expect(await buy(1_000_001)).toMatchObject({ code: 1000, detail: { field: 'chlNum' } })
    expect(await buy(1.5)).toMatchObject({ code: 1000, detail: { field: 'chlNum' } })
    expect((await shop.client.failure(licensePriceMatrixQuote, { kind: 'renew', chlNum: 1 })).code).toBe(33122)
    expect((await shop.client.failure(licensePriceMatrixQuote, { kind: 'upgrade', chlNum: 1 })).code).toBe(33122)
    expect((await shop.quote({ kind: 'buy', chlNum: 1_000_000, durationType: years2 })).payFault).toBe(23019)
  })
})

describe('placing an order', () => {
  const purchase = { kind: 'buy', chlNum: 2, durationType: days30 } as const

  test('needs the price that was shown and the terms of today', async () => {
    const { version, paragraphs, accepted } = await shop.client.call(licenseApplicationTermGet, {})
    expect({ version, accepted }).toEqual({ version: TERMS_VERSION, accepted: null })
    expect(paragraphs.length).toBeGreaterThan(3)
    const place = (amountCents: number, acceptedTerms: string) =>
      shop.client.failure(licenseOrderInsertPayOrder, { purchase, amountCents, acceptedTerms })
    expect(await place(800, '2020-01-01')).toMatchObject({ code: 23046, detail: { field: 'acceptedTerms' } })
    expect(await place(799, version)).toMatchObject({ code: 23025, detail: { field: 'amountCents' } })
    expect(await place(800, version)).toMatchObject({ code: 200 })
    expect((await shop.client.call(licenseApplicationTermGet, {})).accepted).toEqual({ version, atMs: expect.any(Number) })
  })

  test('is refused below 0.5 USD and above 10 million', async () => {
    await service.edit((db) => db.updateTable('licence_price').set({ unit_cents: 49 }).where('from_chl', '=', 1).execute())
    const tooLittle = { purchase: { ...purchase, chlNum: 1 }, amountCents: 49, acceptedTerms: TERMS_VERSION }
    expect((await shop.client.failure(licenseOrderInsertPayOrder, tooLittle)).code).toBe(23036)
    const huge = { kind: 'buy', chlNum: 1_000_000, durationType: years2 } as const
    const { amountCents } = await shop.quote(huge)
    expect(
      (await shop.client.failure(licenseOrderInsertPayOrder, { purchase: huge, amountCents, acceptedTerms: TERMS_VERSION })).code,
    ).toBe(23019)
  })

  test('once for each intent, in the place of one that waits, and seen by its own organization', async () => {
    const input = { purchase, amountCents: 800, acceptedTerms: TERMS_VERSION }
    const first = await shop.client.call(licenseOrderInsertPayOrder, input, { id: 'intent' })
    expect((await shop.client.call(licenseOrderInsertPayOrder, input, { id: 'intent' })).order.orderId).toBe(first.order.orderId)
    const check = { orderType: orderTypes.license, purchase }
    expect((await shop.client.call(buyCheck, check)).waiting?.orderId).toBe(first.order.orderId)
    const second = await shop.order(purchase)
    expect((await shop.look(first.order.orderId)).status).toBe(orderStatuses.cancelled)
    const page = (statuses?: (typeof orderStatuses)['toBePaid'][]) =>
      shop.client.call(licenseOrderPage, { pageNum: 1, pageSize: 10, statuses })
    expect((await page()).total).toBe(2)
    expect((await page([orderStatuses.toBePaid])).orders.map(({ orderId }) => orderId)).toEqual([second.orderId])
    const stranger = new Shop(await service.signIn('stranger'))
    expect((await stranger.client.call(licenseOrderPage, { pageNum: 1, pageSize: 10 })).total).toBe(0)
    await expect(stranger.look(second.orderId)).rejects.toMatchObject({ code: 23014 })
    await expect(stranger.checkout(second.orderId)).rejects.toMatchObject({ code: 23014 })
  })
})

describe('the life of a licence', () => {
  test('begins with the payment, expires by the clock, and its buttons follow', async () => {
    expect(await shop.licence()).toMatchObject({
      valid: false,
      currentInfo: { licenseType: 'free', status: licenceStatuses.using, chlNum: 0, buttonList: ['buy-now'], ifShowFreeTag: true },
      renewInfo: null,
      expireInfo: null,
    })
    expect((await shop.buy({ kind: 'buy', chlNum: 3, durationType: days30 })).status).toBe(orderStatuses.paid)
    const current = { licenseType: 'paid', chlNum: 3, duration: 30, durationUnit: 1, durationType: 1, remainDays: 30 }
    expect(await shop.licence()).toMatchObject({
      valid: true,
      currentInfo: { ...current, status: licenceStatuses.using, buttonList: ['extend', 'upgrade-now'] },
    })
    await advance(23 * DAY_MS)
    expect((await shop.licence()).currentInfo).toMatchObject({
      status: licenceStatuses.expiring,
      buttonList: ['renew-now', 'upgrade-now'],
      remainDays: 7,
    })
    await advance(7 * DAY_MS)
    expect(await shop.licence()).toMatchObject({
      valid: false,
      currentInfo: { licenseType: 'free', buttonList: ['buy-again'] },
      expireInfo: { status: licenceStatuses.expired, buttonList: ['buy-again'], remainDays: 0 },
    })
    await shop.buy({ kind: 'buy', chlNum: 1, durationType: year1 })
    expect((await shop.licence()).currentInfo).toMatchObject({ chlNum: 1, duration: 1, durationUnit: 3, status: licenceStatuses.using })
  })

  test('goes on without a gap when it was renewed, and the order is "to be used" until then', async () => {
    await shop.buy({ kind: 'buy', chlNum: 3, durationType: days30 })
    const endTime = (await shop.licence()).currentInfo.endTime
    const renewal = await shop.buy({ kind: 'renew', chlNum: 3, durationType: days30 })
    expect(renewal).toMatchObject({ status: orderStatuses.toBeUsed, amountCents: 1_200 })
    expect(await shop.licence()).toMatchObject({
      currentInfo: { buttonList: ['upgrade-now'] },
      renewInfo: { status: licenceStatuses.toBeUsed, chlNum: 3, startTime: null, buttonList: [] },
    })
    expect((await shop.client.failure(licensePriceMatrixQuote, { kind: 'renew', chlNum: 3 })).code).toBe(33130)
    await advance(40 * DAY_MS)
    expect(await shop.licence()).toMatchObject({ currentInfo: { startTime: endTime, status: licenceStatuses.using }, renewInfo: null })
    expect((await shop.look(renewal.orderId)).status).toBe(orderStatuses.paid)
    await advance(40 * DAY_MS)
    expect(await shop.licence()).toMatchObject({ valid: false, renewInfo: null, expireInfo: { startTime: endTime } })
  })

  test('is upgraded pro rata, at once, and cannot shrink', async () => {
    await shop.buy({ kind: 'buy', chlNum: 2, durationType: year1 })
    const { endTime } = (await shop.licence()).currentInfo
    await advance(165 * DAY_MS)
    const upgrade = await shop.quote({ kind: 'upgrade', chlNum: 4 })
    expect(upgrade).toMatchObject({
      // Four cameras for the days left, less what two of them cost: in steps it comes to the same.
      amountCents: Math.ceil((14_400 * 200) / 365) - Math.ceil((7_200 * 200) / 365),
      lines: [{ item: 'added-cameras', chlNum: 2, days: 200, termDays: 365, listCents: 7_200 }],
    })
    await shop.buy({ kind: 'upgrade', chlNum: 4 })
    expect((await shop.licence()).currentInfo).toMatchObject({ chlNum: 4, endTime })
    expect(await shop.client.failure(licensePriceMatrixQuote, { kind: 'upgrade', chlNum: 4 })).toMatchObject({ code: 33115 })
    expect((await shop.client.failure(licensePriceMatrixQuote, { kind: 'buy', chlNum: 4 })).code).toBe(6000)
    await shop.buy({ kind: 'renew', chlNum: 1, durationType: days30 })
    await advance(201 * DAY_MS)
    expect((await shop.licence()).currentInfo).toMatchObject({ chlNum: 1 })
  })

  test('has the cameras at once that a renewal adds, pro rata', async () => {
    await shop.buy({ kind: 'buy', chlNum: 2, durationType: days30 })
    await advance(15 * DAY_MS)
    const renewal = await shop.buy({ kind: 'renew', chlNum: 4, durationType: days30 })
    expect(renewal.lines.map(({ item, amountCents }) => [item, amountCents])).toEqual([
      ['term', 1_600],
      ['added-cameras', 400],
    ])
    expect(renewal.amountCents).toBe(2_000)
    expect(await shop.licence()).toMatchObject({ currentInfo: { chlNum: 4 }, renewInfo: { chlNum: 4 } })
  })
})

describe('the reminders', () => {
  const administrator = 'admin@harbor-logistics.example'

  test('tell administrators once that a licence ends soon, and once that it has ended', async () => {
    await shop.buy({ kind: 'buy', chlNum: 3, durationType: days30 })
    expect(await mailTo(administrator)).toEqual([])
    service.advance(23 * DAY_MS)
    await expect.poll(() => mailTo(administrator)).toEqual(['Your video licence ends soon'])
    await service.edit((db) => db.updateTable('user').set({ language: 'zh-CN' }).where('email', '=', administrator).execute())
    await advance(7 * DAY_MS)
    await Promise.all([shop.licence(), shop.licence()])
    // The first was written a week ago, and mail is not kept longer.
    const ended = (await mailTo(administrator)).filter((subject) => subject !== 'Your video licence ends soon')
    expect(ended).toEqual(['您的视频许可已到期'])
    expect(await mailTo('operator@harbor-logistics.example')).toEqual([])
    expect(await mailTo('stranger@other.example')).toEqual([])
  })

  test('of a trial say that it is one, and what is bought after it', async () => {
    await service.connectDevice(demoDevices.gate, [channel(0)])
    await expect.poll(async () => (await shop.licence()).coverage.cameras).toBe(1)
    await shop.order({ kind: 'trial', sns: [demoDevices.gate.sn] })
    service.advance(23 * DAY_MS)
    await expect.poll(() => mailTo(administrator)).toEqual(['Your free trial of the video licence ends soon'])
  })

  test('are not sent for a licence that was renewed', async () => {
    await shop.buy({ kind: 'buy', chlNum: 3, durationType: days30 })
    await shop.buy({ kind: 'renew', chlNum: 3, durationType: year1 })
    await advance(40 * DAY_MS)
    expect((await shop.licence()).valid).toBe(true)
    expect(await mailTo(administrator)).toEqual([])
  })
})

describe('a free trial', () => {
  const purchase = { kind: 'trial' as const, sns: [demoDevices.gate.sn] }

  beforeEach(async () => {
    await service.connectDevice(demoDevices.gate, [channel(0), channel(1)])
    await expect.poll(async () => (await shop.licence()).coverage.cameras).toBe(2)
  })

  test('begins at once, is free, and is once for each device and each organization', async () => {
    expect(await shop.order(purchase)).toMatchObject({ status: orderStatuses.onTrial, kind: 'trial', amountCents: 0, chlNum: 2 })
    expect((await shop.licence()).currentInfo).toMatchObject({
      licenseType: 'trial',
      chlNum: 2,
      remainDays: 30,
      buttonList: ['buy-now'],
      ifShowFreeTag: true,
    })
    await expect(shop.order({ kind: 'trial', sns: [demoDevices.shop.sn] })).rejects.toMatchObject({ code: 23006 })
    await advance(31 * DAY_MS)
    expect((await shop.licence()).expireInfo).toMatchObject({ licenseType: 'trial', status: licenceStatuses.expired })
    await expect(shop.order({ kind: 'trial', sns: [demoDevices.shop.sn, demoDevices.gate.sn] })).rejects.toMatchObject({
      code: 23006,
      detail: { field: 'purchase.sns.1' },
    })
    // Nor does the organization have a second one with another device.
    await expect(shop.order({ kind: 'trial', sns: [demoDevices.shop.sn] })).rejects.toMatchObject({ code: 23006, detail: {} })
  })

  test('counts cameras whatever their device says that it is, and what it is stands once it is bound', async () => {
    const station = { ...demoDevices.gate, devType: deviceTypes.viewingStation }
    await service.connectDevice(station, [channel(0), channel(1), channel(2)])
    await expect.poll(async () => (await shop.licence()).coverage.cameras).toBe(3)
    const kept = await service.edit((db) => db.selectFrom('device').where('sn', '=', station.sn).select('dev_type').executeTakeFirst())
    expect(kept?.dev_type).toBe(demoDevices.gate.devType)
    await service.edit((db) =>
      db.updateTable('device').set({ dev_type: deviceTypes.viewingStation }).where('sn', '=', station.sn).execute(),
    )
    expect((await shop.licence()).coverage.cameras).toBe(3)
  })

  test('is not had for a device of somebody else, nor beside a licence', async () => {
    await expect(shop.order({ kind: 'trial', sns: [OTHER_DEVICE.sn] })).rejects.toMatchObject({
      code: 33003,
      detail: { field: 'purchase.sns.0' },
    })
    await shop.buy({ kind: 'buy', chlNum: 1, durationType: days30 })
    await expect(shop.order(purchase)).rejects.toMatchObject({ code: 23006 })
  })

  test('ends when a licence is bought', async () => {
    await shop.order(purchase)
    await shop.buy({ kind: 'buy', chlNum: 1, durationType: days30 })
    expect((await shop.licence()).expireInfo?.endTime).toBeLessThanOrEqual(service.now)
    expect(await shop.licence()).toMatchObject({
      currentInfo: { licenseType: 'paid' },
      expireInfo: { licenseType: 'trial', status: licenceStatuses.terminated },
    })
  })
})

describe('the demonstration', () => {
  test('shows an order in every state and a licence that expires, and what waits can be paid', async () => {
    const demo = await TestService.start({ keepsPurchases: true })
    const buyer = new Shop(await demo.signIn('admin'))
    const { orders } = await buyer.client.call(licenseOrderPage, { pageNum: 1, pageSize: 20 })
    expect(new Set(orders.map(({ status }) => status))).toEqual(new Set(Object.values(orderStatuses)))
    expect(await buyer.licence()).toMatchObject({
      valid: true,
      currentInfo: { status: licenceStatuses.expiring, chlNum: 24, remainDays: 5 },
      renewInfo: { status: licenceStatuses.toBeUsed },
    })
    const waiting = orders.find(({ status }) => status === orderStatuses.toBePaid)
    if (waiting === undefined) throw new Error('No order waits.')
    expect(waiting.amountCents).toBe((await buyer.quote({ kind: 'upgrade', chlNum: waiting.chlNum })).amountCents)
    await buyer.payWith(goodCard, await buyer.checkout(waiting.orderId))
    expect((await buyer.licence()).currentInfo.chlNum).toBe(waiting.chlNum)
    await demo.close()
  })
})

describe('the licence guard', () => {
  const check = (addedChannels?: number) => shop.client.failure(vasInstCheck, { orderType: orderTypes.license, addedChannels })

  test('lets pass what free channels or the licence cover, and says what is missing', async () => {
    await giveFreeChannels(1)
    await service.connectDevice(demoDevices.gate, [channel(0)])
    await expect.poll(async () => (await shop.licence()).coverage.cameras).toBe(1)
    expect((await check()).code).toBe(200)
    expect((await check(1)).code).toBe(33136)
    await shop.buy({ kind: 'buy', chlNum: 2, durationType: days30 })
    expect((await check(2)).code).toBe(200)
    expect((await check(3)).code).toBe(33014)
    await advance(31 * DAY_MS)
    expect((await check()).code).toBe(200)
    expect((await check(1)).code).toBe(33135)
    await giveFreeChannels(0)
    expect((await check()).code).toBe(33135)
  })

  test('lets nobody make alarm rules, or have them on, without free channels and with no licence in force', async () => {
    await giveFreeChannels(0)
    const rule = {
      name: 'Yard at night',
      isEnabled: true,
      scope: { siteIds: ['harbor-gate'], channels: [] },
      trigger: { kind: 'general' as const, eventKinds: ['motion' as const] },
      schedule: always,
      alertIntervalS: 10 as const,
      emails: [],
    }
    const save = (changes: object) => shop.client.failure(eventRuleAddOrEdit, { ...rule, ...changes })
    expect((await save({})).code).toBe(33136)
    expect((await save({ isEnabled: false })).code).toBe(33136)
    await shop.buy({ kind: 'buy', chlNum: 1, durationType: days30 })
    const { ruleId } = await shop.client.call(eventRuleAddOrEdit, rule)
    await advance(31 * DAY_MS)
    expect((await save({ name: 'Another' })).code).toBe(33135)
    expect((await save({ ruleId, name: 'Yard' })).code).toBe(33135)
    // It can be switched off, renamed meanwhile and deleted, and not switched on again.
    expect((await save({ ruleId, isEnabled: false })).code).toBe(200)
    expect((await save({ ruleId })).code).toBe(33135)
    await giveFreeChannels(1)
    expect((await save({ ruleId })).code).toBe(200)
  })

  test('lets nobody add plates, keep parts of recordings or look back at them without one either; what there is stays', async () => {
    await service.connectDevice(demoDevices.gate, [channel(0, { supportFun: [RECORDINGS_FUNCTION] })], {
      'record-log': () => ({ segments: [], isMore: false }),
      'record-days': () => ({ days: [] }),
    })
    await expect.poll(async () => (await shop.licence()).coverage.cameras).toBe(1)
    const month = { month: '2026-11', timeZone: 'UTC' }
    const unsaid = { vehicleType: '', brand: '', model: '', owner: '', phone: '', colour: '' } as const
    const { groupId } = await shop.client.call(plateGroupAdd, { groupName: 'Staff' })
    const { plateId } = await shop.client.call(plateAdd, { ...unsaid, groupId, plate: 'ST 1' })
    await giveFreeChannels(0)
    let tries = 0
    /** What each of them is answered with. */
    const codes = async () => {
      tries += 1
      const { client } = shop
      const camera = { sn: demoDevices.gate.sn, chlIndex: 0 }
      const [startMs, endMs] = [service.now - 60_000, service.now - 30_000]
      const sheet = new File([new Uint8Array(workbookOf([['Plate'], [`ST 4${tries}`]]))], 'plates.xlsx')
      const imported = await upload(client, plateImport, { groupId }, sheet)
      const answers = await Promise.all([
        client.failure(plateGroupAdd, { groupName: `Visitors ${tries}` }),
        client.failure(plateAdd, { ...unsaid, groupId, plate: `ST 2${tries}` }),
        client.failure(plateMerge, { groupId, plates: [{ ...unsaid, plate: `ST 3${tries}` }] }),
        client.failure(archivesCreate, { title: 'A visit', ...camera, startMs, endMs }),
        client.failure(recordedPartCreate, { ...camera, startMs, endMs, from: 'local', format: 'avi' }),
        client.failure(eventVideoSearch, { ...camera, fromMs: startMs, toMs: endMs }),
        client.failure(eventVideoExistDayList, { ...camera, ...month }),
      ])
      const plugin = [
        await askedByPlugin('record-log', { chlIndex: 0, startMs, endMs }),
        await askedByPlugin('record-days', { chlIndex: 0, ...month }),
      ]
      return new Set([imported.ok ? 200 : imported.code, ...answers.map(({ code }) => code), ...plugin])
    }
    expect(await codes()).toEqual(new Set([33136]))
    // What the cloud keeps was paid for by itself.
    const ofCloud = { sn: demoDevices.gate.sn, chlIndex: 0, fromMs: service.now - 60_000, toMs: service.now, from: 'cloud' } as const
    expect((await shop.client.call(eventVideoSearch, ofCloud)).segments).toEqual([])
    const daysOfCloud = { sn: demoDevices.gate.sn, chlIndex: 0, ...month, from: 'cloud' } as const
    expect((await shop.client.call(eventVideoExistDayList, daysOfCloud)).days).toEqual([])
    // Nor does it keep anybody from a storage disk; this device has no command for that.
    expect(await askedByPlugin('storage-info', {})).toBe(codeOf('device-cannot'))
    await shop.buy({ kind: 'buy', chlNum: 1, durationType: days30 })
    expect(await codes()).toEqual(new Set([200]))
    await advance(31 * DAY_MS)
    expect(await codes()).toEqual(new Set([33135]))
    const { plates } = await shop.client.call(plateList, { pageNum: 1, pageSize: 10, groupId, search: 'ST 1' })
    expect(plates.map(({ plate }) => plate)).toEqual(['ST 1'])
    await shop.client.call(plateDelete, { plateIds: [plateId] })
  })

  test('lets a download that was asked for before go on, and begins nothing that failed anew', async () => {
    const stand = await ArchiveStand.start()
    try {
      const { admin } = stand
      const { title: _title, ...span } = stand.wish()
      const wish = { ...span, from: 'local', format: 'mp4' } as const
      const { partId } = await admin.call(recordedPartCreate, wish)
      const { success, fail } = archiveStatuses
      await expect.poll(async () => (await admin.call(recordedPartGet, { partId })).status, { timeout: 20_000 }).toBe(success)
      await stand.addRow({ id: 'broken', status: fail })
      await stand.service.edit((db) => db.updateTable('licence_account').set({ free_chl_num: 0 }).execute())
      expect(await admin.call(recordedPartCreate, wish)).toMatchObject({ partId, status: success })
      expect((await admin.failure(recordedPartCreate, { ...wish, endMs: wish.endMs - 1_000 })).code).toBe(33136)
      expect((await admin.failure(archivesRetry, { archiveId: 'broken' })).code).toBe(33136)
    } finally {
      await stand.close()
    }
  })

  test('counts for everybody of the organization; only administrators buy', async () => {
    const guard = await service.signIn('guard')
    const { mayBuy, coverage } = await guard.call(userQuery, {})
    expect({ mayBuy, coverage }).toEqual({ mayBuy: false, coverage: { cameras: 0, covered: 64, freeChlNum: 64, licensedChlNum: 0 } })
    expect(await shop.client.call(userQuery, {})).toMatchObject({ mayBuy: true, loginName: 'admin', organizationName: 'Harbor Logistics' })
    expect((await guard.failure(licensePriceMatrixQuote, { kind: 'buy', chlNum: 1 })).code).toBe(5000)
    expect((await (await service.signIn('stranger')).call(userQuery, {})).coverage).toEqual({
      cameras: 1,
      covered: 4,
      freeChlNum: 4,
      licensedChlNum: 0,
    })
  })
})
