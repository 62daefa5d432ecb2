import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { rightsOfRole } from '#contract/access.ts'
import { archiveCalls } from '#contract/calls/archive/archive-calls.ts'
import { cloudStorageDownloadTokenGet } from '#contract/calls/cloud-storage/cloud-storage-download-token-get.ts'
import { deviceAccessTokenGet } from '#contract/calls/device/device-access-token-get.ts'
import { siteChannelList } from '#contract/calls/device/site-channel-list.ts'
import { siteUserAssign } from '#contract/calls/device/site-user-assign.ts'
import { alarmDetail } from '#contract/calls/event/alarm-detail.ts'
import { alarmSearchList } from '#contract/calls/event/alarm-search-list.ts'
import { eventRuleAddOrEdit } from '#contract/calls/event/event-rule-add-or-edit.ts'
import { eventSearchList } from '#contract/calls/event/event-search-list.ts'
import { eventVideoSearch } from '#contract/calls/event/event-video-search.ts'
import { userInviteAdministrator } from '#contract/calls/people/user-invite-administrator.ts'
import { userInviteUpdate } from '#contract/calls/people/user-invite-update.ts'
import { always } from '#contract/weekly-schedule.ts'
import { ArchiveStand } from '#tests/support/archive-stand.ts'
import { MediaViewer } from '#tests/support/media-viewer.ts'
import { jpegOf, report, waitForEvents } from '#tests/support/seen-events.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'
import { channel, demoDevices, TestService } from '#tests/support/service.ts'
import { connectCamera, type TestSource } from '#tests/support/test-source.ts'

const DAY_MS = 24 * 60 * 60_000
const { sn } = demoDevices.gate
const userId = 'harbor-operator'

/** Leaves the operator without authority on one camera of the gate, and with that of an operator on all others. */
async function takeAway(admin: ServiceClient, chlIndex: number): Promise<void> {
  await admin.call(userInviteUpdate, { userId, channels: [{ sn, chlIndex, role: 'no-authority' }] })
}

describe('without authority on a camera', () => {
  let service: TestService
  let admin: ServiceClient
  let operator: ServiceClient
  const viewers: MediaViewer[] = []

  beforeEach(async () => {
    service = await TestService.start()
    ;[admin, operator] = await Promise.all([service.signIn('admin'), service.signIn('operator')])
  })
  afterEach(async () => {
    for (const viewer of viewers.splice(0)) viewer.close()
    await service.close()
  })

  async function open(client: ServiceClient, ticket?: string): Promise<MediaViewer> {
    const viewer = await MediaViewer.open(client, ticket === undefined ? {} : { ticket })
    viewers.push(viewer)
    viewer.openChannel(0, sn)
    return viewer
  }

  async function watch(client: ServiceClient, source: TestSource): Promise<MediaViewer> {
    const viewer = await open(client)
    await viewer.until(() => viewer.units().length === source.main.filmed.length, 'all pictures')
    return viewer
  }

  const ticketOf = async (client: ServiceClient) => (await client.call(deviceAccessTokenGet, { holder: 'tab' })).ticket

  test('who may see no camera at all is given no media ticket', async () => {
    const trainee = await service.signIn('trainee')
    for (const holder of ['tab', 'plugin'] as const) expect((await trainee.failure(deviceAccessTokenGet, { holder })).code).toBe(5000)
  })

  describe('when the right was taken away', () => {
    let source: TestSource
    let stop: () => Promise<void>
    beforeEach(async () => {
      const { source: connected, agent } = await connectCamera(service.url, demoDevices.gate)
      source = connected
      stop = () => agent.stop()
      source.main.film(true)
    })
    afterEach(() => stop())

    const ways = {
      'on the camera': () => takeAway(admin, 0),
      'on all sites': () => admin.call(userInviteUpdate, { userId, sites: [] }),
      'on the site': () => admin.call(siteUserAssign, { siteId: 'harbor-gate', users: [] }),
    }
    test.each(Object.entries(ways))('%s, a ticket of before brings no picture, and an open window ends at once', async (_, take) => {
      const [staying, watching] = [await watch(admin, source), await watch(operator, source)]
      const ticket = await ticketOf(operator)
      await take()
      await watching.untilFailed(0, 'not-found')
      const late = await open(operator, ticket)
      await late.untilFailed(0, 'not-found')
      source.main.film(true)
      await staying.until(() => staying.units().length === 2, 'the next picture')
      expect(watching.units()).toHaveLength(1)
      expect(late.units()).toHaveLength(0)
    })

    test('of an administrator, neither window nor ticket outlives it', async () => {
      await admin.call(userInviteAdministrator, { userId, administrator: true })
      await admin.call(userInviteUpdate, { userId, sites: [] })
      const watching = await watch(operator, source)
      const ticket = await ticketOf(operator)
      await admin.call(userInviteAdministrator, { userId, administrator: false, role: 'site-operator' })
      await watching.untilFailed(0, 'not-found')
      const late = await open(operator, ticket)
      await late.untilFailed(0, 'not-found')
      expect(late.units()).toHaveLength(0)
    })
  })

  test('no message of its alarms comes, none is found, and no link to a picture of it is given', async () => {
    const agent = await service.connectDevice(demoDevices.gate, [channel(0), channel(1)])
    await takeAway(admin, 1)
    const scope = { siteIds: ['harbor-gate'], channels: [] }
    const trigger = { kind: 'general' as const, eventKinds: ['motion' as const] }
    const rule = { name: 'Gate', isEnabled: true, scope, trigger, schedule: always, alertIntervalS: 10 as const, emails: [] }
    await admin.call(eventRuleAddOrEdit, rule)
    const [pushOfAdmin, pushOfOperator] = [await service.openPush(admin), await service.openPush(operator)]
    const snapshot = jpegOf('red').toString('base64')
    report(agent, { event: 'motion', chlIndex: 1, snapshot }, service.now)
    const hidden = await pushOfAdmin.next('alarm', { chlIndex: 1 })
    report(agent, { event: 'motion', chlIndex: 0, snapshot }, service.now)
    await pushOfOperator.next('alarm', { chlIndex: 0 })
    const aboutIt = pushOfOperator.heard.filter(
      ({ infoContent }) => 'sn' in infoContent && 'chlIndex' in infoContent && infoContent.chlIndex === 1,
    )
    expect(aboutIt).toEqual([])
    const { alarmId } = hidden.infoContent
    expect((await operator.failure(alarmDetail, { alarmId })).code).not.toBe(200)
    const ofAll = await waitForEvents(admin, 2, service.now)
    const span = { fromMs: service.now - DAY_MS, toMs: service.now + DAY_MS }
    const { events } = await operator.call(eventSearchList, { ...span, pageSize: 100 })
    const { alarms } = await operator.call(alarmSearchList, { pageSize: 20 })
    expect([events.map(({ chlIndex }) => chlIndex), alarms.map(({ chlIndex }) => chlIndex)]).toEqual([[0], [0]])
    const link = ofAll.find(({ chlIndex }) => chlIndex === 1)?.pictureUrl ?? ''
    expect((await fetch(service.url + link)).status).toBe(200)
    const path = link.split('?')[0] ?? ''
    const told = JSON.stringify([events, alarms, pushOfOperator.heard])
    expect(told).not.toContain(path)
    // Neither does the signature of a picture that is seen open another.
    const own = new URL(service.url + (events[0]?.pictureUrl ?? ''))
    expect((await fetch(service.url + path + own.search)).status).toBe(404)
  })

  test('a role on a camera goes with its site, and does not come back with it', async () => {
    await service.connectDevice(demoDevices.gate)
    await admin.call(userInviteUpdate, { userId, channels: [{ sn, chlIndex: 0, role: 'site-administrator' }] })
    const rights = async () => {
      const { channels } = await operator.call(siteChannelList, {})
      return channels.find((one) => one.sn === sn)?.rights
    }
    expect(await rights()).toEqual(rightsOfRole['site-administrator'])
    await admin.call(userInviteUpdate, { userId, sites: [] })
    await admin.call(userInviteUpdate, { userId, sites: [{ siteId: 'harbor-gate', role: 'live-only' }] })
    expect(await rights()).toEqual(rightsOfRole['live-only'])
  })
})

