import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { utils, write } from 'xlsx'
import { contactAdd } from '#contract/calls/contact/contact-add.ts'
import { contactDelete } from '#contract/calls/contact/contact-delete.ts'
import { contactEdit } from '#contract/calls/contact/contact-edit.ts'
import { contactList } from '#contract/calls/contact/contact-list.ts'
import { deviceUnbind } from '#contract/calls/device/device-unbind.ts'
import { devNotifyAdd } from '#contract/calls/event/dev-notify-add.ts'
import { eventRuleAddOrEdit } from '#contract/calls/event/event-rule-add-or-edit.ts'
import { plateAdd } from '#contract/calls/vehicle/plate-add.ts'
import { plateDelete } from '#contract/calls/vehicle/plate-delete.ts'
import { plateEdit } from '#contract/calls/vehicle/plate-edit.ts'
import { plateGroupAdd } from '#contract/calls/vehicle/plate-group-add.ts'
import { plateGroupDelete } from '#contract/calls/vehicle/plate-group-delete.ts'
import { plateGroupEdit } from '#contract/calls/vehicle/plate-group-edit.ts'
import { plateGroupList } from '#contract/calls/vehicle/plate-group-list.ts'
import { plateImport } from '#contract/calls/vehicle/plate-import.ts'
import { plateList } from '#contract/calls/vehicle/plate-list.ts'
import { always } from '#contract/weekly-schedule.ts'
import { channel, demoDevices, TestService } from '#tests/support/service.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'
import { upload } from '#tests/support/upload.ts'

const page = { pageNum: 1, pageSize: 100 }
const blank = { vehicleType: '', brand: '', model: '', owner: '', phone: '', colour: '' } as const
let service: TestService
let admin: ServiceClient
let stranger: ServiceClient
let groups = 0

beforeAll(async () => {
  service = await TestService.start()
  admin = await service.signIn('admin')
  stranger = await service.signIn('stranger')
})
afterAll(() => service.close())

async function newGroup(): Promise<string> {
  groups += 1
  return (await admin.call(plateGroupAdd, { groupName: `Group ${groups}` })).groupId
}

function sheet(rows: string[][], bookType: 'xlsx' | 'biff8' = 'xlsx'): File {
  const book = utils.book_new(utils.aoa_to_sheet(rows), 'Plates')
  const bytes = write(book, { type: 'array', bookType }) as ArrayBuffer
  return new File([new Uint8Array(bytes)], bookType === 'xlsx' ? 'plates.xlsx' : 'plates.xls')
}

describe('plate groups', () => {
  test('have single names, are listed with their plates, and go with them', async () => {
    const made = await admin.call(plateGroupAdd, { groupName: 'Staff' })
    expect(made).toMatchObject({ groupName: 'Staff', plateTotal: 0, capacity: 10_000, usedBy: [] })
    expect(await admin.failure(plateGroupAdd, { groupName: 'Staff' })).toMatchObject({ code: 33052, detail: { field: 'groupName' } })
    expect(await admin.failure(plateGroupAdd, { groupName: 'a/b' })).toMatchObject({ code: 1000 })
    expect(await stranger.call(plateGroupAdd, { groupName: 'Staff' })).toMatchObject({ plateTotal: 0 })
    const { plateId } = await admin.call(plateAdd, { ...blank, groupId: made.groupId, plate: 'ST 1' })
    expect(await admin.call(plateGroupList, { pageNum: 1, pageSize: 1000, search: 'STAF' })).toEqual({
      total: 1,
      groups: [{ groupId: made.groupId, groupName: 'Staff', plateTotal: 1, capacity: 10_000, usedBy: [] }],
    })
    expect(await admin.failure(plateGroupList, { pageNum: 1, pageSize: 1001 })).toMatchObject({ code: 1000 })
    expect(await admin.call(plateGroupEdit, { groupId: made.groupId, groupName: 'Visitors' })).toMatchObject({
      groupName: 'Visitors',
      plateTotal: 1,
    })
    expect(await stranger.failure(plateGroupEdit, { groupId: made.groupId, groupName: 'Mine' })).toMatchObject({ code: 33051 })
    expect(await stranger.failure(plateGroupDelete, { groupId: made.groupId })).toMatchObject({ code: 33051 })
    await admin.call(plateGroupDelete, { groupId: made.groupId })
    expect(await admin.failure(plateDelete, { plateIds: [plateId] })).toMatchObject({ code: 33055 })
  })

  test('are for administrators', async () => {
    const operator = await service.signIn('operator')
    expect(await operator.failure(plateGroupList, page)).toMatchObject({ code: 5000 })
    expect(await operator.failure(plateList, page)).toMatchObject({ code: 5000 })
    expect(await upload(operator, plateImport, { groupId: 'x' }, sheet([['plate']]))).toMatchObject({ ok: false, code: 5000 })
    expect(await upload(service.client(), plateImport, { groupId: 'x' }, sheet([['plate']]))).toMatchObject({ ok: false, code: 10002 })
  })
})

