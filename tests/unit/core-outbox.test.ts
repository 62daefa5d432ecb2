import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { userConfigsDelete } from '#contract/calls/config/user-configs-delete.ts'
import { userConfigsList } from '#contract/calls/config/user-configs-list.ts'
import { userConfigsPut } from '#contract/calls/config/user-configs-put.ts'
import { alarmHandle } from '#contract/calls/event/alarm-handle.ts'
import type { Alarm } from '#contract/calls/event/alarm.ts'
import { login } from '#contract/calls/user/login.ts'
import { profileGet } from '#contract/calls/user/profile-get.ts'
import { profileUpdate } from '#contract/calls/user/profile-update.ts'
import type { ChangeResult, CoreApi, CoreState, OutboxItem } from '#contract/core-api.ts'
import { registry } from '#contract/registry.ts'
import { Core } from '#workers/core/core.ts'
import { ruleFor } from '#workers/core/outbox-rules.ts'
import type { Asked } from '#tests/support/core/other-end.ts'
import { serveSessions } from '#tests/support/core/session-service.ts'
import { person, TestProfile } from '#tests/support/core/test-ports.ts'
import { alarmOf, unhandled } from '#tests/support/told-alarms.ts'

let profile: TestProfile
/** The person as the service has them. */
let onService: typeof person
/** Changes that the service did, by their id: it does none twice. */
let done: Map<string, unknown>
const cores: Core[] = []

let builds = 0
/** A core of a build of its own: one that was stopped keeps its name for the life of its worker. */
function start(): CoreApi {
  const core = new Core(profile.ports(), { build: `build ${(builds += 1)}`, generation: 0 }, () => {})
  cores.push(core)
  return core.api
}
/** The one of a browser that was started again, with a tab. */
async function restart(): Promise<CoreApi> {
  stopAll()
  const api = start()
  await api.attach({ tabId: `${builds}`, lockName: `tab ${builds}` }, () => {})
  return api
}
function stopAll(): void {
  for (const core of cores.splice(0)) core.stop()
}

function update({ id, data }: Asked) {
  if (!done.has(id)) {
    onService = { ...onService, ...(data as Partial<typeof person>) }
    done.set(id, data)
  }
  return { data: onService }
}

beforeEach(() => {
  profile = new TestProfile()
  onService = { ...person }
  done = new Map()
  serveSessions(profile)
  profile.otherEnd.on(profileGet.path, () => ({ data: onService })).on(profileUpdate.path, update)
})
afterEach(() => {
  stopAll()
  profile.close()
})

async function signedIn(): Promise<CoreApi> {
  const api = start()
  await api.signIn({ loginName: 'admin', password: 'secret' })
  await see(api, profileGet.path)
  return api
}

/** The person sees an answer, which is kept for when there is no network. */
async function see(api: CoreApi, path: string, input?: unknown): Promise<void> {
  const live = await api.call(path, input)
  profile.otherEnd.isReachable = false
  await vi.waitFor(async () => expect(await api.call(path, input)).toMatchObject(live), 15_000)
  profile.otherEnd.isReachable = true
}
const rename = (api: CoreApi, alias: string, id = alias): Promise<ChangeResult> => api.change(profileUpdate.path, { alias }, id)
const sent = () => profile.otherEnd.askedFor(profileUpdate.path)
const kinds = (items: OutboxItem[]) => items.map(({ id, state }) => [id, state.kind])
async function stateOf(api: CoreApi, count: number, kind: string): Promise<OutboxItem[]> {
  return vi.waitFor(async () => {
    const items = await api.outbox()
    expect(items.map(({ state }) => state.kind)).toEqual(Array.from({ length: count }, () => kind))
    return items
  }, 15_000)
}

/** The network is back: the next thing that gets through says so. */
async function goOnline(api: CoreApi): Promise<void> {
  profile.otherEnd.isReachable = true
  await api.call(userConfigsList.path, { configType: 'layout' })
}

