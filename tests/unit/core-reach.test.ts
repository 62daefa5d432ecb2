import { expect } from 'vitest'
import { userConfigsList } from '#contract/calls/config/user-configs-list.ts'
import { deviceAccessTokenGet } from '#contract/calls/device/device-access-token-get.ts'
import { siteListChoose } from '#contract/calls/device/site-list-choose.ts'
import { profileGet } from '#contract/calls/user/profile-get.ts'
import { systemVersionGet } from '#contract/calls/user/system-version-get.ts'
import type { CoreApi } from '#contract/core-api.ts'
import { codeOf } from '#contract/errors.ts'
import { PUSH_PATH } from '#contract/push.ts'
import type { PlayedSocket } from '#tests/support/core/other-end.ts'
import { play } from '#tests/support/core/played-plugin.ts'
import { it } from '#tests/support/core/signed-in-core.ts'
import { person, type TestPorts, type TestProfile } from '#tests/support/core/test-ports.ts'
import { until } from '#tests/support/until.ts'

const PLUGIN_PORT = 31853
const version = { version: '1', contractVersion: '1', pluginVersion: '1', pluginPort: PLUGIN_PORT, helpers: [] }

it('the plugin is joined in the moment in which any answer shows that the service is back', async ({ profile, ports, api }) => {
  const { otherEnd, clock } = profile
  const pluginSocket = async (count: number): Promise<PlayedSocket> => {
    const sockets = () => ports.sockets.filter(({ url }) => url.includes(String(PLUGIN_PORT)))
    await until(`socket ${count} to the plugin`, () => sockets().length === count)
    return sockets()[count - 1] as PlayedSocket
  }
  otherEnd
    .on(systemVersionGet.path, () => ({ data: version }))
    .on(profileGet.path, () => ({ data: person }))
    .on(deviceAccessTokenGet.path, () => 'unreachable')
  // Without a tab a core has no sockets.
  void ports.locks.request('tab', () => new Promise(() => {}))
  await api.attach({ tabId: 'a', lockName: 'tab' }, () => {})
  play(await pluginSocket(1))
  await until('the pause before the retry', () => clock.waits.includes(1_000))
  clock.advance(1_000)
  play(await pluginSocket(2))
  await until('a long pause', () => clock.waits.includes(30_000))

  otherEnd.on(deviceAccessTokenGet.path, () => ({ data: { ticket: 'ticket', expiresAtMs: 0 } }))
  expect(await api.call(profileGet.path, undefined)).toMatchObject({ ok: true })
  const joined = play(await pluginSocket(3))
  await until('a plugin that is joined', () => joined.some(({ name }) => name === 'connectToServer'))
})

it('the push connection opens anew within two seconds of the service being back, however long it was away, though nobody asks anything', async ({
  profile,
  ports,
  api,
}) => {
  const { otherEnd, clock } = profile
  const pushSockets = () => ports.sockets.filter(({ url }) => url.endsWith(PUSH_PATH))
  otherEnd.on(systemVersionGet.path, () => ({ data: version }))
  void ports.locks.request('tab', () => new Promise(() => {}))
  await api.attach({ tabId: 'a', lockName: 'tab' }, () => {})
  await until('a connection', () => pushSockets().length === 1)
  otherEnd.on(systemVersionGet.path, () => 'unreachable')
  // Past the five retries, into the pauses of ten seconds and more.
  for (let failed = 1; failed <= 7; failed += 1) {
    await until(`try ${failed}`, () => pushSockets().length === failed)
    pushSockets().at(-1)?.fail()
    await until('a pause', () => clock.waits.some((ms) => ms >= 5_000 && ms <= 20_000))
    if (failed < 7) clock.advance(Math.max(...clock.waits.filter((ms) => ms <= 20_000)))
  }
  const before = pushSockets().length
  otherEnd.on(systemVersionGet.path, () => ({ data: version }))
  clock.advance(2_000)
  await until('another try at once', () => pushSockets().length > before)
})

it('a try of the push connection that hangs, as where packets were swallowed, is given up with the first answer of any call', async ({
  profile,
  ports,
  api,
}) => {
  const { otherEnd, clock } = profile
  const pushSockets = () => ports.sockets.filter(({ url }) => url.endsWith(PUSH_PATH))
  otherEnd.on(systemVersionGet.path, () => ({ data: version })).on(profileGet.path, () => ({ data: person }))
  void ports.locks.request('tab', () => new Promise(() => {}))
  await api.attach({ tabId: 'a', lockName: 'tab' }, () => {})
  await until('a connection', () => pushSockets().length === 1)
  otherEnd.on(systemVersionGet.path, () => 'unreachable')
  pushSockets().at(-1)?.fail()
  await until('a pause', () => clock.waits.includes(5_000))
  clock.advance(5_000)
  // It neither opens nor fails.
  await until('a second try', () => pushSockets().length === 2)
  clock.advance(1_000)
  expect(pushSockets()).toHaveLength(2)
  expect(await api.call(profileGet.path, undefined)).toMatchObject({ ok: true })
  await until('another try at once', () => pushSockets().length === 3)
})

/** What a tab is told, again and again, of whether the service can be reached. */
async function reachTold({ otherEnd }: TestProfile, { locks }: TestPorts, api: CoreApi): Promise<boolean[]> {
  const told: boolean[] = []
  otherEnd.on(systemVersionGet.path, () => ({ data: version })).on(profileGet.path, () => ({ data: person }))
  void locks.request('tab', () => new Promise(() => {}))
  await api.attach({ tabId: 'a', lockName: 'tab' }, (event) => {
    if (event.kind === 'state') told.push(event.state.isServiceReachable)
  })
  return told
}

it('what was asked of a service that was away and is still unanswered when it is back does not say that it is away again', async ({
  profile,
  ports,
  api,
}) => {
  const { otherEnd, clock } = profile
  otherEnd.on(siteListChoose.path, () => ({ data: { sites: [] } }))
  const states = await reachTold(profile, ports, api)
  await api.call(siteListChoose.path, undefined)
  for (const path of [systemVersionGet.path, profileGet.path]) otherEnd.on(path, () => 'unreachable')
  await api.call(profileGet.path, undefined)
  await until('the service to be away', () => states.at(-1) === false)
  otherEnd.on(siteListChoose.path, () => 'silence')
  const asked = otherEnd.askedFor(siteListChoose.path).length
  const late = api.call(siteListChoose.path, undefined)
  await until('the question', () => otherEnd.askedFor(siteListChoose.path).length > asked)

  clock.advance(700)
  otherEnd.on(profileGet.path, () => ({ data: person }))
  await api.call(profileGet.path, undefined)
  await until('the service to be there', () => states.at(-1) === true)
  const told = states.length
  clock.advance(900)
  expect(await late).toMatchObject({ ok: true, data: { sites: [] }, asOfMs: expect.any(Number) as number })
  expect(states.slice(told)).not.toContain(false)
})

it('that one question has no answer for so long that it is given up does not say that the service is away, where another had one meanwhile', async ({
  profile,
  ports,
  api,
}) => {
  const { otherEnd, clock } = profile
  otherEnd.on(userConfigsList.path, () => 'silence')
  const states = await reachTold(profile, ports, api)
  const slow = api.call(userConfigsList.path, { configType: 'layout' }, { timeoutMs: 5_000 })
  await until('the question', () => otherEnd.askedFor(userConfigsList.path).length === 1)
  clock.advance(2_000)
  await api.call(profileGet.path, undefined)
  clock.advance(5_000)
  expect(await slow).toMatchObject({ ok: false, code: codeOf('timeout') })
  expect(states).not.toContain(false)
})