describe('plates', () => {
  test('are found by part of number or owner, however they are written', async () => {
    const groupId = await newGroup()
    const made = await admin.call(plateAdd, { ...blank, groupId, plate: 'AB-123 c', owner: 'Ada Byron', phone: '+31 10 555' })
    await admin.call(plateAdd, { ...blank, groupId, plate: 'ZZ 9', owner: 'Bo' })
    for (const search of ['ab 12', '123C', 'byron']) {
      expect((await admin.call(plateList, { ...page, groupId, search })).plates.map(({ plate }) => plate)).toEqual(['AB-123 c'])
    }
    expect(await admin.call(plateList, { ...page, groupId, search: '%' })).toEqual({ total: 0, plates: [] })
    expect((await stranger.call(plateList, page)).plates).toEqual([])
    const { plateId, groupName: _groupName, ...fields } = made
    const moved = await newGroup()
    expect(await admin.call(plateEdit, { plateId, ...fields, groupId: moved, model: 'V60' })).toMatchObject({
      groupId: moved,
      model: 'V60',
    })
    expect(await admin.failure(plateEdit, { plateId, ...fields, plate: 'zz9' })).toMatchObject({ code: 33056, detail: { field: 'plate' } })
    expect(await stranger.failure(plateEdit, { plateId, ...fields })).toMatchObject({ code: 33055 })
    expect(await stranger.failure(plateDelete, { plateIds: [plateId] })).toMatchObject({ code: 33055 })
    expect(await admin.failure(plateDelete, { plateIds: [plateId, 'none'] })).toMatchObject({ code: 33055 })
    await admin.call(plateDelete, { plateIds: [plateId] })
    expect((await admin.call(plateList, { ...page, groupId: moved })).total).toBe(0)
  })

  test('exist once in an organization, in groups of their own', async () => {
    const groupId = await newGroup()
    await admin.call(plateAdd, { ...blank, groupId, plate: 'ONCE 1' })
    expect(await admin.failure(plateAdd, { ...blank, groupId: await newGroup(), plate: 'once-1' })).toMatchObject({ code: 33056 })
    expect(await stranger.failure(plateAdd, { ...blank, groupId, plate: 'ONCE 1' })).toMatchObject({ code: 33051 })
    expect(await admin.failure(plateAdd, { ...blank, groupId, plate: 'X'.repeat(33) })).toMatchObject({
      code: 1000,
      detail: { field: 'plate' },
    })
    expect(await admin.failure(plateAdd, { ...blank, groupId, plate: 'X 1', owner: 'X'.repeat(33) })).toMatchObject({ code: 1000 })
  })

  test('fill a group to 10,000 and no further', async () => {
    const groupId = await newGroup()
    const rows = Array.from({ length: 9_999 }, (_, index) => [`F${index}`])
    expect(await upload(admin, plateImport, { groupId }, sheet([['plate'], ...rows]))).toEqual({
      ok: true,
      data: { imported: 9_999, skipped: 0 },
    })
    expect(await upload(admin, plateImport, { groupId }, sheet([['plate'], ['G 1'], ['G 2']]))).toMatchObject({ ok: false, code: 33058 })
    await admin.call(plateAdd, { ...blank, groupId, plate: 'G 1' })
    expect(await admin.failure(plateAdd, { ...blank, groupId, plate: 'G 2' })).toMatchObject({ code: 33058 })
  })
})