describe('a change', () => {
  it('is answered by the service at once, and leaves nothing behind', async () => {
    const api = await signedIn()
    expect(await rename(api, 'Night')).toMatchObject({ kind: 'answered', result: { ok: true, data: { alias: 'Night' } } })
    expect(await api.outbox()).toEqual([])
    expect(sent().map(({ id }) => id)).toEqual(['Night'])
  })

  it('that the service refuses while the person waits is the form’s to show, and is not kept', async () => {
    const api = await signedIn()
    profile.otherEnd.on(profileUpdate.path, () => ({ code: 1000 }))
    expect(await rename(api, 'Night')).toMatchObject({ kind: 'answered', result: { ok: false, code: 1000 } })
    expect(await api.outbox()).toEqual([])
  })

  it('waits without a network, survives a restart of the browser, and is sent once, in order, when the network is back', async () => {
    const before = await signedIn()
    profile.otherEnd.isReachable = false
    for (const alias of ['one', 'two', 'three']) {
      expect(await rename(before, alias)).toEqual({ kind: 'queued' })
      profile.clock.advance(10)
    }
    const after = await restart()
    expect(kinds(await after.outbox())).toEqual([
      ['one', 'waiting'],
      ['two', 'waiting'],
      ['three', 'waiting'],
    ])
    await goOnline(after)
    await stateOf(after, 0, '')
    expect(sent().map(({ id }) => id)).toEqual(['one', 'two', 'three'])
    expect(onService.alias).toBe('three')
  })

  it('of the theme shows once it is written down, and from the first moment of another start, whether or not the service has heard of it', async () => {
    const themeIn = ({ session }: CoreState) => (session.kind === 'signed-in' ? session.user.theme : undefined)
    const before = start()
    const told: unknown[] = []
    const { locks, store } = profile.ports()
    void locks.request('first', () => new Promise(() => {}))
    await before.attach({ tabId: 'first', lockName: 'first' }, async (event) => {
      if (event.kind === 'state' && themeIn(event.state) === 'dark') told.push(await store.outbox.list())
    })
    await before.signIn({ loginName: 'admin', password: 'secret' })
    profile.otherEnd.isReachable = false
    expect(await before.change(profileUpdate.path, { theme: 'dark' }, 'dark')).toEqual({ kind: 'queued' })
    await vi.waitFor(() => expect(told[0]).toMatchObject([{ id: 'dark' }]))
    stopAll()
    const after = start()
    const { state } = await after.attach({ tabId: 'second', lockName: 'second' }, () => {})
    expect(themeIn(state)).toBe('dark')
    await goOnline(after)
    await stateOf(after, 0, '')
    expect(onService.theme).toBe('dark')
  })

  it('of how the app is arranged shows once it is written down; of those that wait the newest of each is sent, in one', async () => {
    const userIn = ({ session }: CoreState) => (session.kind === 'signed-in' ? session.user : undefined)
    const before = await signedIn()
    profile.otherEnd.isReachable = false
    const arranged = [{ rail: 'open', volumes: { 0: 20 } }, { cameras: 'closed' }, { rail: 'closed', columns: { devices: { name: 200 } } }]
    for (const [index, choices] of arranged.entries()) {
      expect(await before.change(profileUpdate.path, { choices }, `arranged ${index}`)).toEqual({ kind: 'queued' })
      profile.clock.advance(10)
    }
    await before.change(profileUpdate.path, { language: 'zh-CN' }, 'language')
    expect(kinds(await before.outbox())).toEqual([
      ['arranged 2', 'waiting'],
      ['language', 'waiting'],
    ])
    stopAll()
    const after = start()
    void profile.ports().locks.request('second', () => new Promise(() => {}))
    const { state } = await after.attach({ tabId: 'second', lockName: 'second' }, () => {})
    const choices = { rail: 'closed', cameras: 'closed', volumes: { 0: 20 }, columns: { devices: { name: 200 } } }
    expect(userIn(state)).toMatchObject({ language: 'zh-CN', choices })
    expect(await after.call(profileGet.path, undefined)).toMatchObject({ ok: true, data: { language: 'zh-CN', choices } })
    await goOnline(after)
    await stateOf(after, 0, '')
    expect(sent().map(({ id }) => id)).toEqual(['arranged 2', 'language'])
    expect(onService).toMatchObject({ language: 'zh-CN', choices })
  })

  it('of the language of the machine is there after a restart, whoever is signed in, and other cores hear of it', async () => {
    const one = start()
    const other = start()
    const told: unknown[] = []
    void profile.ports().locks.request('other', () => new Promise(() => {}))
    await other.attach({ tabId: 'other', lockName: 'other' }, (event) => void (event.kind === 'state' && told.push(event.state.language)))
    await one.chooseLanguage('zh-CN')
    await vi.waitFor(() => expect(told).toContain('zh-CN'))
    await one.signIn({ loginName: 'admin', password: 'secret' })
    await one.signOut()
    stopAll()
    const { state } = await start().attach({ tabId: 'later', lockName: 'later' }, () => {})
    expect(state.language).toBe('zh-CN')
  })

  it('is told to be kept after 8 s when the service swallows it, and is still done only once', async () => {
    const api = await signedIn()
    profile.otherEnd.on(profileUpdate.path, () => 'silence')
    const answer = rename(api, 'Night')
    await vi.waitFor(() => expect(sent()).toHaveLength(1), 15_000)
    profile.clock.advance(8_000)
    expect(await answer).toEqual({ kind: 'queued' })
    profile.otherEnd.on(profileUpdate.path, update)
    profile.clock.advance(60_000)
    await goOnline(api)
    await stateOf(api, 0, '')
    expect([...done.keys()]).toEqual(['Night'])
    expect(new Set(sent().map(({ id }) => id))).toEqual(new Set(['Night']))
  })

  it('whose answer was lost is sent again under its id, and is no conflict with itself', async () => {
    const api = await signedIn()
    profile.otherEnd.on(profileUpdate.path, (asked) => {
      update(asked)
      profile.otherEnd.isReachable = false
      return 'unreachable'
    })
    expect(await rename(api, 'Night')).toEqual({ kind: 'queued' })
    profile.otherEnd.on(profileUpdate.path, update)
    profile.otherEnd.isReachable = true
    const after = await restart()
    await stateOf(after, 0, '')
    expect(sent().map(({ id }) => id)).toEqual(['Night', 'Night'])
    expect(done.size).toBe(1)
  })

  it('is sent once when several cores hold the same outbox', async () => {
    const api = await signedIn()
    profile.otherEnd.isReachable = false
    await rename(api, 'Night')
    const other = start()
    expect(await other.outbox()).toHaveLength(1)
    profile.otherEnd.isReachable = true
    await Promise.all([api, other].map((one) => one.call(userConfigsList.path, { configType: 'layout' })))
    await stateOf(other, 0, '')
    expect(sent()).toHaveLength(1)
  })

  it('shows in kept answers before it is sent', async () => {
    const api = await signedIn()
    profile.otherEnd.isReachable = false
    await rename(api, 'Night')
    expect(await api.call(profileGet.path, undefined)).toMatchObject({ ok: true, data: { alias: 'Night' } })
  })

  it('of an unknown kind is refused, not kept', async () => {
    const api = await signedIn()
    expect(await api.change(profileGet.path, undefined, 'x')).toMatchObject({ kind: 'answered', result: { ok: false, code: 1000 } })
    expect(await api.change(profileUpdate.path, { alias: 5 }, 'x')).toMatchObject({ kind: 'answered', result: { ok: false, code: 1000 } })
    expect(await api.outbox()).toEqual([])
  })
})

