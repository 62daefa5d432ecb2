import type * as z from 'zod/mini'
import type { Alarm } from './calls/event/alarm.ts'
import type { alarmSearchList } from './calls/event/alarm-search-list.ts'
import type { AlarmsRead, UnreadAlarms } from './calls/event/unread-alarms.ts'

type AlarmSearch = z.output<typeof alarmSearchList.input>
/** A page as it was answered. `beyond`: alarms that were counted since though they are on a later page, so that none is counted twice. */
type AlarmPage = z.output<typeof alarmSearchList.output> & { beyond?: readonly string[] }

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
export function isFound({ unreadOnly, kinds, siteIds, channels, fromMs, toMs }: AlarmSearch, alarm: Alarm): boolean {
  if (unreadOnly === true && alarm.isRead) return false
  if (kinds?.includes(alarm.kind) === false || siteIds?.includes(alarm.siteId) === false) return false
  if (channels?.some(({ sn, chlIndex }) => sn === alarm.sn && chlIndex === alarm.chlIndex) === false) return false
  return (fromMs === undefined || alarm.startedAtMs >= fromMs) && (toMs === undefined || alarm.startedAtMs <= toMs)
}

/** What is known of one alarm by two messages: it recovers once, and once read stays read. */
export function laterOf(one: ToldAlarm, other: ToldAlarm): ToldAlarm {
  const isRead = one.alarm.isRead || other.alarm.isRead
  const recoveredAtMs = other.alarm.recoveredAtMs ?? one.alarm.recoveredAtMs
  return { alarm: { ...other.alarm, isRead, recoveredAtMs }, isNew: one.isNew || other.isNew }
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
 * A page of alarms with the news: alarms on it as they are now, those that the search finds no more taken out, and on the first page those
 * put in that belong there. A later page is not filled up; nor is the first one, where more than it has is to be had (`isShort`).
 */
export function pageWithNews(search: AlarmSearch, page: AlarmPage, { alarms, read }: AlarmNews): AlarmPage {
  const told = new Map(alarms.map((one) => [one.alarm.alarmId, one]))
  const now = (known: Alarm): Alarm => {
    const news = told.get(known.alarmId)
    return whenRead(news === undefined ? known : laterOf({ alarm: known, isNew: false }, news).alarm, read)
  }
  const known = new Set(page.alarms.map(({ alarmId }) => alarmId))
  const rows = page.alarms.map(now).filter((alarm) => isFound(search, alarm))
  let total = page.total - (known.size - rows.length)
  if (search.pageNum > 1) return { ...page, total, alarms: rows }
  const last = page.total > page.alarms.length ? page.alarms.at(-1) : undefined
  const beyond = new Set(page.beyond)
  for (const { alarm, isNew } of alarms) {
    const one = whenRead(alarm, read)
    if (known.has(one.alarmId) || beyond.has(one.alarmId) || !isFound(search, one)) continue
    const isBeyond = last !== undefined && byTime(one, last) > 0
    // One that is older than all of this page was counted when it was raised.
    if (isBeyond && !isNew) continue
    total += 1
    if (isBeyond) beyond.add(one.alarmId)
    else rows.push(one)
  }
  const sorted = rows.toSorted(byTime)
  for (const { alarmId } of sorted.splice(search.pageSize)) beyond.add(alarmId)
  return { total, alarms: sorted, ...(beyond.size > 0 && { beyond: [...beyond].slice(-MOST_REMEMBERED) }) }
}

/** Whether a page has fewer alarms than there are for it. */
export function isShort({ pageNum, pageSize }: AlarmSearch, { total, alarms }: AlarmPage): boolean {
  return alarms.length < Math.min(pageSize, total - (pageNum - 1) * pageSize)
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

/** The newest first, as a search lists them. */
function byTime(one: Alarm, other: Alarm): number {
  return other.startedAtMs - one.startedAtMs || (one.alarmId < other.alarmId ? -1 : 1)
}