describe('the import of plates', () => {
  test.each(['xlsx', 'biff8'] as const)('reads %s: rows without a plate are skipped', async (bookType) => {
    const groupId = await newGroup()
    const file = sheet(
      [['Plate', 'Vehicle type', 'Owner', 'Phone'], [`I1${bookType}`, 'Van', 'Ada', '010'], ['', 'Van', 'Bo', ''], [`I2${bookType}`]],
      bookType,
    )
    expect(await upload(admin, plateImport, { groupId }, file)).toEqual({ ok: true, data: { imported: 2, skipped: 1 } })
    const { plates } = await admin.call(plateList, { ...page, groupId })
    expect(plates).toMatchObject([
      { plate: `I1${bookType}`, vehicleType: 'Van', owner: 'Ada', phone: '010' },
      { plate: `I2${bookType}`, owner: '' },
    ])
  })

  test('is all or nothing, and names the cell', async () => {
    const groupId = await newGroup()
    await admin.call(plateAdd, { ...blank, groupId, plate: 'KNOWN 1' })
    const attempt = async (rows: string[][]) => upload(admin, plateImport, { groupId }, sheet(rows))
    expect(
      await attempt([
        ['owner', 'plate'],
        ['', 'NEW 1'],
        ['', 'known-1'],
      ]),
    ).toEqual({ ok: false, code: 33056, field: 'B3' })
    expect(await attempt([['plate'], ['NEW 1'], ['new1']])).toEqual({ ok: false, code: 33056, field: 'A3' })
    expect(
      await attempt([
        ['plate', 'phone'],
        ['NEW 1', '1'.repeat(33)],
      ]),
    ).toEqual({ ok: false, code: 33083, field: 'B2' })
    expect(await attempt([['number'], ['NEW 1']])).toMatchObject({ ok: false, code: 33059 })
    expect(await upload(stranger, plateImport, { groupId }, sheet([['plate'], ['NEW 1']]))).toMatchObject({ ok: false, code: 33051 })
    expect((await admin.call(plateList, { ...page, groupId })).total).toBe(1)
  })

  test.each([
    ['text', new File(['plate\nNEW 1\n'], 'plates.xlsx')],
    ['a picture', new File([Buffer.from('ffd8ffe000104a46', 'hex')], 'plates.xls')],
    ['half a zip file', new File([Buffer.from('504b03041400', 'hex')], 'plates.xlsx')],
  ])('refuses %s', async (_what, file) => {
    expect(await upload(admin, plateImport, { groupId: await newGroup() }, file)).toMatchObject({ ok: false, code: 33057 })
  })

  test('refuses files that are too large, and forms without one', async () => {
    const groupId = await newGroup()
    const large = new File([new Uint8Array(4 * 1024 * 1024 + 1)], 'plates.xlsx')
    expect(await upload(admin, plateImport, { groupId }, large)).toEqual({ ok: false, code: 1000, field: 'file' })
    const empty = new File([], 'plates.xlsx')
    expect(await upload(admin, plateImport, { groupId }, empty)).toEqual({ ok: false, code: 1000, field: 'file' })
  })
})