describe('a change that waited', () => {
  async function waited(): Promise<CoreApi> {
    const api = await signedIn()
    profile.otherEnd.isReachable = false
    await rename(api, 'Night')
    return api
  }

  it('is held when the object is another meanwhile: mine and now side by side, and mine is sent on the person’s word', async () => {
    const api = await waited()
    onService = { ...onService, alias: 'Day' }
    await goOnline(api)
    const [item] = await stateOf(api, 1, 'conflict')
    expect(item?.state).toEqual({
      kind: 'conflict',
      mine: { alias: 'Night' },
      now: { alias: 'Day', phone: '', language: 'en-US', theme: 'system' },
    })
    expect(sent()).toEqual([])
    await api.retryChange(item?.id ?? '')
    await stateOf(api, 0, '')
    expect(onService.alias).toBe('Night')
    expect(sent()[0]?.id).not.toBe('Night')
  })

  it('is dropped when the person lets the other one stand', async () => {
    const api = await waited()
    onService = { ...onService, alias: 'Day' }
    await goOnline(api)
    await stateOf(api, 1, 'conflict')
    await api.discardChange('Night')
    expect(await api.outbox()).toEqual([])
    expect(onService.alias).toBe('Day')
  })

  it('does not mind changes of what it does not touch', async () => {
    const api = await waited()
    onService = { ...onService, phone: '123' }
    await goOnline(api)
    await stateOf(api, 0, '')
    expect(onService).toMatchObject({ alias: 'Night', phone: '123' })
  })

  it('is held with the reason when the service refuses, later ones of the object behind it, and can be sent again', async () => {
    const api = await waited()
    profile.clock.advance(10)
    await rename(api, 'Later')
    profile.otherEnd.on(profileUpdate.path, () => ({ code: 33021 }))
    await goOnline(api)
    await vi.waitFor(async () => expect((await api.outbox())[0]?.state.kind).toBe('refused'), 15_000)
    expect((await api.outbox()).map(({ state }) => state)).toEqual([
      { kind: 'refused', code: 33021, message: 'no', detail: {} },
      { kind: 'waiting' },
    ])
    expect(sent()).toHaveLength(1)
    profile.otherEnd.on(profileUpdate.path, update)
    await api.retryChange('Night')
    await stateOf(api, 0, '')
    expect(onService.alias).toBe('Later')
    expect(sent()[1]?.id).not.toBe('Night')
  })

  it('is gone with the person who signs out, and is there again after an end that they did not wish, for them alone', async () => {
    const api = await waited()
    profile.otherEnd.isReachable = true
    profile.otherEnd.on(profileGet.path, () => ({ code: 7088 })).on(profileUpdate.path, () => 'unreachable')
    await api.call(userConfigsList.path, { configType: 'layout' })
    await vi.waitFor(async () => expect(await api.outbox()).toEqual([]), 15_000)
    profile.otherEnd.isReachable = false
    stopAll()
    profile.otherEnd.isReachable = true
    const again = start()
    const { token, sessionId, expiresAtMs, nowMs } = { token: 'other', sessionId: 'other', expiresAtMs: 4e12, nowMs: 0 }
    profile.otherEnd.on(login.path, () => ({ data: { token, sessionId, expiresAtMs, nowMs, user: { ...person, userId: 'u2' } } }))
    await again.signIn({ loginName: 'other', password: 'secret' })
    expect(await again.outbox()).toEqual([])
    await again.signOut()
    serveSessions(profile)
    await again.signIn({ loginName: 'admin', password: 'secret' })
    expect(await again.outbox()).toHaveLength(1)
    await again.signOut()
    await again.signIn({ loginName: 'admin', password: 'secret' })
    expect(await again.outbox()).toEqual([])
  })
})

