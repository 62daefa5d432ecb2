import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { archiveLimits, shareDurations } from '#contract/archives.ts'
import { archiveCalls } from '#contract/calls/archive/archive-calls.ts'
import { userInviteDelete } from '#contract/calls/people/user-invite-delete.ts'
import { profileGet } from '#contract/calls/user/profile-get.ts'
import { codeOf } from '#contract/errors.ts'
import { archiveStatuses } from '#contract/states/archive.ts'
import { writeRequest } from '#contract/write-request.ts'
import { ArchiveStand } from '#tests/support/archive-stand.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'
import type { TestService } from '#tests/support/service.ts'

const MINUTE_MS = 60_000
const STEP_MS = 10_000
const DAY_MS = 24 * 60 * MINUTE_MS
const ONE = 'claims@insurer.example'
const TWO = 'police@city.example'
const {
  archivesShare,
  archivesShareBrandingGet,
  archivesShareGet,
  archivesShareList,
  archivesShareOpeningList,
  archivesShareOrganizationList,
  archivesShareOrganizationRevoke,
  archivesSharePlayed,
  archivesShareRevoke,
  archivesVideoNoTokenList,
  archivesDownloadTokenNoTokenGet,
} = archiveCalls

let stand: ArchiveStand
let service: TestService
let admin: ServiceClient
let visitor: ServiceClient
let archiveId = ''
beforeAll(async () => {
  stand = await ArchiveStand.start()
  service = stand.service
  admin = stand.admin
  visitor = service.client()
  archiveId = (await stand.make()).archiveId
})
afterAll(() => stand.close())

const handleOf = (shareId: string) => shareId.slice(0, 32)
const share = (changes: object = {}, client = admin) =>
  client.call(archivesShare, { archiveId, emails: [], durationMinutes: shareDurations.hours2, ...changes })
const openingsOf = async (shareId: string) =>
  (await admin.call(archivesShareOpeningList, { archiveId, handle: handleOf(shareId) })).openings

describe('a share by mail', () => {
  test('gives each recipient a link of their own, which is counted and revoked by itself', async () => {
    const { links, shareId, url } = await share({ emails: [ONE, TWO, ONE], message: 'For your file', mostViews: 2 })
    expect(links.map(({ email }) => email)).toEqual([ONE, TWO])
    expect(links[0]).toMatchObject({ shareId, url })
    await service.edit(async (db) => {
      const mails = await db.selectFrom('mail').select(['to_address', 'body']).execute()
      for (const { email, url: own } of links)
        expect(mails.filter(({ body }) => body.includes(own)).map(({ to_address }) => to_address)).toEqual([email])
    })
    const [first, second] = links.map((link) => link.shareId) as [string, string]
    await visitor.call(archivesVideoNoTokenList, { shareId: first })
    await visitor.call(archivesVideoNoTokenList, { shareId: first })
    expect((await visitor.failure(archivesShareGet, { shareId: first })).code).toBe(codeOf('share-used-up'))
    await visitor.call(archivesVideoNoTokenList, { shareId: second })
    const listed = async () => {
      const { shares } = await admin.call(archivesShareList, { archiveId })
      return shares.map(({ emails, views, state, openedAtMs }) => [emails, views, state, openedAtMs !== null])
    }
    expect(await listed()).toEqual([
      [[ONE], 2, 'used-up', true],
      [[TWO], 1, 'open', true],
    ])
    const other = await share({ emails: [ONE, TWO] })
    const [theirs, others] = other.links.map((link) => link.shareId) as [string, string]
    await admin.call(archivesShareRevoke, { archiveId, handle: handleOf(theirs) })
    expect((await visitor.failure(archivesShareGet, { shareId: theirs })).code).toBe(codeOf('share-revoked'))
    expect((await visitor.call(archivesShareGet, { shareId: others })).title).toBe('Truck at the gate')
  })

  test('is refused when an archive would have more open links than it can have, all of it', async () => {
    await stand.addRow({ id: 'crowded', status: archiveStatuses.success, object_key: 'archives/crowded.mp4', size_bytes: 1 })
    const emails = Array.from({ length: archiveLimits.recipients }, (_, index) => `p${index}@partner.example`)
    const times = archiveLimits.openShares / archiveLimits.recipients - 1
    const { links } = await share({ archiveId: 'crowded', emails })
    await service.edit(async (db) => {
      const rows = await db.selectFrom('archive_share').where('archive_id', '=', 'crowded').selectAll().execute()
      for (let time = 0; time < times; time += 1)
        await db
          .insertInto('archive_share')
          .values(rows.map((row) => ({ ...row, id: `${time}-${row.id}` })))
          .execute()
    })
    const wish = { archiveId: 'crowded', emails: [], durationMinutes: shareDurations.hours2 }
    expect((await admin.failure(archivesShare, wish)).code).toBe(codeOf('too-many-shares'))
    const handle = handleOf(links[0]?.shareId ?? '')
    await admin.call(archivesShareRevoke, { archiveId: 'crowded', handle })
    expect((await admin.failure(archivesShare, { ...wish, emails: [ONE, TWO] })).code).toBe(codeOf('too-many-shares'))
    await admin.call(archivesShare, wish)
    await service.edit((db) => db.deleteFrom('archive').where('id', '=', 'crowded').execute())
  })
})