test('contacts are kept by administrators, and seen by whoever sets rules', async () => {
  const ada = { name: 'Ada', email: 'ada@harbor.example', phone: '+31 (10) 555-01' }
  const made = await admin.call(contactAdd, { ...ada, email: ' Ada@Harbor.example ' })
  expect(made).toMatchObject({ ...ada, isConfirmed: false })
  expect(await admin.failure(contactAdd, ada)).toMatchObject({ code: 33074, detail: { field: 'name' } })
  const bo = await admin.call(contactAdd, { ...ada, name: 'Bo' })
  expect(await admin.failure(contactEdit, { ...bo, name: 'Ada' })).toMatchObject({ code: 33074 })
  expect(await admin.call(contactEdit, { ...bo, phone: '010' })).toEqual({ ...bo, phone: '010' })
  expect(await admin.failure(contactEdit, { ...bo, phone: ' ' })).toMatchObject({ code: 1000, detail: { field: 'phone' } })
  expect(await admin.failure(contactAdd, { ...ada, name: 'C', email: 'nobody' })).toMatchObject({ code: 1000, detail: { field: 'email' } })
  expect(await admin.failure(contactAdd, { ...ada, name: 'C', phone: 'call me' })).toMatchObject({ code: 1000, detail: { field: 'phone' } })
  await admin.call(eventRuleAddOrEdit, {
    name: 'Gate',
    isEnabled: true,
    trigger: { kind: 'general', eventKinds: ['motion'] },
    scope: { siteIds: ['harbor-gate'], channels: [] },
    schedule: always,
    alertIntervalS: 60,
    emails: [ada.email],
  })
  const { sn } = demoDevices.gate
  await admin.call(devNotifyAdd, { sn, isEnabled: true, kinds: ['device-offline'], emails: [ada.email], alertIntervalS: 60 })
  const used = async () =>
    (await admin.call(contactList, { ...page, search: 'ADA' })).contacts.map(({ name, usedBy, devices }) => [name, usedBy, devices])
  const nameOf = (ofSn: string) =>
    service.edit(async (db) => (await db.selectFrom('device').where('sn', '=', ofSn).select('name').executeTakeFirstOrThrow()).name)
  const deviceName = await nameOf(sn)
  expect(await used()).toEqual([
    ['Ada', ['Gate'], [deviceName]],
    ['Bo', ['Gate'], [deviceName]],
  ])
  // Who sets rules for one site alone learns nothing of what others have sent there.
  const { shop } = demoDevices
  const manager = await service.signIn('manager')
  const shopName = await nameOf(shop.sn)
  const toldManager = async () => {
    const { contacts } = await manager.call(contactList, { ...page, search: 'ADA' })
    return contacts.map(({ usedBy, devices }) => ({ usedBy, devices }))
  }
  const twice = (usedBy: string[], devices: string[]) => [1, 2].map(() => ({ usedBy, devices }))
  expect(await toldManager()).toEqual(twice([], []))
  await manager.call(devNotifyAdd, { sn: shop.sn, isEnabled: true, kinds: ['device-offline'], emails: [ada.email], alertIntervalS: 60 })
  expect(await toldManager()).toEqual(twice([], [shopName]))
  await service.connectDevice(shop, [channel(0), channel(1)])
  await manager.call(eventRuleAddOrEdit, {
    name: 'Shop',
    isEnabled: true,
    trigger: { kind: 'general', eventKinds: ['motion'] },
    scope: { siteIds: ['harbor-shop'], channels: [] },
    schedule: always,
    alertIntervalS: 60,
    emails: [ada.email],
  })
  expect(await toldManager()).toEqual(twice(['Shop'], [shopName]))
  // With one camera of it that they may only watch, neither the device nor the whole site is theirs to set.
  const exception = { user_id: 'harbor-manager', sn: shop.sn, chl_index: 1, role: 'live-only' as const }
  await service.edit((db) => db.insertInto('user_channel_role').values(exception).execute())
  expect(await toldManager()).toEqual(twice([], []))
  expect((await used()).map(([, usedBy, devices]) => [usedBy, new Set(devices)])).toEqual(
    [1, 2].map(() => [['Gate', 'Shop'], new Set([deviceName, shopName])]),
  )
  // What it would be told of a device that is somebody else's by now counts as nothing.
  await admin.call(deviceUnbind, { sn })
  expect(await used()).toEqual([
    ['Ada', ['Gate', 'Shop'], [shopName]],
    ['Bo', ['Gate', 'Shop'], [shopName]],
  ])
  expect(await stranger.call(contactList, page)).toEqual({ total: 0, contacts: [] })
  expect(await stranger.failure(contactEdit, bo)).toMatchObject({ code: 33073 })
  expect(await stranger.failure(contactDelete, { contactId: bo.contactId })).toMatchObject({ code: 33073 })
  expect(await (await service.signIn('operator')).failure(contactList, page)).toMatchObject({ code: 5000 })
  await admin.call(contactDelete, { contactId: bo.contactId })
  expect(await admin.failure(contactDelete, { contactId: bo.contactId })).toMatchObject({ code: 33073 })
})
