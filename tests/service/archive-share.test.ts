import { randomBytes, randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Role } from '#contract/access.ts'
import { shareDurations, type ArchiveRight, type ShareDuration } from '#contract/archives.ts'
import { unregister } from '#contract/calls/account/unregister.ts'
import { archiveCalls } from '#contract/calls/archive/archive-calls.ts'
import { userInviteDelete } from '#contract/calls/people/user-invite-delete.ts'
import { profileGet } from '#contract/calls/user/profile-get.ts'
import { codeOf } from '#contract/errors.ts'
import { archiveStatuses } from '#contract/states/archive.ts'
import { writeRequest } from '#contract/write-request.ts'
import { ArchiveStand } from '#tests/support/archive-stand.ts'
import { deep, isDeep } from '#tests/support/depth.ts'
import { numbersIn } from '#tests/support/look-at-clip.ts'
import { demoDevices, type TestService } from '#tests/support/service.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const { cancelled, fail, processing, success } = archiveStatuses
const { sn } = demoDevices.gate

const visitorCalls = [archiveCalls.archivesShareGet, archiveCalls.archivesVideoNoTokenList, archiveCalls.archivesDownloadTokenNoTokenGet]

let stand: ArchiveStand
let service: TestService
beforeEach(async () => {
  stand = await ArchiveStand.start()
  service = stand.service
})
afterEach(() => stand.close())