describe('whoever has opened a share', () => {
  test('goes on watching by newer links, which count no more: by that opening, for that share, for a day, and no longer than the share lasts', async () => {
    const password = 'quay seven'
    const { shareId } = await share({ mostViews: 1, password, durationMinutes: shareDurations.permanent })
    const opened = await visitor.call(archivesVideoNoTokenList, { shareId, password })
    const { openingId } = opened
    await visitor.call(archivesSharePlayed, { shareId, openingId })
    await stand.advance(30 * MINUTE_MS)
    admin = stand.admin
    expect((await stand.get(opened.videos[0]?.url ?? '')).status).toBe(404)
    expect((await visitor.failure(archivesVideoNoTokenList, { shareId, password })).code).toBe(codeOf('share-used-up'))
    const renewed = await visitor.call(archivesVideoNoTokenList, { shareId, password, openingId })
    expect(renewed).toMatchObject({ openingId, videos: [{ clip: 0 }] })
    expect((await stand.get(renewed.videos[0]?.url ?? '')).status).toBe(200)
    expect(await openingsOf(shareId)).toMatchObject([{ kind: 'played' }])

    // An opening opens nothing without the password, nor another share.
    const refused = async (changes: object) => (await visitor.failure(archivesVideoNoTokenList, { shareId, openingId, ...changes })).code
    expect(await refused({})).toBe(codeOf('share-password-needed'))
    expect(await refused({ password: 'guess' })).toBe(codeOf('share-password-wrong'))
    expect(await refused({ password, openingId: randomUUID() })).toBe(codeOf('share-used-up'))
    const other = await share({ mostViews: 1 })
    await visitor.call(archivesVideoNoTokenList, { shareId: other.shareId })
    expect(await refused({ shareId: other.shareId })).toBe(codeOf('share-used-up'))

    await stand.advance(archiveLimits.openingMs - 31 * MINUTE_MS)
    admin = stand.admin
    await visitor.call(archivesVideoNoTokenList, { shareId, password, openingId })
    service.advance(MINUTE_MS)
    expect(await refused({ password })).toBe(codeOf('share-used-up'))

    const revoked = await share()
    const late = await visitor.call(archivesVideoNoTokenList, { shareId: revoked.shareId })
    await admin.call(archivesShareRevoke, { archiveId, handle: handleOf(revoked.shareId) })
    expect(await refused({ shareId: revoked.shareId, openingId: late.openingId })).toBe(codeOf('share-revoked'))
  })

  test('watches on however many have come since, of as many as a share can count', async () => {
    const mostViews = archiveLimits.openings + 2
    const { shareId } = await share({ mostViews, durationMinutes: shareDurations.permanent })
    const { openingId } = await visitor.call(archivesVideoNoTokenList, { shareId })
    for (let views = 1; views < mostViews; views += 1) {
      service.advance(STEP_MS)
      await visitor.call(archivesVideoNoTokenList, { shareId })
    }
    expect((await visitor.failure(archivesVideoNoTokenList, { shareId })).code).toBe(codeOf('share-used-up'))
    expect((await visitor.call(archivesVideoNoTokenList, { shareId, openingId })).openingId).toBe(openingId)
    expect(await openingsOf(shareId)).toHaveLength(archiveLimits.openings)
  })

  test('is not remembered beyond that: of a share that does not count, by a flood of downloads, or after the day', async () => {
    const { shareId } = await share({ durationMinutes: shareDurations.permanent })
    const share_id = handleOf(shareId)
    const kept = () =>
      service.edit(async (db) => {
        const rows = await db.selectFrom('archive_share_opening').where('share_id', '=', share_id).select('id').execute()
        return rows.map(({ id }) => id)
      })
    const at_ms = service.now
    const rowOf = (kind: 'opened' | 'downloaded') => ({ id: randomUUID(), share_id, kind, at_ms, browser: '', place: '' })
    const flood = [
      ...Array.from({ length: archiveLimits.mostViews }, () => rowOf('opened')),
      ...Array.from({ length: 2 * archiveLimits.openings }, () => ({ ...rowOf('downloaded'), at_ms: at_ms - 1 })),
    ]
    await service.edit((db) => db.insertInto('archive_share_opening').values(flood).execute())
    service.advance(STEP_MS)
    const { openingId } = await visitor.call(archivesVideoNoTokenList, { shareId })
    const left = await kept()
    expect(left).toHaveLength(archiveLimits.mostViews)
    expect(left).toContain(openingId)
    await stand.advance(archiveLimits.openingMs)
    admin = stand.admin
    await visitor.call(archivesVideoNoTokenList, { shareId })
    expect(await kept()).toHaveLength(archiveLimits.openings)
  })

  test('has opened it again where that opening is forgotten', async () => {
    const { shareId } = await share()
    const { openingId } = await visitor.call(archivesVideoNoTokenList, { shareId })
    const again = await visitor.call(archivesVideoNoTokenList, { shareId, openingId: randomUUID() })
    expect(again.openingId).not.toBe(openingId)
    expect(await openingsOf(shareId)).toHaveLength(2)
  })
})

