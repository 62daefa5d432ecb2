import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contactList } from '#contract/calls/contact/contact-list.ts'
import { contactMerge } from '#contract/calls/contact/contact-merge.ts'
import { eventRuleAddOrEdit } from '#contract/calls/event/event-rule-add-or-edit.ts'
import { plateAdd } from '#contract/calls/vehicle/plate-add.ts'
import { plateDelete } from '#contract/calls/vehicle/plate-delete.ts'
import { plateGroupAdd } from '#contract/calls/vehicle/plate-group-add.ts'
import { plateGroupDelete } from '#contract/calls/vehicle/plate-group-delete.ts'
import { plateGroupList } from '#contract/calls/vehicle/plate-group-list.ts'
import { plateImport } from '#contract/calls/vehicle/plate-import.ts'
import { plateKnown } from '#contract/calls/vehicle/plate-known.ts'
import { plateList } from '#contract/calls/vehicle/plate-list.ts'
import { plateMerge } from '#contract/calls/vehicle/plate-merge.ts'
import { plateMove } from '#contract/calls/vehicle/plate-move.ts'
import { isPlateLike } from '#contract/plates.ts'
import { always } from '#contract/weekly-schedule.ts'
import { deep } from '#tests/support/depth.ts'
import { TestService } from '#tests/support/service.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'
import { hostileFiles, sheetXml, workbookOf, workbookParts, zipOf } from '#tests/support/sheets/sheet-files.ts'
import { upload } from '#tests/support/upload.ts'

const page = { pageNum: 1, pageSize: 1_000 }
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
  return (await admin.call(plateGroupAdd, { groupName: `List ${groups}` })).groupId
}
const numbersIn = async (groupId: string) => (await admin.call(plateList, { ...page, groupId })).plates.map(({ plate }) => plate)
const rowsOf = (...plates: string[]) => plates.map((plate) => ({ ...blank, plate }))

describe('a piece of an import', () => {
  test('adds what is new, changes what is in the group, and passes over what is elsewhere or stands there twice', async () => {
    const [groupId, other] = [await newGroup(), await newGroup()]
    await admin.call(plateAdd, { ...blank, groupId, plate: 'MG 1', owner: 'Ada' })
    await admin.call(plateAdd, { ...blank, groupId: other, plate: 'MG 2' })
    const plates = [{ ...blank, plate: 'mg-1', owner: 'Bo', colour: 'red' as const }, ...rowsOf('MG 2', 'MG 3', 'mg3')]
    const merged = await admin.call(plateMerge, { groupId, plates })
    expect(merged).toEqual({
      added: 1,
      changed: 1,
      refused: [
        { index: 1, code: 33056 },
        { index: 3, code: 33056 },
      ],
    })
    expect((await admin.call(plateList, { ...page, groupId })).plates).toMatchObject([
      { plate: 'mg-1', owner: 'Bo', colour: 'red' },
      { plate: 'MG 3', colour: '' },
    ])
    // Once more, as after an answer that was lost, nothing is there twice.
    expect(await admin.call(plateMerge, { groupId, plates: rowsOf('MG 3') })).toEqual({ added: 0, changed: 1, refused: [] })
  })

  test('is checked again: its size, its texts, its group and whose it is', async () => {
    const groupId = await newGroup()
    const many = Array.from({ length: 501 }, (_, index) => `BIG ${index}`)
    expect(await admin.failure(plateMerge, { groupId, plates: rowsOf(...many) })).toMatchObject({ code: 1000 })
    expect(await admin.failure(plateMerge, { groupId, plates: rowsOf('A<B') })).toMatchObject({ code: 1000 })
    expect(await admin.failure(plateMerge, { groupId, plates: [{ ...blank, plate: 'MG 9', owner: 'x'.repeat(33) }] })).toMatchObject({
      code: 1000,
    })
    expect(await admin.failure(plateMerge, { groupId: 'none', plates: rowsOf('MG 9') })).toMatchObject({ code: 33051 })
    expect(await stranger.failure(plateMerge, { groupId, plates: rowsOf('MG 9') })).toMatchObject({ code: 33051 })
    const operator = await service.signIn('operator')
    expect(await operator.failure(plateMerge, { groupId, plates: rowsOf('MG 9') })).toMatchObject({ code: 5000 })
    expect(await operator.failure(plateKnown, { plates: ['MG 9'] })).toMatchObject({ code: 5000 })
    expect(await numbersIn(groupId)).toEqual([])
  })

  test('fills a group to 10,000, and says of each of the rest that there is no room', async () => {
    const groupId = await newGroup()
    for (let from = 0; from < 10_000; from += 500) {
      const some = Array.from({ length: 500 }, (_, index) => `FULL ${from + index}`)
      expect(await admin.call(plateMerge, { groupId, plates: rowsOf(...some) })).toEqual({ added: 500, changed: 0, refused: [] })
    }
    expect(await admin.call(plateMerge, { groupId, plates: rowsOf('FULL 1', 'MORE 1') })).toEqual({
      added: 0,
      changed: 1,
      refused: [{ index: 1, code: 33058 }],
    })
    const { plateId } = await admin.call(plateAdd, { ...blank, groupId: await newGroup(), plate: 'MORE 2' })
    expect(await admin.failure(plateMove, { plateIds: [plateId], groupId })).toMatchObject({ code: 33058 })
  })
})

