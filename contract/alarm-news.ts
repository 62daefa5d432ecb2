import type * as z from 'zod/mini'
import type { Alarm } from './calls/event/alarm.ts'
import type { HandlingChange } from './calls/event/alarm-handle.ts'
import type { AlarmPlace, alarmSearchList } from './calls/event/alarm-search-list.ts'
import type { AlarmsRead, UnreadAlarms } from './calls/event/unread-alarms.ts'

type AlarmSearch = z.output<typeof alarmSearchList.input>
/** A page as it was answered. `beyond`: alarms that were counted since though they are on a later page, so that none is counted twice. */
export type AlarmPage = z.output<typeof alarmSearchList.output> & { beyond?: readonly string[] }

/** What was pushed about alarms since they were asked for. Taken twice, or in another order, it comes to the same. */
export interface AlarmNews {
  /** How they are now. `isNew`: they were raised since. */
  alarms: readonly ToldAlarm[]
  read: readonly AlarmsRead[]
}

export interface ToldAlarm {
  alarm: Alarm
  isNew: boolean
}

/** As many alarms are remembered by name, where they are counted. */
const MOST_REMEMBERED = 500

/** Whether a search finds this alarm, of those that the person may see. */
export function isFound(search: AlarmSearch, alarm: Alarm): boolean {
  const { unreadOnly, kinds, siteIds, channels, ruleIds, states, assignedTo, fromMs, toMs } = search
  if (unreadOnly === true && alarm.isRead) return false
  if (kinds?.includes(alarm.kind) === false || siteIds?.includes(alarm.siteId) === false) return false
  if (ruleIds?.includes(alarm.ruleId ?? '') === false || states?.includes(alarm.handling.state) === false) return false
  if (assignedTo !== undefined && alarm.handling.assignee?.userId !== assignedTo) return false
  if (channels?.some(({ sn, chlIndex }) => sn === alarm.sn && chlIndex === alarm.chlIndex) === false) return false
  return (fromMs === undefined || alarm.startedAtMs >= fromMs) && (toMs === undefined || alarm.startedAtMs <= toMs)
}

/** What is known of one alarm by two messages: it recovers once, once read it stays read, and each change of its handling has a higher version. */
export function laterOf(one: ToldAlarm, other: ToldAlarm): ToldAlarm {
  const isRead = one.alarm.isRead || other.alarm.isRead
  const recoveredAtMs = other.alarm.recoveredAtMs ?? one.alarm.recoveredAtMs
  const [before, after] = [one.alarm.handling, other.alarm.handling]
  const handling = before.version > after.version ? before : after
  return { alarm: { ...other.alarm, isRead, recoveredAtMs, handling }, isNew: one.isNew || other.isNew }
}

/** Whether two messages say the same of an alarm. Links to its picture are others each time. */
export function isSameAlarm(one: Alarm, other: Alarm): boolean {
  return one.isRead === other.isRead && one.recoveredAtMs === other.recoveredAtMs && one.handling.version === other.handling.version
}

/** Two pieces of news as one: each alarm once. */
export function joinNews(one: AlarmNews, other: AlarmNews): AlarmNews {
  const alarms = new Map(one.alarms.map((told) => [told.alarm.alarmId, told]))
  for (const told of other.alarms) {
    const before = alarms.get(told.alarm.alarmId)
    alarms.set(told.alarm.alarmId, before === undefined ? told : laterOf(before, told))
  }
  return { alarms: [...alarms.values()], read: [...one.read, ...other.read] }
}

/** The alarm, read if it is among those. */
export function whenRead(alarm: Alarm, read: AlarmNews['read']): Alarm {
  if (alarm.isRead) return alarm
  const isRead = read.some(({ alarmIds, untilMs }) => alarmIds.includes(alarm.alarmId) || (untilMs ?? -1) >= alarm.startedAtMs)
  return isRead ? { ...alarm, isRead } : alarm
}

/**
 * A page of alarms with the news: alarms on it as they are now, those that the search finds no more taken out, and those put in that belong
 * between its beginning and its end. The first page counts the whole list, with what was raised for the pages behind it. A page to which
 * nothing happened is the same object.
 */
export function pageWithNews(search: AlarmSearch, page: AlarmPage, news: AlarmNews): AlarmPage {
  const { alarms, gone, come } = rowsWithNews(search, page, news)
  if (page.total === null) return alarms === page.alarms ? page : { ...page, alarms }
  const beyond = new Set(page.beyond)
  for (const { alarm, isNew } of news.alarms) {
    const one = whenRead(alarm, news.read)
    if (isNew && page.next !== null && isBehind(one, page.next) && isFound(search, one)) beyond.add(one.alarmId)
  }
  const raisedBeyond = beyond.size - (page.beyond?.length ?? 0)
  if (alarms === page.alarms && raisedBeyond === 0) return page
  const total = page.total - gone + come.length + raisedBeyond
  return { ...page, total, alarms, ...(beyond.size > 0 && { beyond: [...beyond].slice(-MOST_REMEMBERED) }) }
}

