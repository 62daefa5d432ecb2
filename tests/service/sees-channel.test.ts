import { afterAll, beforeAll, expect, test } from 'vitest'
import { channelRights, roles, type ChannelRight, type Role } from '#contract/access.ts'
import { channelStatuses } from '#contract/enums.ts'
import { archiveStatuses } from '#contract/states/archive.ts'
import type { Db } from '#server/db/open.ts'
import { Rights } from '#server/access/rights.ts'
import { askerOf, channelsSeen, seesChannel, type Holding, type Who } from '#server/access/sees-channel.ts'
import { demoDevices, TestService } from '#tests/support/service.ts'

/** What a role may do, in the words of the specification: written once more, not read from the contract. */
const mayDo: Record<Role, readonly ChannelRight[]> = {
  administrator: ['live', 'playback', 'ptz', 'talk', 'configure'],
  'site-administrator': ['live', 'playback', 'ptz', 'talk', 'configure'],
  'site-operator': ['live', 'playback', 'ptz', 'talk'],
  'live-only': ['live'],
  'no-authority': [],
}
const given = [undefined, ...roles]
const { sn } = demoDevices.gate
const organization_id = 'harbor-logistics'

/** A channel for each role that can be given on it, open and closed. */
const channels = given.flatMap((role) => [true, false].map((isOpen) => ({ role, isOpen }))).map((one, chlIndex) => ({ ...one, chlIndex }))
/** A person for each role that can be given on the site; besides who administers the organization, and a stranger with a role on the site. */
const people = [
  ...given.map((siteRole, index) => ({
    userId: `person-${index}`,
    organizationId: organization_id,
    role: 'site-operator' as Role,
    siteRole,
  })),
  { userId: 'harbor-admin', organizationId: organization_id, role: 'administrator' as Role, siteRole: undefined },
  { userId: 'person-0', organizationId: 'elsewhere', role: 'administrator' as Role, siteRole: undefined },
  { userId: 'person-2', organizationId: 'elsewhere', role: 'site-operator' as Role, siteRole: 'site-administrator' as Role },
]

let service: TestService
let db: Db

beforeAll(async () => {
  service = await TestService.start()
  db = await service.openDatabase()
  const place = { organization_id, site_id: 'harbor-gate', site_name: 'Gate', sn }
  for (const { siteRole, userId } of people.slice(0, given.length)) {
    const names = { login_name: userId, email: `${userId}@harbor.example`, alias: userId, phone: '', password_hash: '' }
    const person = { id: userId, organization_id, ...names, role: 'site-operator', status: 1, language: 'en-US', theme: 'system' } as const
    await db.insertInto('user').values(person).execute()
    if (siteRole !== undefined) {
      await db.insertInto('user_site_role').values({ user_id: userId, site_id: 'harbor-gate', role: siteRole }).execute()
    }
    for (const { role, chlIndex: chl_index } of channels) {
      if (role !== undefined) await db.insertInto('user_channel_role').values({ user_id: userId, sn, chl_index, role }).execute()
    }
  }
  for (const { chlIndex: chl_index, isOpen } of channels) {
    const said = {
      name: `Camera ${chl_index}`,
      status: channelStatuses.online,
      status_since_ms: 0,
      support_fun_json: '[]',
      streams_json: '[]',
    }
    await db
      .insertInto('channel')
      .values({ sn, chl_index, ...said, is_open: isOpen ? 1 : 0 })
      .execute()
    const alarm = { id: `alarm-${chl_index}`, ...place, chl_index, kind: 'motion', source_name: 'Camera', started_at_ms: 0 } as const
    await db
      .insertInto('alarm')
      .values({ ...alarm, recovered_at_ms: 0 })
      .execute()
    const event = { id: chl_index, ...place, chl_index, kind: 'motion', source_name: 'Camera', traits: 0, attributes_json: '{}' } as const
    await db
      .insertInto('event')
      .values({ ...event, plate: null, plate_key: null, snapshot_key: null })
      .execute()
    const archive = { id: `archive-${chl_index}`, ...place, chl_index, camera_name: 'Camera', stream: 'main', title: 'Clip' } as const
    const made = { start_at_ms: 0, end_at_ms: 1, created_at_ms: 0, lease_until_ms: 0, user_id: 'harbor-admin', archived_by: 'Admin' }
    const file = { status: archiveStatuses.success, progress: 100, fail_code: null, size_bytes: 1, codec: null, width: null, height: null }
    await db
      .insertInto('archive')
      .values({ ...archive, ...made, ...file, object_key: null })
      .execute()
  }
})
afterAll(async () => {
  await db.destroy()
  await service.close()
})