test('what is known of plates is told whatever group they are in, to whoever they belong to', async () => {
  const groupId = await newGroup()
  await admin.call(plateAdd, { ...blank, groupId, plate: 'KN 1', model: 'V60' })
  expect((await admin.call(plateKnown, { plates: ['kn-1', 'KN 2'] })).plates).toMatchObject([{ plate: 'KN 1', model: 'V60', groupId }])
  expect(await stranger.call(plateKnown, { plates: ['KN 1'] })).toEqual({ plates: [] })
})

test('plates are moved all or none', async () => {
  const [from, to] = [await newGroup(), await newGroup()]
  const [one, two] = [
    await admin.call(plateAdd, { ...blank, groupId: from, plate: 'MV 1' }),
    await admin.call(plateAdd, { ...blank, groupId: from, plate: 'MV 2' }),
  ]
  const plateIds = [one.plateId, two.plateId]
  expect(await admin.failure(plateMove, { plateIds: [...plateIds, 'none'], groupId: to })).toMatchObject({ code: 33055 })
  expect(await admin.failure(plateMove, { plateIds, groupId: 'none' })).toMatchObject({ code: 33051 })
  expect(await stranger.failure(plateMove, { plateIds, groupId: to })).toMatchObject({ code: 33055 })
  expect(await numbersIn(to)).toEqual([])
  await admin.call(plateMove, { plateIds, groupId: to })
  expect(await numbersIn(to)).toEqual(['MV 1', 'MV 2'])
  await admin.call(plateDelete, { plateIds })
})

test('a group names the rules that look at it, and stays while they do', async () => {
  const groupId = await newGroup()
  await admin.call(eventRuleAddOrEdit, {
    name: 'Watch list',
    isEnabled: true,
    trigger: { kind: 'ai', condition: { eventKind: 'plate', plateGroups: { groupIds: [groupId], isListed: true } } },
    scope: { siteIds: ['harbor-gate'], channels: [] },
    schedule: always,
    alertIntervalS: 60,
    emails: [],
  })
  const { groups: all } = await admin.call(plateGroupList, page)
  expect(all.find((group) => group.groupId === groupId)?.usedBy).toEqual(['Watch list'])
  expect(await admin.failure(plateGroupDelete, { groupId })).toMatchObject({ code: 33053 })
})

test('a search with wildcards finds what the pattern stands for, here as on the page', async () => {
  const groupId = await newGroup()
  const plates = ['W1', 'W12', 'W-14', 'W_12', 'WW 12', 'x1w', 'W·1·3', '粤W12']
  await admin.call(plateMerge, { groupId, plates: rowsOf(...plates) })
  const sign = fc.constantFrom(...Array.from('Ww12*?_% '))
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: sign, minLength: 1, maxLength: 6 }), async (pattern) => {
      const search = `${pattern}*`.trim()
      const found = (await admin.call(plateList, { ...page, groupId, search })).plates.map(({ plate }) => plate)
      expect(new Set(found)).toEqual(new Set(plates.filter((plate) => isPlateLike(search, plate))))
    }),
    { numRuns: deep(200, 40) },
  )
})