/** The pages of a list, one behind the other, with the news. The same array when nothing happened to any of them. */
export function listWithNews(search: AlarmSearch, pages: AlarmPage[], news: AlarmNews): AlarmPage[] {
  const [first, ...others] = pages
  if (first === undefined) return pages
  const begin = pageWithNews(search, first, news)
  // Those that were raised since are counted by the first page already.
  const counted = new Set(news.alarms.flatMap(({ alarm, isNew }) => (isNew ? [alarm.alarmId] : [])))
  let total = begin.total ?? 0
  let after = first.next
  const rest = others.map((page) => {
    const { alarms, gone, come } = rowsWithNews({ ...search, after: after ?? undefined }, page, news)
    after = page.next
    total += come.filter(({ alarmId }) => !counted.has(alarmId)).length - gone
    return alarms === page.alarms ? page : { ...page, alarms }
  })
  const now = [total === begin.total ? begin : { ...begin, total }, ...rest]
  return now.every((page, index) => page === pages[index]) ? pages : now
}

/** A page that is no longer than this: what is cut off begins the page behind it. */
export function cutPage(page: AlarmPage, most: number): AlarmPage {
  const last = page.alarms[most - 1]
  if (last === undefined || page.alarms.length === most) return page
  const beyond = [...page.alarms.slice(most).map(({ alarmId }) => alarmId), ...(page.beyond ?? [])].slice(0, MOST_REMEMBERED)
  return { ...page, alarms: page.alarms.slice(0, most), next: placeOf(last), beyond }
}

export function placeOf({ startedAtMs, alarmId }: Alarm): AlarmPlace {
  return { startedAtMs, alarm: alarmId }
}

interface Rows {
  alarms: Alarm[]
  gone: number
  come: readonly Alarm[]
}

function rowsWithNews(search: AlarmSearch, page: AlarmPage, { alarms, read }: AlarmNews): Rows {
  const told = new Map(alarms.map((one) => [one.alarm.alarmId, one]))
  const known = new Set<string>()
  let isSame = true
  const rows: Alarm[] = []
  for (const alarm of page.alarms) {
    known.add(alarm.alarmId)
    const news = told.get(alarm.alarmId)
    const later = news === undefined ? alarm : laterOf({ alarm, isNew: false }, news).alarm
    const now = whenRead(isSameAlarm(alarm, later) ? alarm : later, read)
    if (now !== alarm) isSame = false
    // Only what is another now can have left.
    if (now === alarm || isFound(search, now)) rows.push(now)
  }
  const beyond = new Set(page.beyond)
  const come = alarms
    .map(({ alarm }) => whenRead(alarm, read))
    .filter((one) => !known.has(one.alarmId) && !beyond.has(one.alarmId) && isWithin(search, page, one) && isFound(search, one))
  if (isSame && come.length === 0) return { alarms: page.alarms, gone: 0, come }
  return { alarms: come.length === 0 ? rows : merged(rows, come.toSorted(byTime)), gone: known.size - rows.length, come }
}

/** Whether an alarm belongs between the beginning and the end of a page. */
function isWithin({ after }: AlarmSearch, { next }: AlarmPage, alarm: Alarm): boolean {
  return (after === undefined || isBehind(alarm, after)) && (next === null || !isBehind(alarm, next))
}

/** Two lists in their order as one. */
function merged(one: readonly Alarm[], other: readonly Alarm[]): Alarm[] {
  const all: Alarm[] = []
  let at = 0
  for (const alarm of one) {
    for (let next = other[at]; next !== undefined && byTime(next, alarm) < 0; next = other[at]) {
      all.push(next)
      at += 1
    }
    all.push(alarm)
  }
  return [...all, ...other.slice(at)]
}

/** An alarm as it will be when a change has reached the service, for a time without it. */
export function whenHandled(alarm: Alarm, { state, assignee, note }: HandlingChange): Alarm {
  const { handling } = alarm
  return {
    ...alarm,
    isRead: true,
    handling: {
      state: state ?? handling.state,
      version: handling.version + 1,
      byName: null,
      atMs: null,
      assignee: assignee === undefined ? handling.assignee : assignee && { userId: assignee.person, name: assignee.name ?? '' },
      note: note ?? handling.note,
    },
  }
}

/** How many are unread with the news: as the service said last, and those that were raised since. */
export function unreadWithNews(unread: UnreadAlarms, { alarms, read }: AlarmNews): UnreadAlarms {
  const { count, latest } = read.at(-1)?.unread ?? unread
  const counted = new Set(latest)
  const raised = alarms.flatMap(({ alarm, isNew }) =>
    isNew && !counted.has(alarm.alarmId) && !whenRead(alarm, read).isRead ? [alarm.alarmId] : [],
  )
  return { count: count + raised.length, latest: [...raised, ...latest].slice(0, MOST_REMEMBERED) }
}

/** Whether an alarm stands behind a place of the list. */
function isBehind(alarm: Alarm, { startedAtMs, alarm: alarmId }: AlarmPlace): boolean {
  return byTime(alarm, { startedAtMs, alarmId }) > 0
}

type Timed = Pick<Alarm, 'startedAtMs' | 'alarmId'>

/** The newest first, as a search lists them. */
function byTime(one: Timed, other: Timed): number {
  if (one.startedAtMs !== other.startedAtMs) return other.startedAtMs - one.startedAtMs
  if (one.alarmId === other.alarmId) return 0
  return one.alarmId < other.alarmId ? -1 : 1
}