/** The rules as one would read them to somebody, without a database. */
function plainReading(person: (typeof people)[number], { right, withClosed = false }: Holding): number[] {
  if (person.organizationId !== organization_id) return []
  const seen = channels.filter(({ role, isOpen }) => {
    if (!isOpen && !withClosed) return false
    if (person.role === 'administrator') return true
    if (person.siteRole === undefined) return false
    const held = mayDo[role ?? person.siteRole]
    return right === undefined ? held.length > 0 : held.includes(right)
  })
  return seen.map(({ chlIndex }) => chlIndex)
}

const questions: Holding[] = [undefined, ...channelRights].flatMap((right) =>
  [false, true].map((withClosed) => ({ withClosed, ...(right !== undefined && { right }) })),
)

test.each(questions)('who holds what on a camera is what the rules say, for each role given there and on its site: %j', async (holding) => {
  for (const person of people) {
    const asker = askerOf(person)
    const found = await channelsSeen(asker, holding, db)
      .where('channel.sn', '=', sn)
      .select('channel.chl_index')
      .orderBy('channel.chl_index')
      .execute()
    const expected = plainReading(person, holding)
    expect(
      found.map((row) => row.chl_index),
      JSON.stringify(person),
    ).toEqual(expected)
    // An administrator sees what there is of the organization, also of cameras that are closed or gone.
    const rows =
      person.role === 'administrator' && person.organizationId === organization_id ? channels.map((one) => one.chlIndex) : expected
    for (const table of ['alarm', 'archive', 'event'] as const) {
      const seen = db
        .selectFrom(table)
        .where(seesChannel(table, asker, holding))
        .where('sn', '=', sn)
      const indexes = (await seen.select('chl_index').orderBy('chl_index').execute()).map((row) => row.chl_index)
      expect(indexes, `${table} ${JSON.stringify(person)}`).toEqual(rows)
    }
  }
})

test('asked about one camera the answer is the same as in a list, and tells apart what is not seen from what is not allowed', async () => {
  const rights = new Rights(db)
  const codeOf = (who: Who, chlIndex: number, right: ChannelRight) =>
    rights.requireChannel(who, sn, chlIndex, right).then(
      () => 200,
      (fault: { code: number }) => fault.code,
    )
  for (const person of people) {
    for (const right of channelRights) {
      const [held, seen] = [plainReading(person, { right }), plainReading(person, {})]
      for (const { chlIndex } of channels) {
        const expected = held.includes(chlIndex) ? 200 : seen.includes(chlIndex) ? 5001 : 33005
        expect(await codeOf(person, chlIndex, right), `${right} ${chlIndex} ${JSON.stringify(person)}`).toBe(expected)
      }
      const isHeld = person.role === 'administrator' || plainReading(person, { right, withClosed: true }).length > 0
      expect(await rights.holdsAnywhere(person, right), `${right} anywhere ${JSON.stringify(person)}`).toBe(isHeld)
    }
  }
})

test('an alarm is told to those in whose lists it is', async () => {
  const rights = new Rights(db)
  const ids = people.slice(0, given.length).map(({ userId }) => userId)
  for (const { chlIndex } of channels) {
    const told = await rights.watchersOfAlarm({ organization_id, sn, chl_index: chlIndex })
    const listed = people.slice(0, given.length).filter((person) => plainReading(person, {}).includes(chlIndex))
    expect(told.filter((userId) => ids.includes(userId)).toSorted()).toEqual(listed.map(({ userId }) => userId))
    expect(told).toContain('harbor-admin')
  }
})
