import { expect, onTestFinished, test } from 'vitest'
import { profileGet } from '#contract/calls/user/profile-get.ts'
import type { CoreEvent } from '#contract/core-api.ts'
import { usualNotices, type NoticeChoices } from '#contract/quiet-hours.ts'
import { always } from '#contract/weekly-schedule.ts'
import { serveSessions } from '#tests/support/core/session-service.ts'
import { person, TestProfile } from '#tests/support/core/test-ports.ts'
import { until } from '#tests/support/until.ts'
import { Core } from '#workers/core/core.ts'

const quiet: NoticeChoices = { ...usualNotices, quiet: { ...usualNotices.quiet, isOn: true, spans: always } }

test('a core that finds a session goes by what its person has chosen elsewhere since, as soon as the service can say it, and after what it may have missed', async () => {
  const profile = new TestProfile()
  onTestFinished(() => profile.close())
  serveSessions(profile)
  let notices = quiet
  profile.otherEnd.on(profileGet.path, () => ({ data: { ...person, choices: { notices } } }))
  const asked = () => profile.otherEnd.askedFor(profileGet.path).length
  const before = new Core(profile.ports(), { build: 'build', generation: 0 }, () => {})
  await before.api.signIn({ loginName: 'admin', password: 'secret' })
  await before.api.call(profileGet.path, undefined)
  before.stop()
  expect(asked()).toBe(1)

  notices = usualNotices
  const ports = profile.ports()
  const core = new Core(ports, { build: 'build', generation: 0 }, () => {})
  onTestFinished(() => core.stop())
  let known: unknown
  const hear = (event: CoreEvent) => {
    if (event.kind === 'state' && event.state.session.kind === 'signed-in') known = event.state.session.user.choices
  }
  void ports.locks.request('tab', () => new Promise(() => {}))
  const { state } = await core.api.attach({ tabId: 'tab', lockName: 'tab' }, hear)
  expect(state.session).toMatchObject({ user: { choices: { notices: quiet } } })
  await until('the push connection', () => ports.sockets.some(({ url }) => url.includes('push-ws')))
  const socket = ports.sockets.find(({ url }) => url.includes('push-ws'))
  const say = (infoType: string, infoContent: object, seq: number) =>
    socket?.say(JSON.stringify({ infoType, infoContent, extension: { seq, sentAtMs: 1 } }))
  socket?.open()
  say('reply', { to: 'token', code: 200 }, 1)
  await expect.poll(() => known).toEqual({ notices: usualNotices })
  say('reply', { to: 'heartbeat', code: 200 }, 2)
  expect(asked()).toBe(2)

  // Some in between have not arrived.
  notices = quiet
  say('reply', { to: 'heartbeat', code: 200 }, 9)
  await expect.poll(() => known).toEqual({ notices: quiet })
})
