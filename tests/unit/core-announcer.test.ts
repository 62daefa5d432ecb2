import { beforeEach, describe, expect, test } from 'vitest'
import type { CoreEvent } from '#contract/core-api.ts'
import type { TabPresence } from '#contract/notices.ts'
import { usualNotices, type NoticeChoices } from '#contract/quiet-hours.ts'
import { always } from '#contract/weekly-schedule.ts'
import { VirtualClock } from '#tests/support/core/virtual-clock.ts'
import { alarmOf } from '#tests/support/told-alarms.ts'
import { Announcer } from '#workers/core/announcer.ts'

const hidden: TabPresence = { tabId: 'a', isVisible: false, isFocused: false, usedAtMs: 1, maySound: true, mayNotify: true }

let clock: VirtualClock
let choices: NoticeChoices
let told: string[]
let watched: boolean[]
let announcer: Announcer
let raised: number

beforeEach(() => {
  clock = new VirtualClock()
  choices = usualNotices
  told = []
  watched = []
  raised = 0
  const tell = (tabId: string, event: CoreEvent) => {
    if (event.kind === 'hear' || event.kind === 'notice')
      told.push(`${event.kind} ${tabId} ${event.announced.alarm.alarmId} +${event.announced.others}`)
  }
  const onWatched = (isWatched: boolean) => watched.push(isWatched)
  announcer = new Announcer(clock, { choices: () => choices, serviceNowMs: () => clock.nowMs(), tell, onWatched })
})

function raise(of: Parameters<typeof alarmOf>[0] = {}): void {
  raised += 1
  announcer.hear(alarmOf({ alarmId: `${raised}`, startedAtMs: clock.nowMs(), announce: 'sound', ...of }))
}

describe('an alarm', () => {
  test('sounds in the tab that somebody looks at, else in the one used last, and never in one that the browser holds silent if another is not', () => {
    announcer.note(hidden)
    announcer.note({ ...hidden, tabId: 'b', usedAtMs: 2 })
    announcer.note({ ...hidden, tabId: 'c', usedAtMs: 9, maySound: false, isVisible: true, isFocused: true })
    raise()
    announcer.note({ ...hidden, tabId: 'a', isVisible: true })
    clock.advance(10_000)
    raise()
    announcer.forgetTab('a')
    announcer.forgetTab('b')
    clock.advance(10_000)
    raise()
    expect(told).toEqual(['hear b 1 +0', 'hear a 2 +0', 'hear c 3 +0'])
  })

  test('is a notice of the system in one tab that may show it, and in none while somebody has the app in front of them', () => {
    announcer.note({ ...hidden, mayNotify: false, usedAtMs: 9 })
    announcer.note({ ...hidden, tabId: 'b' })
    raise({ announce: 'none' })
    announcer.note({ ...hidden, tabId: 'c', isVisible: true, isFocused: true })
    clock.advance(10_000)
    raise({ announce: 'none' })
    announcer.note({ ...hidden, tabId: 'c', isVisible: true })
    clock.advance(10_000)
    raise({ announce: 'none' })
    expect(told).toEqual(['notice b 1 +0', 'notice c 3 +0'])
  })

  test('is told once, though it is pushed twice, and not when it comes late or was read elsewhere', () => {
    announcer.note(hidden)
    raise()
    announcer.hear(alarmOf({ alarmId: '1', startedAtMs: clock.nowMs(), announce: 'sound' }))
    clock.advance(10_000)
    raise({ startedAtMs: clock.nowMs() - 3 * 60_000 })
    raise({ isRead: true })
    clock.advance(10_000)
    expect(told).toEqual(['hear a 1 +0', 'notice a 1 +0'])
  })

  test('of many in a few seconds is the first, and all others together are one more, which names the urgent one', () => {
    announcer.note(hidden)
    for (let count = 0; count < 5; count += 1) raise({ isUrgent: count === 2 })
    clock.advance(2_999)
    expect(told).toEqual(['hear a 1 +0', 'notice a 1 +0'])
    clock.advance(2_001)
    expect(told.slice(2)).toEqual(['hear a 3 +3', 'notice a 3 +3'])
    clock.advance(60_000)
    expect(told).toHaveLength(4)
  })

  test('in quiet hours disturbs nobody unless it is urgent and the person lets that through', () => {
    announcer.note(hidden)
    choices = { ...usualNotices, quiet: { isOn: true, spans: always, timeZone: 'UTC', letsUrgentThrough: true } }
    raise()
    raise({ isUrgent: true })
    choices = { ...choices, quiet: { ...choices.quiet, letsUrgentThrough: false } }
    clock.advance(10_000)
    raise({ isUrgent: true })
    expect(told).toEqual(['hear a 2 +0', 'notice a 2 +0'])
  })

  test('is silent at volume nothing, and no notice for who wants none', () => {
    announcer.note(hidden)
    choices = { ...usualNotices, volume: 0 }
    raise()
    choices = { ...usualNotices, isOnDesktop: false }
    clock.advance(10_000)
    raise()
    expect(told).toEqual(['notice a 1 +0', 'hear a 2 +0'])
  })
})

test('the service hears when somebody begins to look at any tab, and when nobody does any more', () => {
  announcer.note({ ...hidden, isVisible: true })
  announcer.note({ ...hidden, tabId: 'b', isVisible: true })
  announcer.note(hidden)
  announcer.forgetTab('b')
  expect(watched).toEqual([true, false])
})

test('what waits to be told is not told to whoever signs in next', () => {
  announcer.note(hidden)
  raise()
  raise()
  announcer.forgetPerson()
  clock.advance(60_000)
  expect(told).toHaveLength(2)
})