describe('the import of a whole file', () => {
  test.each(Object.keys(hostileFiles).map((what) => [what]))('refuses %s, and the service goes on', async (what) => {
    const groupId = await newGroup()
    const bytes = hostileFiles[what]?.() ?? Buffer.alloc(0)
    const answer = await upload(admin, plateImport, { groupId }, new File([new Uint8Array(bytes)], 'plates.xlsx'))
    expect(answer.ok ? 'taken' : answer.code).toBe(what === 'a million rows' ? 33058 : 33057)
    expect(await numbersIn(groupId)).toEqual([])
  })

  test('reads one sheet at a time for an organization, and others’ meanwhile', async () => {
    const groupId = await newGroup()
    const theirs = await stranger.call(plateGroupAdd, { groupName: 'Theirs' })
    const rows = Array.from({ length: 1_000 }, (_, index) => [`ONE ${index}`])
    const bytes = new Uint8Array(zipOf(workbookParts(sheetXml([['Plate'], ...rows]))))
    const attempt = (client: ServiceClient, group: string) =>
      upload(client, plateImport, { groupId: group }, new File([bytes], 'plates.xlsx'))
    const [other, ...both] = await Promise.all([attempt(stranger, theirs.groupId), attempt(admin, groupId), attempt(admin, groupId)])
    expect(other.ok).toBe(true)
    expect(both.map((answer) => (answer.ok ? 200 : answer.code)).toSorted((one, two) => one - two)).toEqual([200, 33085])
  })

  test('reads the next sheet two minutes later at the latest, though the end of one could not be written', async () => {
    const groupId = await newGroup()
    const bytes = new Uint8Array(zipOf(workbookParts(sheetXml([['Plate'], ['LATE 1']]))))
    const attempt = async () => {
      const answer = await upload(admin, plateImport, { groupId }, new File([bytes], 'plates.xlsx'))
      return answer.ok ? 200 : answer.code
    }
    const [node] = await service.edit((db) => db.selectFrom('node').select('id').execute())
    const turn = { organization_id: 'harbor-logistics', turn_id: 'lost', node_id: node?.id ?? '', ends_at_ms: service.now + 120_000 }
    await service.edit((db) => db.insertInto('import_turn').values(turn).execute())
    expect(await attempt()).toBe(33085)
    service.advance(120_000)
    expect(await attempt()).toBe(200)
  })

  test('refuses a formula by its cell, and headings that every object has', async () => {
    const groupId = await newGroup()
    const attempt = (bytes: Buffer) => upload(admin, plateImport, { groupId }, new File([new Uint8Array(bytes)], 'plates.xlsx'))
    const computed = zipOf(
      workbookParts(
        sheetXml([
          ['Plate', 'Owner'],
          ['FM 1', '=1+1'],
        ]),
      ),
    )
    expect(await attempt(computed)).toEqual({ ok: false, code: 1000, field: 'B2' })
    expect(
      await attempt(
        workbookOf([
          ['__proto__', 'constructor'],
          ['1', '2'],
        ]),
      ),
    ).toMatchObject({ ok: false, code: 33059 })
    expect(await numbersIn(groupId)).toEqual([])
  })
})

test('contacts of a list are added, changed by their names, and asked whether they agree', async () => {
  const people = [
    { name: 'List Ada', email: 'ada@list.example', phone: '010' },
    { name: 'List Bo', email: 'bo@list.example', phone: '011' },
  ]
  const twice = { name: 'List Ada', email: 'other@list.example', phone: '012' }
  expect(await admin.call(contactMerge, { contacts: [...people, twice] })).toEqual({
    added: 2,
    changed: 0,
    refused: [{ index: 2, code: 33074 }],
  })
  expect(
    await admin.call(contactMerge, { contacts: [{ ...people[0], phone: '099', name: 'List Ada', email: 'ada@list.example' }] }),
  ).toEqual({
    added: 0,
    changed: 1,
    refused: [],
  })
  const { contacts } = await admin.call(contactList, { pageNum: 1, pageSize: 100, search: 'List' })
  expect(contacts).toMatchObject([
    { name: 'List Ada', phone: '099', isConfirmed: false },
    { name: 'List Bo', phone: '011', isConfirmed: false },
  ])
  expect(await admin.failure(contactMerge, { contacts: [{ name: 'x', email: 'nobody', phone: '1' }] })).toMatchObject({ code: 1000 })
  expect(await (await service.signIn('operator')).failure(contactMerge, { contacts: people })).toMatchObject({ code: 5000 })
  expect((await stranger.call(contactList, { pageNum: 1, pageSize: 100 })).total).toBe(0)
})