describe('alarms that were handled without a network', () => {
  const change = { state: 'acknowledged' as const }
  const handledBy = (alarmId: string, state: 'acknowledged' | 'false-alarm') =>
    alarmOf({ alarmId, handling: { ...unhandled, state, version: 3, byName: 'Ann', atMs: 9 } })

  /** What two alarms have become at the hands of a colleague, who was faster. */
  async function meet(...overtaken: Alarm[]): Promise<CoreApi> {
    const read = { alarmIds: ['one'], untilMs: null, unread: { count: 0, latest: [] } }
    profile.otherEnd.on(alarmHandle.path, ({ data }) => {
      const { alarms } = data as { alarms: { alarmId: string; version: number }[] }
      const left = overtaken.filter(({ alarmId }) => alarms.some((one) => one.alarmId === alarmId && one.version < 3))
      return { data: { alarms: [], overtaken: left, read } }
    })
    const api = await signedIn()
    profile.otherEnd.isReachable = false
    const alarms = ['one', 'two'].map((alarmId) => ({ alarmId, version: 0 }))
    const kept = api.change(alarmHandle.path, { alarms, change }, 'Handled')
    await vi.waitFor(async () => expect(await api.outbox()).toHaveLength(1))
    profile.clock.advance(10_000)
    expect((await kept).kind).toBe('queued')
    await goOnline(api)
    return api
  }

  it('are held where a colleague has found something else, and those alone are sent on the person’s word', async () => {
    const api = await meet(handledBy('one', 'false-alarm'), handledBy('two', 'acknowledged'))
    const [item] = await stateOf(api, 1, 'conflict')
    expect(item?.state).toMatchObject({
      mine: { alarmState: 'acknowledged' },
      now: { alarmState: 'false-alarm', byName: 'Ann' },
    })
    await api.retryChange(item?.id ?? '')
    await stateOf(api, 0, '')
    const asked = profile.otherEnd.askedFor(alarmHandle.path).map(({ data }) => (data as { alarms: unknown }).alarms)
    expect(asked.at(-1)).toEqual([{ alarmId: 'one', version: 3 }])
  })

  it('are done where colleagues have done the same', async () => {
    const api = await meet(handledBy('one', 'acknowledged'), handledBy('two', 'acknowledged'))
    await stateOf(api, 0, '')
    expect(profile.otherEnd.askedFor(alarmHandle.path)).toHaveLength(1)
  })
})