describe('who opened a share', () => {
  test('is remembered: when, with which browser, from which network, and whether they played or downloaded it', async () => {
    const { shareId } = await share()
    await visitor.call(archivesShareGet, { shareId })
    expect(await openingsOf(shareId)).toEqual([])
    const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Version/17.0 Mobile/15E148 Safari/604.1'
    const question = writeRequest({ shareId }, { id: randomUUID(), nonce: randomUUID(), nowMs: Date.now() })
    const { reply } = await visitor.post(archivesVideoNoTokenList.path, question, { 'user-agent': phone })
    const { openingId } = archivesVideoNoTokenList.output.parse(reply?.ok === true ? reply.data : undefined)
    const place = '127.0.0.0/24'
    expect(await openingsOf(shareId)).toEqual([{ atMs: expect.any(Number), kind: 'opened', browser: 'Safari, iPhone', place }])
    await visitor.call(archivesSharePlayed, { shareId, openingId })
    // Whoever knows an opening of another share changes nothing of it.
    const { shareId: strange } = await share()
    await visitor.call(archivesSharePlayed, { shareId: strange, openingId })
    expect(await openingsOf(strange)).toEqual([])
    service.advance(60_000)
    const { url } = await visitor.call(archivesDownloadTokenNoTokenGet, { shareId })
    expect(await openingsOf(shareId)).toHaveLength(1)
    const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'
    await (await stand.get(url, { 'user-agent': chrome })).arrayBuffer()
    const openings = await openingsOf(shareId)
    expect((openings[0]?.atMs ?? 0) - (openings[1]?.atMs ?? 0)).toBeGreaterThanOrEqual(60_000)
    expect(openings).toEqual([
      { atMs: expect.any(Number), kind: 'downloaded', browser: 'Chrome, Windows', place },
      { atMs: expect.any(Number), kind: 'played', browser: 'Safari, iPhone', place },
    ])
    await service.edit(async (db) => {
      const kept = JSON.stringify(await db.selectFrom('archive_share_opening').selectAll().execute())
      expect(kept).not.toContain('127.0.0.1')
    })
    expect((await admin.failure(archivesShareOpeningList, { archiveId, handle: 'x' })).code).toBe(codeOf('share-missing'))
  })

  test('is kept for the newest times only, and no longer than is said', async () => {
    const { shareId } = await share({ durationMinutes: shareDurations.permanent })
    for (let count = 0; count < archiveLimits.openings + 3; count += 1) {
      service.advance(STEP_MS)
      await visitor.call(archivesVideoNoTokenList, { shareId })
    }
    const openings = await openingsOf(shareId)
    expect(openings).toHaveLength(archiveLimits.openings)
    const stepsAgo = openings.map(({ atMs }) => Math.round((service.now - atMs) / STEP_MS))
    expect(stepsAgo).toEqual(openings.map((_, index) => index))
    await stand.advance(archiveLimits.openingsKeptDays * DAY_MS - (archiveLimits.openings / 2 - 0.5) * STEP_MS)
    admin = stand.admin
    expect(await openingsOf(shareId)).toHaveLength(archiveLimits.openings / 2)
    service.advance(DAY_MS)
    await vi.waitFor(() =>
      service.edit(async (db) => expect(await db.selectFrom('archive_share_opening').selectAll().execute()).toEqual([])),
    )
    await stand.advance(0)
    admin = stand.admin
  })
})

