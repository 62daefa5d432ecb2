import { dayOf, dayjs } from '#shared/time/calendar.ts'
import { DAY_MS } from '#shared/time/day.ts'
import { clockOf, momentsOf } from './local-time.ts'
import type { Span } from './view.ts'

/** Why a typed time is none: not understood, a day that no calendar has, an hour that the clocks pass over, or outside of what is shown. */
export type TimeRefusal = 'unknown' | 'no-such-day' | 'skipped' | 'outside'
/** `isTwice`: the clocks show this time twice, and the first of the two is meant. */
export type TypedTime = { atMs: number; isTwice: boolean } | { refusal: TimeRefusal }

const CLOCK = /(?:^|[ T,])(\d{1,2})[:.：时](\d{2})(?:[:.：分](\d{2})秒?|分)?$/
const NAMED_DAYS: Record<string, number> = { today: 0, yesterday: -1, 今天: 0, 昨天: -1, 前天: -2 }

/** Year, month and day as the languages write them; a year that is left out is the one of `around`. */
function dayIn(text: string, around: string, isMonthFirst: boolean): string | undefined {
  const [, year, first = '', second = ''] = /^(?:(\d{4})[-/.年])?(\d{1,2})[-/.月](\d{1,2})日?$/.exec(text) ?? []
  const [, month, day, last] = (isMonthFirst && /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text)) || []
  if (first === '' && month === undefined) return undefined
  return [last ?? year ?? around.slice(0, 4), (month ?? first).padStart(2, '0'), (day ?? second).padStart(2, '0')].join('-')
}

/**
 * The moment that somebody typed, by the clocks of a zone: `14:05`, `14:05:30`, `yesterday 22:00`, `2026-11-24 14:05:30`, `11/24 14:05`,
 * `11/24/2026 14:05` in English, `11月24日 14:05` and `昨天 22:00` in Chinese. A time alone is one of the day that is shown at `aroundMs`,
 * or else of the day before or behind it, where the line has it there; today and yesterday go by `nowMs`. A day alone is its first moment. Throws `InvalidTimeZone`.
 */
export function readTime(
  typed: string,
  { zone, locale, aroundMs, nowMs, bounds }: { zone: string; locale: string; aroundMs: number; nowMs: number; bounds: Span },
): TypedTime {
  const text = typed.normalize('NFKC').trim().toLowerCase().replaceAll(/\s+/g, ' ')
  const [found, hour, minute, second = '0'] = CLOCK.exec(text.replace(/t(?=\d)/, 'T')) ?? []
  const dayText = text
    .slice(0, text.length - (found?.length ?? 0))
    .replace(/,$/, '')
    .trim()
  const dayOfClock = (clockMs: number) => dayjs.utc(clockMs).format('YYYY-MM-DD')
  const shown = dayOfClock(clockOf(aroundMs, zone))
  const shift = NAMED_DAYS[dayText]
  const written =
    dayText === '' && found !== undefined
      ? shown
      : shift === undefined
        ? dayIn(dayText, shown, !locale.startsWith('zh'))
        : dayOfClock(clockOf(nowMs, zone) + shift * DAY_MS)
  if (written === undefined || Number(hour ?? 0) > 23 || Number(minute ?? 0) > 59 || Number(second) > 59) return { refusal: 'unknown' }
  const day = dayOf(written)
  if (day === undefined) return { refusal: 'no-such-day' }
  const clockMs = dayjs.utc(day).valueOf() + ((Number(hour ?? 0) * 60 + Number(minute ?? 0)) * 60 + Number(second)) * 1000
  const at = (shiftMs: number): TypedTime => {
    const [atMs, again] = momentsOf(clockMs + shiftMs, zone)
    if (atMs === undefined) return { refusal: 'skipped' }
    return atMs < bounds.fromMs || atMs >= bounds.toMs ? { refusal: 'outside' } : { atMs, isTwice: again !== undefined }
  }
  const time = at(0)
  if (dayText !== '' || !('refusal' in time) || time.refusal !== 'outside') return time
  return [-DAY_MS, DAY_MS].map(at).find((beside) => 'atMs' in beside) ?? time
}
