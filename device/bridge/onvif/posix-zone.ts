import { timeZoneNames, timeZones } from '#contract/time-zones.ts'
import { offsetAt } from '#shared/time/zone.ts'

type ZoneName = (typeof timeZoneNames)[number]

const MINUTE_MS = 60_000
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS
/** No clock is changed at another minute. */
const QUARTER_MS = 15 * MINUTE_MS
const USUAL_CHANGE = 120
const known = new Map<string, string>()

/**
 * A zone as cameras are told it (POSIX): `STD-1DST,M3.5.0,M10.5.0/3`. Its rules are those of this year: cameras know no other, and some places
 * change theirs.
 */
export function posixOf(zone: string, year: number): string {
  const name = `${zone} ${year}`
  const posix = known.get(name) ?? reckoned(zone, year)
  known.set(name, posix)
  return posix
}

function reckoned(zone: string, year: number): string {
  const [from, until] = [Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1)]
  const changes: { atMs: number; before: number; after: number }[] = []
  for (let weekMs = from; weekMs < until; weekMs += WEEK_MS) {
    const [before, after] = [offsetAt(weekMs, zone), offsetAt(weekMs + WEEK_MS, zone)]
    if (before !== after) changes.push({ atMs: changeBetween(weekMs, zone, before), before, after })
  }
  const into = changes.find(({ before, after }) => after > before)
  const back = changes.find(({ before, after }) => after < before)
  // A place that sets its clocks once and for all has no summer.
  if (changes.length !== 2 || !into || !back) return `STD${offsetText(offsetAt(until - 1, zone))}`
  const isHour = into.after - into.before === 60
  return `STD${offsetText(into.before)}DST${isHour ? '' : offsetText(into.after)},${ruleText(into)},${ruleText(back)}`
}

/** The zone of our list that a camera means; the one that was chosen before, if it is that still. Undefined when it is none of them. */
export function zoneOf(posix: string, year: number, chosen?: ZoneName): ZoneName | undefined {
  const wanted = plain(posix)
  const means = (name: ZoneName) => plain(posixOf(timeZones[name], year)) === wanted
  if (wanted === undefined) return undefined
  return chosen !== undefined && means(chosen) ? chosen : timeZoneNames.find(means)
}

function changeBetween(fromMs: number, zone: string, before: number): number {
  let [still, changed] = [0, WEEK_MS / QUARTER_MS]
  while (changed - still > 1) {
    const middle = Math.floor((still + changed) / 2)
    if (offsetAt(fromMs + middle * QUARTER_MS, zone) === before) still = middle
    else changed = middle
  }
  return fromMs + changed * QUARTER_MS
}

/** West is positive. */
function offsetText(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${minutes > 0 ? '-' : ''}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`
}

/** By the clocks as they are before the change: month, week (5: the last), day of the week, time. */
function ruleText({ atMs, before }: { atMs: number; before: number }): string {
  const clocks = new Date(atMs + before * MINUTE_MS)
  const day = clocks.getUTCDate()
  const daysOfMonth = new Date(Date.UTC(clocks.getUTCFullYear(), clocks.getUTCMonth() + 1, 0)).getUTCDate()
  const week = day + 7 > daysOfMonth ? 5 : Math.ceil(day / 7)
  const minutes = clocks.getUTCHours() * 60 + clocks.getUTCMinutes()
  return `M${clocks.getUTCMonth() + 1}.${week}.${clocks.getUTCDay()}${minutes === USUAL_CHANGE ? '' : `/${offsetText(-minutes)}`}`
}

/** A zone without the names that a camera has for its clocks, written in one way. Undefined when it makes no sense. */
function plain(posix: string): string | undefined {
  const [, standard, summer, rules = ''] =
    /^(?:[a-z]{3,}|<[^>]+>)([+-]?[\d:]+)(?:(?:[a-z]{3,}|<[^>]+>)([+-]?[\d:]*))?(?:,(.+))?$/i.exec(posix.trim()) ?? []
  if (standard === undefined) return undefined
  const offset = minutesOf(standard)
  const inSummer = rules === '' ? '' : summer === undefined || summer === '' ? offset - 60 : minutesOf(summer)
  const each =
    rules === ''
      ? []
      : rules.split(',').map((rule) => {
          const [date = '', time] = rule.split('/')
          return `${date}/${time === undefined ? USUAL_CHANGE : minutesOf(time)}`
        })
  return [offset, inSummer, ...each].join(' ')
}

function minutesOf(text: string): number {
  const [hours = '0', minutes = '0'] = text.replace(/^[+-]/, '').split(':')
  return (Number(hours) * 60 + Number(minutes)) * (text.startsWith('-') ? -1 : 1)
}