describe('sharing', () => {
  const share = async (archiveId: string, durationMinutes: ShareDuration) =>
    stand.admin.call(archiveCalls.archivesShare, {
      archiveId,
      emails: ['jo@partner.example', 'jo@partner.example'],
      message: 'Look at 0:02',
      durationMinutes,
    })

  test('shows the archive to whoever has the link, and nothing else', async () => {
    const { archiveId, sizeBytes } = await stand.make()
    const { shareId, url, expiresAtMs } = await share(archiveId, shareDurations.hours2)
    expect(url).toBe(`${service.url}/user/archives-share/${shareId}`.replace('127.0.0.1', 'localhost'))
    const visitor = service.client()
    const shared = await visitor.call(archiveCalls.archivesShareGet, { shareId })
    expect(shared).toMatchObject({
      title: 'Truck at the gate',
      sharedBy: 'Harbor Logistics',
      message: 'Look at 0:02',
      expiresAtMs,
      sizeBytes,
    })
    expect(JSON.stringify(shared)).not.toContain(sn)
    const { videos } = await visitor.call(archiveCalls.archivesVideoNoTokenList, { shareId })
    expect((await numbersIn(new Uint8Array(await (await stand.get(videos[0]?.url ?? '')).arrayBuffer()))).length).toBe(60)
    const download = await visitor.call(archiveCalls.archivesDownloadTokenNoTokenGet, { shareId })
    expect((await stand.get(download.url)).headers.get('content-length')).toBe(String(sizeBytes))
    expect((await stand.get(download.url)).status).toBe(404)
    const outbox = await (await stand.get('/sandbox/outbox')).text()
    expect(outbox.match(/jo@partner\.example/g)).toHaveLength(1)
    expect(outbox).toContain(shareId)
  })

  test('passes on several archives by one link: each is listed, played, proved and downloaded by itself', async () => {
    const clips = [await stand.make({ title: 'Truck' }), await stand.make({ title: 'Van' }), await stand.make({ title: 'Van' })]
    const [first, ...more] = clips.map(({ archiveId }) => archiveId)
    const wish = { archiveId: first ?? '', moreArchiveIds: more, emails: ['jo@partner.example'], durationMinutes: shareDurations.hours2 }
    const { shareId } = await stand.admin.call(archiveCalls.archivesShare, wish)
    expect(await (await stand.get('/sandbox/outbox')).text()).toContain('and 2 more')
    const visitor = service.client()
    const shared = await visitor.call(archiveCalls.archivesShareGet, { shareId })
    expect(shared.title).toBe('Truck')
    expect(shared.clips.map(({ clip, title, sizeBytes }) => [clip, title, sizeBytes])).toEqual(
      clips.map(({ title, sizeBytes }, index) => [index, title, sizeBytes]),
    )
    const { videos } = await visitor.call(archiveCalls.archivesVideoNoTokenList, { shareId })
    expect(videos).toHaveLength(3)
    for (const { url } of videos) expect((await stand.get(url)).status).toBe(200)
    for (const [clip, archive] of clips.entries()) {
      const { statements } = await visitor.call(archiveCalls.archivesProofNoTokenGet, { shareId, clip })
      expect(statements[0]?.text).toContain(archive.archiveId)
      const { url, sizeBytes } = await visitor.call(archiveCalls.archivesDownloadTokenNoTokenGet, { shareId, clip })
      expect((await stand.get(url)).headers.get('content-length')).toBe(String(sizeBytes))
    }
    expect((await visitor.failure(archiveCalls.archivesProofNoTokenGet, { shareId, clip: 3 })).code).toBe(31101)
    // Whoever looks at any of them sees who has it, and takes it back.
    const archiveId = more[1] ?? ''
    const { shares } = await stand.admin.call(archiveCalls.archivesShareList, { archiveId })
    expect(shares).toHaveLength(1)
    const listed = await stand.admin.call(archiveCalls.archivesShareOrganizationList, { kind: 'all', pageNum: 1, pageSize: 10 })
    expect(listed.shares.find(({ handle }) => handle === shares[0]?.handle)).toMatchObject({ title: 'Truck', more: 2 })
    // One that is gone is shown no more; the others stay in their places.
    await stand.admin.call(archiveCalls.archivesDelete, { archiveIds: [more[0] ?? ''] })
    const left = await visitor.call(archiveCalls.archivesShareGet, { shareId })
    expect(left.clips.map(({ clip }) => clip)).toEqual([0, 2])
    const opened = await visitor.call(archiveCalls.archivesVideoNoTokenList, { shareId })
    const statuses = () => Promise.all(opened.videos.map(async ({ url }) => (await stand.get(url)).status))
    expect(await statuses()).toEqual([200, 200])
    await stand.admin.call(archiveCalls.archivesShareRevoke, { archiveId, handle: shares[0]?.handle ?? '' })
    expect((await visitor.failure(archiveCalls.archivesShareGet, { shareId })).code).toBe(codeOf('share-revoked'))
    // Films that are open already go no further.
    expect(await statuses()).toEqual([404, 404])
  })

  test('of several asks the right to each, and waits until all are made', async () => {
    const { archiveId } = await stand.make()
    const share = (moreArchiveIds: string[]) => ({ archiveId, moreArchiveIds, emails: [], durationMinutes: shareDurations.hours2 })
    await stand.addRow({ id: 'theirs', status: success, organization_id: 'other', site_id: 'other-site', sn: 'OTHER00001' })
    await stand.addRow({ id: 'under-way', status: processing })
    await stand.addRow({ id: 'failed', status: fail })
    for (const [ids, code] of [
      [['theirs'], codeOf('archive-missing')],
      [['none'], codeOf('archive-missing')],
      [['failed'], codeOf('wrong-state')],
      [[archiveId], codeOf('parameter-error')],
      [['under-way', 'under-way'], codeOf('parameter-error')],
      [Array.from({ length: 20 }, (_, index) => `one-${index}`), codeOf('parameter-error')],
    ] as const)
      expect((await stand.admin.failure(archiveCalls.archivesShare, share([...ids]))).code, ids.join()).toBe(code)
    const { shareId } = await stand.admin.call(archiveCalls.archivesShare, share(['under-way']))
    expect((await service.client().failure(archiveCalls.archivesShareGet, { shareId })).code).toBe(codeOf('share-unready'))
  })

  test('cannot be guessed: half an identifier, another secret and the handle open nothing', async () => {
    const { archiveId } = await stand.make()
    const { shareId } = await share(archiveId, shareDurations.permanent)
    const other = await share(archiveId, shareDurations.permanent)
    const mixed = shareId.slice(0, 32) + other.shareId.slice(32)
    const visitor = service.client()
    for (const call of [
      archiveCalls.archivesShareGet,
      archiveCalls.archivesVideoNoTokenList,
      archiveCalls.archivesDownloadTokenNoTokenGet,
    ]) {
      expect((await visitor.failure(call, { shareId: mixed })).code).toBe(31101)
      expect((await visitor.failure(call, { shareId: '0'.repeat(75) })).code).toBe(31101)
      expect(await visitor.failure(call, { shareId: shareId.slice(0, 32) })).toEqual({ code: 1000, detail: { field: 'shareId' } })
    }
    const { shares } = await stand.admin.call(archiveCalls.archivesShareList, { archiveId })
    expect(shares.map(({ handle }) => handle).toSorted()).toEqual([shareId.slice(0, 32), other.shareId.slice(0, 32)].toSorted())
    expect(JSON.stringify(shares)).not.toContain(shareId.slice(32))
    await service.edit(async (db) =>
      expect(JSON.stringify(await db.selectFrom('archive_share').selectAll().execute())).not.toContain(shareId.slice(32)),
    )
  })

  test('with a password opens for whoever knows it; whoever guesses is stopped after ten tries', async () => {
    const { archiveId } = await stand.make()
    const wish = { archiveId, emails: [], durationMinutes: shareDurations.hours2, password: 'quay seven' }
    const { shareId } = await stand.admin.call(archiveCalls.archivesShare, wish)
    const visitor = service.client()
    for (const call of visitorCalls) expect((await visitor.failure(call, { shareId })).code).toBe(33721)
    expect((await visitor.call(archiveCalls.archivesShareGet, { shareId, password: 'quay seven' })).title).toBe('Truck at the gate')
    await service.edit(async (db) =>
      expect(JSON.stringify(await db.selectFrom('archive_share').selectAll().execute())).not.toContain('quay seven'),
    )
    const guesses: number[] = []
    for (let count = 0; count < 12; count += 1) {
      guesses.push((await visitor.failure(archiveCalls.archivesShareGet, { shareId, password: `guess ${count}` })).code)
    }
    expect(guesses).toEqual([...Array.from({ length: 10 }, () => 33722), 6001, 6001])
    // Not for ever: whoever knows it comes in later.
    service.advance(10 * MINUTE_MS)
    expect((await visitor.call(archiveCalls.archivesShareGet, { shareId, password: 'quay seven' })).title).toBe('Truck at the gate')
  })

  test('with a password has no more than ten wrong ones looked at, also of fifty that come at once', async () => {
    const { archiveId } = await stand.make()
    const wish = { archiveId, emails: [], durationMinutes: shareDurations.hours2, password: 'quay seven' }
    const { shareId } = await stand.admin.call(archiveCalls.archivesShare, wish)
    const visitor = service.client()
    const atOnce = async (password: string, count: number) => {
      const open = async () => (await visitor.failure(archiveCalls.archivesShareGet, { shareId, password })).code
      return Promise.all(Array.from({ length: count }, open))
    }
    // A page asks for several things at once.
    expect(await atOnce('quay seven', 16)).toEqual(Array.from({ length: 16 }, () => 200))
    const guesses = await atOnce('guess', 50)
    expect(guesses.filter((code) => code === 33722)).toHaveLength(10)
    expect(guesses.filter((code) => code === 6001)).toHaveLength(40)
  })

  test('with a password is locked for whoever guesses, not for whoever knows it elsewhere', { timeout: 90_000 }, async () => {
    await stand.close()
    stand = await ArchiveStand.start({ trustedProxies: ['127.0.0.0/8'] })
    const { archiveId } = await stand.make()
    const wish = { archiveId, emails: [], message: '', durationMinutes: shareDurations.hours2, password: 'quay seven' }
    const { shareId } = await stand.admin.call(archiveCalls.archivesShare, wish)
    const open = async (password: string, from: string) =>
      (await stand.service.client(undefined, from).failure(archiveCalls.archivesShareGet, { shareId, password })).code
    for (let count = 0; count < 10; count += 1) expect(await open(`guess ${count}`, `2001:db8:1:1::${count + 1}`)).toBe(33722)
    expect(await open('quay seven', '2001:db8:1:1::ffff')).toBe(6001)
    expect(await open('quay seven', '2001:db8:1:2::1')).toBe(200)
    // Two hundred passwords take a third of a minute: in the short form `guess-guard` has this.
    if (!isDeep) return
    // Strangers in twenty networks more, and then one who has a large one alone: it has ten tries, whichever part of it they come from.
    const wrongFrom = async (from: string) => (await open('guess', from)) === 33722
    for (let count = 10; count < 200; count += 1) expect(await wrongFrom(`198.51.${Math.floor(count / 10)}.1`)).toBe(true)
    const large = await Promise.all(Array.from({ length: 10 }, (_, part) => wrongFrom(`2001:db8:2:${part}::1`)))
    expect(large).not.toContain(false)
    expect(await wrongFrom('2001:db8:2:10::1')).toBe(false)
    expect(await open('quay seven', '2001:db8:3::1')).toBe(200)
  })

  test('that may be opened twice is opened and downloaded twice in all, and says how often it was', async () => {
    const { archiveId } = await stand.make()
    const wish = { archiveId, emails: [], durationMinutes: shareDurations.hours2, mostViews: 2 }
    const { shareId } = await stand.admin.call(archiveCalls.archivesShare, wish)
    const visitor = service.client()
    await visitor.call(archiveCalls.archivesShareGet, { shareId })
    await visitor.call(archiveCalls.archivesVideoNoTokenList, { shareId })
    await visitor.call(archiveCalls.archivesDownloadTokenNoTokenGet, { shareId })
    for (const call of visitorCalls) expect((await visitor.failure(call, { shareId })).code).toBe(33723)
    const { shares } = await stand.admin.call(archiveCalls.archivesShareList, { archiveId })
    expect(shares).toMatchObject([{ state: 'used-up', views: 2, mostViews: 2, hasPassword: false, isRedacted: false, emails: [] }])
  })

  const allDurations: (readonly [ShareDuration, number])[] = [
    [shareDurations.minutes30, 30 * MINUTE_MS],
    [shareDurations.days7, 7 * 24 * HOUR_MS],
    [shareDurations.hours2, 2 * HOUR_MS],
    [shareDurations.hours10, 10 * HOUR_MS],
    [shareDurations.hours24, 24 * HOUR_MS],
  ]
  const durations = deep(allDurations, allDurations.slice(0, 2))
  test.each(durations)('for %i minutes ends to the moment, and its links with it', async (durationMinutes, lifeMs) => {
    const { archiveId } = await stand.make()
    const { shareId, expiresAtMs } = await share(archiveId, durationMinutes)
    const visitor = service.client()
    service.advance(lifeMs - 20_000)
    const { videos } = await visitor.call(archiveCalls.archivesVideoNoTokenList, { shareId })
    const download = await visitor.call(archiveCalls.archivesDownloadTokenNoTokenGet, { shareId })
    expect(videos[0]?.urlUntilMs).toBeLessThanOrEqual(expiresAtMs ?? 0)
    expect((await stand.get(videos[0]?.url ?? '')).status).toBe(200)
    service.advance(20_000)
    for (const call of [
      archiveCalls.archivesShareGet,
      archiveCalls.archivesVideoNoTokenList,
      archiveCalls.archivesDownloadTokenNoTokenGet,
    ]) {
      expect((await visitor.failure(call, { shareId })).code).toBe(31109)
    }
    expect([(await stand.get(videos[0]?.url ?? '')).status, (await stand.get(download.url)).status]).toEqual([404, 404])
  })

  test('for ever lasts, until it is revoked or its archive deleted', async () => {
    const { archiveId } = await stand.make()
    const { shareId, expiresAtMs } = await share(archiveId, shareDurations.permanent)
    const second = await share(archiveId, shareDurations.permanent)
    expect(expiresAtMs).toBeNull()
    await stand.advance(1_000 * 24 * HOUR_MS)
    const visitor = service.client()
    expect((await visitor.failure(archiveCalls.archivesShareGet, { shareId })).code).toBe(200)
    const download = await visitor.call(archiveCalls.archivesDownloadTokenNoTokenGet, { shareId })
    const handle = shareId.slice(0, 32)
    await stand.admin.call(archiveCalls.archivesShareRevoke, { archiveId, handle })
    expect((await visitor.failure(archiveCalls.archivesShareGet, { shareId })).code).toBe(31110)
    expect((await stand.get(download.url)).status).toBe(404)
    expect((await stand.admin.failure(archiveCalls.archivesShareRevoke, { archiveId, handle })).code).toBe(6000)
    expect((await stand.admin.failure(archiveCalls.archivesShareRevoke, { archiveId, handle: 'x' })).code).toBe(31101)
    expect((await stand.admin.call(archiveCalls.archivesShareList, { archiveId })).shares.map(({ state }) => state).toSorted()).toEqual([
      'open',
      'revoked',
    ])
    await stand.admin.call(archiveCalls.archivesDelete, { archiveIds: [archiveId] })
    expect((await visitor.failure(archiveCalls.archivesShareGet, { shareId: second.shareId })).code).toBe(31101)
  })

  test('ends when the person who shared is removed, and the shares of others go on', async () => {
    const { archiveId } = await stand.make()
    const wish = { archiveId, emails: ['jo@partner.example'], message: '', durationMinutes: shareDurations.permanent }
    const operator = await service.signIn('operator')
    const { userId } = await operator.call(profileGet, null)
    const theirs = await operator.call(archiveCalls.archivesShare, wish)
    const own = await share(archiveId, shareDurations.permanent)
    const visitor = service.client()
    const { videos } = await visitor.call(archiveCalls.archivesVideoNoTokenList, { shareId: theirs.shareId })
    expect(videos).toHaveLength(1)
    const download = await visitor.call(archiveCalls.archivesDownloadTokenNoTokenGet, { shareId: theirs.shareId })
    await stand.admin.call(userInviteDelete, { userId })
    for (const call of visitorCalls) expect((await visitor.failure(call, { shareId: theirs.shareId })).code).toBe(31110)
    expect((await stand.get(download.url)).status).toBe(404)
    const { shares } = await stand.admin.call(archiveCalls.archivesShareList, { archiveId })
    expect(shares.map(({ state }) => state).toSorted()).toEqual(['open', 'revoked'])
    expect((await visitor.call(archiveCalls.archivesShareGet, { shareId: own.shareId })).title).toBe('Truck at the gate')
  })

  test('rests while the person who shared may not share it, for whatever reason', async () => {
    const { archiveId } = await stand.make()
    const operator = await service.signIn('operator')
    const wish = { archiveId, emails: [], message: '', durationMinutes: shareDurations.permanent }
    const { shareId } = await operator.call(archiveCalls.archivesShare, wish)
    const visitor = service.client()
    const opened = async () => (await visitor.failure(archiveCalls.archivesShareGet, { shareId })).code
    const { url } = await visitor.call(archiveCalls.archivesDownloadTokenNoTokenGet, { shareId })
    const grant = (rights: ArchiveRight[]) => stand.admin.call(archiveCalls.archivesAuthorityUpdate, { userId: 'harbor-operator', rights })
    const makeRole = (role: Role) =>
      service.edit((db) => db.updateTable('user_site_role').set({ role }).where('user_id', '=', 'harbor-operator').execute())
    expect(await opened()).toBe(200)

    await grant(['query', 'download'])
    expect(await opened()).toBe(codeOf('share-suspended'))
    expect((await stand.get(url)).status).toBe(404)
    const { shares } = await stand.admin.call(archiveCalls.archivesShareList, { archiveId })
    expect(shares.map(({ state }) => state)).toEqual(['suspended'])
    await grant(['query', 'share'])
    expect(await opened()).toBe(200)

    await makeRole('live-only')
    expect(await opened()).toBe(codeOf('share-suspended'))
    await makeRole('site-operator')
    expect(await opened()).toBe(200)
  })

  test('ends when the organization closes with its last administrator', async () => {
    const { archiveId } = await stand.make()
    const { shareId } = await share(archiveId, shareDurations.permanent)
    const visitor = service.client()
    const download = await visitor.call(archiveCalls.archivesDownloadTokenNoTokenGet, { shareId })
    const organizationId = 'harbor-logistics'
    await service.edit(async (db) => {
      await db.deleteFrom('user').where('organization_id', '=', organizationId).where('login_name', '!=', 'admin').execute()
      await db.updateTable('device').set({ organization_id: null, site_id: null }).where('organization_id', '=', organizationId).execute()
    })
    await stand.admin.call(unregister, { password: service.person('admin').password })
    for (const call of visitorCalls) expect((await visitor.failure(call, { shareId })).code).toBe(31110)
    expect((await stand.get(download.url)).status).toBe(404)
  })

  test('of a clip that is still being made can be opened as soon as it is, and not when it is given up', async () => {
    const made = await stand.make()
    await stand.addRow({ id: 'under-way', status: processing })
    const { shareId } = await share('under-way', shareDurations.hours2)
    const visitor = service.client()
    const codes = () => Promise.all(visitorCalls.map(async (call) => (await visitor.failure(call, { shareId })).code))
    expect(await codes()).toEqual(visitorCalls.map(() => 33841))
    const change = (changes: object) => service.edit((db) => db.updateTable('archive').set(changes).where('id', '=', 'under-way').execute())
    await change({ status: cancelled })
    expect(await codes()).toEqual(visitorCalls.map(() => 31101))
    const file = await service.edit((db) =>
      db
        .selectFrom('archive')
        .where('id', '=', made.archiveId)
        .select(['object_key', 'size_bytes', 'codec', 'width', 'height', 'piece_sha256s_json'])
        .executeTakeFirstOrThrow(),
    )
    await change({ ...file, status: success })
    expect((await visitor.call(archiveCalls.archivesShareGet, { shareId })).title).toBe('A row')
    const { videos } = await visitor.call(archiveCalls.archivesVideoNoTokenList, { shareId })
    expect((await stand.get(videos[0]?.url ?? '')).status).toBe(200)
    // Nobody has opened it before.
    expect((await stand.admin.call(archiveCalls.archivesShareList, { archiveId: 'under-way' })).shares).toMatchObject([{ views: 1 }])
  })

  test('asks for a duration of the six, and an archive that is made or will be; recipients are addresses, if there are any', async () => {
    await stand.addRow({ id: 'failed', status: fail })
    const good = { archiveId: 'failed', emails: ['a@b.example'], durationMinutes: shareDurations.minutes30 }
    const attempt = (changes: object) => stand.admin.failure(archiveCalls.archivesShare, { ...good, ...changes })
    expect((await attempt({})).code).toBe(6000)
    expect((await attempt({ emails: [] })).code).toBe(6000)
    expect(await attempt({ password: 'abc' })).toEqual({ code: 1000, detail: { field: 'password' } })
    expect(await attempt({ mostViews: 0 })).toEqual({ code: 1000, detail: { field: 'mostViews' } })
    expect(await attempt({ emails: ['no-address'] })).toEqual({ code: 1000, detail: { field: 'emails.0' } })
    expect(await attempt({ emails: ['a@b.example\r\nBcc: c@d.example'] })).toEqual({ code: 1000, detail: { field: 'emails.0' } })
    expect(await attempt({ durationMinutes: 60 })).toEqual({ code: 1000, detail: { field: 'durationMinutes' } })
    expect(await attempt({ durationMinutes: 0 })).toEqual({ code: 1000, detail: { field: 'durationMinutes' } })
  })
})

