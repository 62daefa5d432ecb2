import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { siteListChoose } from '#contract/calls/device/site-list-choose.ts'
import { profileUpdate } from '#contract/calls/user/profile-update.ts'
import { inviteList } from '#contract/calls/people/invite-list.ts'
import type { CoreApi, CoreEvent } from '#contract/core-api.ts'
import { Core } from '#workers/core/core.ts'
import { serveSessions } from '#tests/support/core/session-service.ts'
import { TestProfile, type TestPorts } from '#tests/support/core/test-ports.ts'
import { until } from '#tests/support/until.ts'

let profile: TestProfile
let ports: TestPorts
let core: Core
let api: CoreApi
/** Ends each tab. */
let leave: Record<string, () => void>
let events: CoreEvent[]

beforeEach(async () => {
  profile = new TestProfile()
  ports = profile.ports()
  serveSessions(profile)
  core = new Core(ports, { build: 'one', generation: 0 }, () => {})
  api = core.api
  leave = {}
  events = []
  expect(await api.signIn({ loginName: 'admin', password: 'secret' })).toMatchObject({ ok: true })
  for (const tabId of ['a', 'b']) {
    void ports.locks.request(tabId, () => new Promise<void>((resolve) => (leave[tabId] = resolve)))
    await api.attach({ tabId, lockName: tabId }, (event) => events.push(event))
  }
})
afterEach(() => {
  for (const end of Object.values(leave)) end()
  core.stop()
  profile.close()
})

const askedFor = (path: string) => profile.otherEnd.askedFor(path).length
const isCalledOff = (path: string) => profile.otherEnd.calledOff.includes(path)
const by = (tabId: string, callId = '1') => ({ asker: { tabId, callId } })

describe.each([
  ['whose answer is kept', siteListChoose.path, undefined],
  ['whose answer is not kept', inviteList.path, { pageNum: 1, pageSize: 10 }],
])('a question %s', (_, path, input) => {
  it('that two tabs ask at once travels once, until both have called it off', async () => {
    profile.otherEnd.on(path, () => 'silence')
    const [one, other] = [api.call(path, input, by('a')), api.call(path, input, by('b'))]
    await until('the question', () => askedFor(path) === 1)
    await api.cancelCall(by('a').asker)
    expect(await one).toMatchObject({ ok: false, code: 12347 })
    expect(isCalledOff(path)).toBe(false)
    await api.cancelCall(by('b').asker)
    expect(await other).toMatchObject({ ok: false, code: 12347 })
    expect(isCalledOff(path)).toBe(true)
    expect(askedFor(path)).toBe(1)
  })

  it('is called off with the tab that asked it, and asked anew by the next', async () => {
    profile.otherEnd.on(path, () => 'silence')
    void api.call(path, input, by('a'))
    await until('the question', () => askedFor(path) === 1)
    leave['a']?.()
    await until('the end of the question', () => isCalledOff(path))
    void api.call(path, input, by('b'))
    await until('the next question', () => askedFor(path) === 2)
  })
})

it('a change is never shared, and outlives the tab that asked for it', async () => {
  profile.otherEnd.on(profileUpdate.path, () => 'silence')
  void api.call(profileUpdate.path, { alias: 'A' }, by('a'))
  const other = api.call(profileUpdate.path, { alias: 'A' }, by('b'))
  await until('both changes', () => askedFor(profileUpdate.path) === 2)
  leave['a']?.()
  await until('one tab', () => {
    const last = events.at(-1)
    return last?.kind === 'state' && last.state.tabs === 1
  })
  await api.cancelCall(by('b').asker)
  expect(await other).toMatchObject({ code: 12347 })
  expect(profile.otherEnd.calledOff.filter((path) => path === profileUpdate.path)).toHaveLength(1)
})