test('the page of a share says whose it is, also when it is over, and to nobody without its address', async () => {
  const { shareId } = await share({ password: 'quay seven' })
  const expected = {
    organizationName: 'Harbor Logistics',
    accentColor: expect.stringMatching(/^#[0-9a-f]{6}$/),
    logoUrl: expect.any(String),
  }
  const branding = await visitor.call(archivesShareBrandingGet, { shareId })
  expect(branding).toEqual(expected)
  expect((await stand.get(branding.logoUrl ?? '')).status).toBe(200)
  await admin.call(archivesShareRevoke, { archiveId, handle: handleOf(shareId) })
  expect(await visitor.call(archivesShareBrandingGet, { shareId })).toEqual(expected)
  const guessed = `${handleOf(shareId)}${'A'.repeat(43)}`
  expect((await visitor.failure(archivesShareBrandingGet, { shareId: guessed })).code).toBe(codeOf('share-missing'))
})

describe('what an organization has shared', () => {
  const page = { pageNum: 1, pageSize: 20, kind: 'all' } as const
  const listed = async (wish: object = {}, client = admin) =>
    (await client.call(archivesShareOrganizationList, { ...page, ...wish })).shares.map(({ handle }) => handle)

  test('is listed for administrators: permanent, external, over, and found by words; one or several are revoked', async () => {
    await service.edit((db) => db.deleteFrom('archive_share').execute())
    const operator = await service.signIn('operator')
    const { email } = await operator.call(profileGet, null)
    const inside = handleOf((await share({ emails: [email] })).shareId)
    service.advance(1)
    const outside = handleOf((await share({ emails: [ONE] }, operator)).shareId)
    service.advance(1)
    const forEver = handleOf((await share({ durationMinutes: shareDurations.permanent })).shareId)
    expect(await listed()).toEqual([forEver, outside, inside])
    expect(await listed({ kind: 'permanent' })).toEqual([forEver])
    expect(await listed({ kind: 'external' })).toEqual([forEver, outside])
    expect(await listed({ search: 'INSURER' })).toEqual([outside])
    expect(await listed({ search: 'truck at' })).toEqual([forEver, outside, inside])
    expect(await listed({ search: '100%' })).toEqual([])
    expect(await listed({ isOver: true })).toEqual([])
    const second = await admin.call(archivesShareOrganizationList, { ...page, pageSize: 2, pageNum: 2 })
    expect(second).toMatchObject({ total: 3, shares: [{ handle: inside, title: 'Truck at the gate', isExternal: false, emails: [email] }] })
    expect((await operator.failure(archivesShareOrganizationList, page)).code).toBe(codeOf('call-not-permitted'))
    expect((await operator.failure(archivesShareOrganizationRevoke, { handles: [inside] })).code).toBe(codeOf('call-not-permitted'))
    const stranger = await service.signIn('stranger')
    expect(await listed({}, stranger)).toEqual([])
    for (const handles of [[inside], [inside, 'x'.repeat(32)]])
      expect((await stranger.failure(archivesShareOrganizationRevoke, { handles })).code).toBe(codeOf('share-missing'))
    // All of them or none.
    expect((await admin.failure(archivesShareOrganizationRevoke, { handles: [outside, 'x'] })).code).toBe(codeOf('share-missing'))
    expect(await listed()).toHaveLength(3)
    expect(await admin.call(archivesShareOrganizationRevoke, { handles: [outside, forEver] })).toEqual({ revoked: 2 })
    expect(await admin.call(archivesShareOrganizationRevoke, { handles: [outside, inside] })).toEqual({ revoked: 1 })
    expect(await listed()).toEqual([])
    expect(await listed({ isOver: true })).toEqual([forEver, outside, inside])
  })

  test('leaves out what ended with the person who shared, and counts whoever is gone as external', async () => {
    await service.edit((db) => db.deleteFrom('archive_share').execute())
    const operator = await service.signIn('operator')
    const { userId, email } = await operator.call(profileGet, null)
    const theirs = handleOf((await share({ emails: [ONE] }, operator)).shareId)
    const toThem = handleOf((await share({ emails: [email] })).shareId)
    expect((await listed()).toSorted()).toEqual([theirs, toThem].toSorted())
    await admin.call(userInviteDelete, { userId })
    expect(await listed({ kind: 'external' })).toEqual([toThem])
    expect(await listed({ isOver: true })).toEqual([theirs])
  })
})