test('a share ends at the moment that was chosen for it, which must be still to come', async () => {
  const { archiveId } = await stand.make()
  const wish = { archiveId, emails: [], durationMinutes: shareDurations.permanent }
  const over = await stand.admin.failure(archiveCalls.archivesShare, { ...wish, expiresAtMs: service.now - 1 })
  expect(over).toMatchObject({ code: codeOf('parameter-error'), detail: { field: 'expiresAtMs' } })
  const chosenMs = service.now + 3 * HOUR_MS
  const { shareId, expiresAtMs } = await stand.admin.call(archiveCalls.archivesShare, { ...wish, expiresAtMs: chosenMs })
  expect(expiresAtMs).toBe(chosenMs)
  service.advance(3 * HOUR_MS - MINUTE_MS)
  await service.client().call(archiveCalls.archivesShareGet, { shareId })
  service.advance(MINUTE_MS)
  expect((await service.client().failure(archiveCalls.archivesShareGet, { shareId })).code).toBe(codeOf('share-expired'))
})

test('10,000 guessed links open nothing and slow down who guesses them, and nobody else @deep', () => guess(10_000), 120_000)
test('300 guessed links open nothing and slow down who guesses them, and nobody else', () => guess(300))

async function guess(count: number): Promise<void> {
  await stand.close()
  stand = await ArchiveStand.start({ trustedProxies: ['127.0.0.0/8'] })
  const { archiveId } = await stand.make()
  const wish = { archiveId, emails: [], message: '', durationMinutes: shareDurations.hours2 }
  const { shareId } = await stand.admin.call(archiveCalls.archivesShare, wish)
  const ask = async (guessed: string, address: string) => {
    const call = archiveCalls.archivesShareGet
    const body = writeRequest({ shareId: guessed }, { id: randomUUID(), nonce: randomUUID(), nowMs: Date.now() })
    const { reply } = await stand.service.client().post(call.path, body, { 'x-forwarded-for': address })
    return reply?.ok === true ? 'open' : reply?.code
  }
  const answers = new Map<unknown, number>()
  for (let index = 0; index < count; index += 1) {
    // Half of them know which share there is, and lack its secret.
    const handle = index % 2 === 0 ? shareId.slice(0, 32) : randomBytes(16).toString('hex')
    const answer = await ask(handle + randomBytes(32).toString('base64url'), '203.0.113.7')
    answers.set(answer, (answers.get(answer) ?? 0) + 1)
  }
  expect(new Set(answers.keys())).toEqual(new Set([codeOf('share-missing'), codeOf('archive-too-frequent')]))
  // No more is looked at than an ample minute's worth.
  const { calls = 0 } = archiveCalls.archivesShareGet.rate ?? {}
  expect(answers.get(codeOf('share-missing'))).toBeLessThanOrEqual(calls * 2)
  expect(await ask(shareId, '203.0.113.7')).toBe(codeOf('archive-too-frequent'))
  expect(await ask(shareId, '198.51.100.4')).toBe('open')
}
