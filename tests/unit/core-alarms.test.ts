import { describe, expect } from 'vitest'
import type { AlarmNews } from '#contract/alarm-news.ts'
import { alarmSearchList } from '#contract/calls/event/alarm-search-list.ts'
import { alarmUnreadCount } from '#contract/calls/event/alarm-unread-count.ts'
import type { Alarm } from '#contract/calls/event/alarm.ts'
import type { CoreApi } from '#contract/core-api.ts'
import type { PlayedSocket } from '#tests/support/core/other-end.ts'
import { it as signedIn } from '#tests/support/core/signed-in-core.ts'
import { alarmOf } from '#tests/support/told-alarms.ts'
import { until } from '#tests/support/until.ts'

const search = { pageSize: 50 }
const before = alarmOf({ alarmId: 'before', startedAtMs: 1 })

/** A core that has asked for the alarms and their count, and a push connection that says what the test says. */
const it = signedIn.extend('alarms', async ({ profile, ports, api }) => {
  profile.otherEnd.on(alarmSearchList.path, () => ({ data: { total: 1, alarms: [before], next: null } }))
  profile.otherEnd.on(alarmUnreadCount.path, () => ({ data: { count: 1, latest: ['before'] } }))
  let socket: PlayedSocket
  let seq = 0
  const say = (infoType: string, infoContent: object) => {
    seq += 1
    socket.say(JSON.stringify({ infoType, infoContent, extension: { seq, sentAtMs: 1, cursor: `${seq}` } }))
  }
  const connect = async (times: number) => {
    const sockets = () => ports.sockets.filter(({ url }) => url.includes('push-ws'))
    await until('the push connection', () => sockets().length === times)
    socket = sockets()[times - 1] as PlayedSocket
    socket.open()
    say('reply', { to: 'token', code: 200 })
  }
  const told: AlarmNews[] = []
  void ports.locks.request('tab', () => new Promise(() => {}))
  await api.attach({ tabId: 'tab', lockName: 'tab' }, (event) => {
    if (event.kind === 'alarms') told.push(event.news)
  })
  await connect(1)
  await ask(api)
  return { say, connect, told }
})

async function ask(api: CoreApi) {
  const [list, count] = await Promise.all([api.call(alarmSearchList.path, search), api.call(alarmUnreadCount.path, undefined)])
  if (!list.ok || !count.ok) throw new Error('The core has no answer.')
  const { alarms, total } = list.data as { alarms: Alarm[]; total: number }
  const names = alarms.map(({ alarmId }) => alarmId)
  return { names, total, count: (count.data as { count: number }).count, asOfMs: list.asOfMs }
}

describe('an alarm that is pushed', () => {
  it('stands in the list and the count without a network, as of when it was told, though nobody has asked anew', async ({
    profile,
    api,
    alarms,
  }) => {
    const asked = profile.otherEnd.asked.length
    profile.clock.advance(20_000)
    alarms.say('alarm', alarmOf({ startedAtMs: 2 }))
    alarms.say('alarm', alarmOf({ startedAtMs: 2 }))
    profile.clock.advance(1_000)
    expect(alarms.told).toHaveLength(1)
    expect(profile.otherEnd.asked).toHaveLength(asked)
    profile.otherEnd.isReachable = false
    await expect.poll(() => ask(api)).toMatchObject({ names: ['alarm-1', 'before'], total: 2, count: 2 })
    expect((await ask(api)).asOfMs).toBe(profile.clock.nowMs() - 1_000)
  })

  it('and is read somewhere is unread nowhere, however late it is told once more', async ({ profile, api, alarms }) => {
    alarms.say('alarm', alarmOf({ startedAtMs: 2 }))
    alarms.say('alarms-read', { alarmIds: ['alarm-1'], untilMs: null, unread: { count: 1, latest: ['before'] } })
    alarms.say('alarm', alarmOf({ startedAtMs: 2 }))
    profile.clock.advance(1_000)
    profile.otherEnd.isReachable = false
    await expect.poll(() => ask(api)).toMatchObject({ names: ['alarm-1', 'before'], count: 1 })
    expect(alarms.told.flatMap((news) => news.alarms)).toHaveLength(1)
  })

  it('while the list is on its way stands in that too', async ({ profile, api, alarms }) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const body = JSON.stringify({ basic: { code: 200, msg: '' }, data: { total: 1, alarms: [before], next: null } })
    const response = new Response(
      new ReadableStream({
        async start(controller) {
          await promise
          controller.enqueue(new TextEncoder().encode(body))
          controller.close()
        },
      }),
    )
    profile.otherEnd.on(alarmSearchList.path, () => ({ response }))
    const asking = ask(api)
    await until('the question', () => profile.otherEnd.askedFor(alarmSearchList.path).length === 2)
    alarms.say('alarm', alarmOf({ startedAtMs: 2 }))
    resolve()
    expect(await asking).toMatchObject({ names: ['alarm-1', 'before'], total: 2 })
  })
})

describe('a hundred alarms in a second', () => {
  it('are told to a tab and written a few times, and all are there', async ({ profile, ports, api, alarms }) => {
    let written = 0
    const { answers } = ports.store
    const put = answers.put.bind(answers)
    answers.put = (...record) => {
      written += 1
      return put(...record)
    }
    for (let count = 0; count < 100; count += 1) {
      alarms.say('alarm', alarmOf({ alarmId: `burst-${count}`, startedAtMs: 10 + count }))
      profile.clock.advance(10)
    }
    profile.clock.advance(1_000)
    expect(alarms.told.length).toBeLessThanOrEqual(5)
    expect(new Set(alarms.told.flatMap((news) => news.alarms.map(({ alarm }) => alarm.alarmId))).size).toBe(100)
    profile.otherEnd.isReachable = false
    await expect.poll(() => ask(api)).toMatchObject({ total: 101, count: 101 })
    // The list and the count: as they were answered, and each as often as tabs were told.
    expect(written).toBeLessThanOrEqual(2 + 2 * alarms.told.length)
  })
})

describe('messages that may have been missed', () => {
  it('leave a list that is not asked for again as old as it is', async ({ profile, api, alarms }) => {
    const keptAtMs = profile.clock.nowMs()
    profile.clock.advance(1_000)
    alarms.say('reconnect', { code: 22013 })
    await alarms.connect(2)
    alarms.say('alarm', alarmOf({ startedAtMs: 2 }))
    profile.clock.advance(1_000)
    profile.otherEnd.isReachable = false
    expect(alarms.told).toHaveLength(1)
    await expect.poll(() => ask(api)).toMatchObject({ names: ['before'], asOfMs: keptAtMs })
  })
})
