import { describe, expect, vi } from 'vitest'
import { userConfigsList } from '#contract/calls/config/user-configs-list.ts'
import { deviceDetail } from '#contract/calls/device/device-detail.ts'
import { deviceEdit } from '#contract/calls/device/device-edit.ts'
import { siteEdit } from '#contract/calls/device/site-edit.ts'
import { siteListChoose } from '#contract/calls/device/site-list-choose.ts'
import type { CoreApi, OutboxItem } from '#contract/core-api.ts'
import { it } from '#tests/support/core/signed-in-core.ts'
import type { TestProfile } from '#tests/support/core/test-ports.ts'

const PATIENCE_MS = 15_000
interface SignedIn {
  profile: TestProfile
  api: CoreApi
}

/** The person sees an answer, which is kept for when there is no network. */
async function see({ profile, api }: SignedIn, path: string, input?: unknown): Promise<void> {
  const live = await api.call(path, input)
  expect(live.ok).toBe(true)
  profile.otherEnd.isReachable = false
  await vi.waitFor(async () => expect(await api.call(path, input)).toMatchObject(live), PATIENCE_MS)
  profile.otherEnd.isReachable = true
}

/** The network is back: the next thing that gets through says so. */
async function goOnline({ profile, api }: SignedIn): Promise<void> {
  profile.otherEnd.isReachable = true
  await api.call(userConfigsList.path, { configType: 'layout' })
}

function outboxOf(api: CoreApi, kinds: string[]): Promise<OutboxItem[]> {
  return vi.waitFor(async () => {
    const items = await api.outbox()
    expect(items.map(({ state }) => state.kind)).toEqual(kinds)
    return items
  }, PATIENCE_MS)
}

describe('a place that was changed without a network', () => {
  it('is a device under its new name, which is sent once; renamed by somebody else meanwhile it is a conflict', async ({
    profile,
    api,
  }) => {
    const sn = 'GATE000001'
    const place = { siteId: 's1', siteName: 'Harbor' }
    let device = { sn, name: 'Gate', ...place, devType: 1, model: '', version: '', status: 2, statusSinceMs: 0, channelTotal: 0 }
    const state = {
      activity: { activity: 'idle', progress: null, sinceMs: 0 },
      configStatus: 'unknown',
      commands: [],
      channels: [],
      networkTrial: null,
      keyMissedAtMs: null,
    }
    profile.otherEnd
      .on(deviceDetail.path, () => ({ data: { device, mayConfigure: true, ...state } }))
      .on(deviceEdit.path, ({ data }) => {
        device = { ...device, ...(data as Partial<typeof device>) }
        return { data: device }
      })
    await see({ profile, api }, deviceDetail.path, { sn })
    profile.otherEnd.isReachable = false
    expect(await api.change(deviceEdit.path, { sn, name: 'North gate' }, 'r1')).toEqual({ kind: 'queued' })
    expect(await api.call(deviceDetail.path, { sn })).toMatchObject({ ok: true, data: { device: { name: 'North gate', siteId: 's1' } } })
    await goOnline({ profile, api })
    await outboxOf(api, [])
    expect(profile.otherEnd.askedFor(deviceEdit.path).map(({ id, data }) => [id, data])).toEqual([['r1', { sn, name: 'North gate' }]])
    expect(device.name).toBe('North gate')

    await see({ profile, api }, deviceDetail.path, { sn })
    profile.otherEnd.isReachable = false
    await api.change(deviceEdit.path, { sn, name: 'South gate' }, 'r2')
    device = { ...device, name: 'East gate' }
    await goOnline({ profile, api })
    const [item] = await outboxOf(api, ['conflict'])
    expect(item?.state).toMatchObject({ kind: 'conflict', mine: { name: 'South gate' }, now: { name: 'East gate' } })
    expect(device.name).toBe('East gate')
  })

  it('is a site as it was typed, which is sent once', async ({ profile, api }) => {
    const site = { siteName: 'Harbor', scene: 'park', city: '', address: '', contact: 'Ann', phone: '', labels: [], timeZone: 'UTC' }
    const counts = { deviceTotal: 1, deviceOnline: 1, cameraTotal: 1, cameraOnline: 1 }
    let stored = { siteId: 's1', ...site, ...counts }
    profile.otherEnd
      .on(siteListChoose.path, () => ({ data: { sites: [stored] } }))
      .on(siteEdit.path, ({ data }) => {
        stored = { ...stored, ...(data as { site: typeof site }).site }
        return { data: stored }
      })
    await see({ profile, api }, siteListChoose.path)
    profile.otherEnd.isReachable = false
    const input = { siteId: 's1', site: { ...site, phone: '+49 30 1234' } }
    expect(await api.change(siteEdit.path, input, 's1')).toEqual({ kind: 'queued' })
    expect(await api.call(siteListChoose.path, undefined)).toMatchObject({ data: { sites: [{ phone: '+49 30 1234', deviceTotal: 1 }] } })
    await goOnline({ profile, api })
    await outboxOf(api, [])
    expect(profile.otherEnd.askedFor(siteEdit.path).map(({ id }) => id)).toEqual(['s1'])
    expect(stored.phone).toBe('+49 30 1234')
  })
})