describe('the past of a camera', () => {
  let stand: ArchiveStand
  beforeEach(async () => {
    stand = await ArchiveStand.start()
  })
  afterEach(() => stand.close())

  test('is closed to whoever has no authority on it, and to a download that was allowed before', async () => {
    const { archiveId } = await stand.make()
    const operator = await stand.service.signIn('operator')
    const wish = { taskID: archiveId, sn, chlIndex: 0, resourceType: 'cloudArchive', cloudArchiveType: 'video' } as const
    const downloads = [1, 2, 3].map(() => operator.call(archiveCalls.archivesDownloadTokenGet, wish))
    const [first, second, third] = await Promise.all(downloads)
    expect((await stand.get(first?.url ?? '')).status).toBe(200)
    await stand.admin.call(archiveCalls.archivesAuthorityUpdate, { userId, rights: ['query'] })
    expect((await stand.get(second?.url ?? '')).status).toBe(404)
    await stand.admin.call(archiveCalls.archivesAuthorityUpdate, { userId, rights: ['query', 'add', 'download'] })
    await takeAway(stand.admin, 0)
    expect((await stand.get(third?.url ?? '')).status).toBe(404)
    const camera = { sn, chlIndex: 0 }
    const span = { startMs: stand.service.now - DAY_MS, endMs: stand.service.now }
    const recordings = { storageType: 'object', bucketName: 'recordings', storageUrl: '/objects', resourceType: 'cloud' } as const
    // Another camera that may be played back lets the calls in: what is refused is this one.
    await stand.service.connectDevice(demoDevices.warehouse)
    const codes = [
      await operator.failure(archiveCalls.archivesDownloadTokenGet, wish),
      await operator.failure(archiveCalls.archivesVideoList, { archiveId }),
      await operator.failure(archiveCalls.archivesCreate, stand.wish()),
      await operator.failure(cloudStorageDownloadTokenGet, { ...camera, ...recordings, ...span }),
      await operator.failure(eventVideoSearch, { ...camera, fromMs: span.startMs, toMs: span.endMs }),
    ]
    expect(codes.map(({ code }) => code)).toEqual([31102, 31102, 33005, 33005, 33005])
    expect(await stand.find(archiveId, operator)).toBeUndefined()
  })
})