describe('a layout', () => {
  const config = (configName: string) => ({
    configId: 'c1',
    configName,
    updatedAtMs: 1,
    isShared: false,
    configType: 'layout',
    configValue: { splitNum: 4, isDefault: false, playChlList: [] },
  })
  it('deleted here and already deleted elsewhere is done, not refused; deleted here and renamed elsewhere is a conflict', async () => {
    let configs = [config('Night')]
    profile.otherEnd.on(userConfigsList.path, () => ({ data: { configs } })).on(userConfigsDelete.path, () => ({ code: 404 }))
    const api = await signedIn()
    await see(api, userConfigsList.path, { configType: 'layout' })
    profile.otherEnd.isReachable = false
    expect(await api.change(userConfigsDelete.path, { configId: 'c1' }, 'd1')).toEqual({ kind: 'queued' })
    expect(await api.call(userConfigsList.path, { configType: 'layout' })).toMatchObject({ data: { configs: [] } })
    configs = []
    await goOnline(api)
    await stateOf(api, 0, '')

    configs = [config('Night')]
    await see(api, userConfigsList.path, { configType: 'layout' })
    profile.otherEnd.isReachable = false
    await api.change(userConfigsDelete.path, { configId: 'c1' }, 'd2')
    configs = [config('Renamed')]
    await goOnline(api)
    const [item] = await stateOf(api, 1, 'conflict')
    expect(item?.state).toMatchObject({ kind: 'conflict', mine: null, now: { configName: 'Renamed' } })
  })

  it('saved twice without a network is not taken for another’s change', async () => {
    let stored = config('Night')
    profile.otherEnd
      .on(userConfigsList.path, () => ({ data: { configs: [stored] } }))
      .on(userConfigsPut.path, ({ data }) => {
        stored = { ...stored, ...(data as typeof stored) }
        return { data: stored }
      })
    const api = await signedIn()
    await see(api, userConfigsList.path, { configType: 'layout' })
    profile.otherEnd.isReachable = false
    for (const configName of ['Evening', 'Morning']) {
      const { updatedAtMs: _, ...input } = config(configName)
      await api.change(userConfigsPut.path, input, configName)
      profile.clock.advance(10)
    }
    await goOnline(api)
    await stateOf(api, 0, '')
    expect(stored.configName).toBe('Morning')
  })
})

it('every call that may wait in the outbox has a rule for it', () => {
  const inputs: Record<string, unknown> = {
    [registry.userConfigsPut.path]: { configType: 'layout', configName: 'x', configValue: {} },
    [registry.siteEdit.path]: { siteId: 's', site: {} },
    [registry.alarmHandle.path]: { alarms: [], change: { state: 'open' } },
  }
  const waiting = Object.values(registry).filter(({ offline }) => offline === 'queue')
  expect(waiting.length).toBeGreaterThan(5)
  for (const { path } of waiting) expect(ruleFor(path, inputs[path] ?? {}), path).toBeDefined()
})
