import type { StationTurn } from '#contract/station.ts'

/** A time of a schedule as somebody types it. */
export interface TurnDraft {
  key: string
  days: readonly number[]
  from: string
  to: string
  wish: string
  /** What the kept turn shows, in words; nothing for a new one. */
  kept: string | undefined
}

const DAY_MINUTES = 24 * 60
const CLOCK = /^(\d{1,2}):(\d{2})$/

export function newTurn(): TurnDraft {
  return { key: crypto.randomUUID(), days: [1, 2, 3, 4, 5], from: '18:00', to: '22:00', wish: '', kept: undefined }
}

export function draftOfTurn({ spans, content }: StationTurn): TurnDraft {
  const { evenings, mornings } = nightsOf(spans)
  const begins = evenings.length === 0 ? spans : evenings
  return {
    key: crypto.randomUUID(),
    days: [...new Set(begins.map(({ day }) => day))],
    from: textOf(begins[0]?.fromMinute ?? 0),
    to: textOf((mornings[0] ?? begins[0])?.toMinute ?? DAY_MINUTES),
    wish: '',
    kept: content.kind === 'clock' ? '⏱' : content.title,
  }
}

/** The day behind a day of the week. */
const dayAfter = (day: number) => (day + 1) % 7

/** Of a time that goes on into the next day, what lies on either side of midnight; nothing of any other. */
function nightsOf(spans: StationTurn['spans']): { evenings: StationTurn['spans']; mornings: StationTurn['spans'] } {
  const evenings = spans.filter(({ fromMinute, toMinute }) => fromMinute > 0 && toMinute === DAY_MINUTES)
  const mornings = spans.filter(({ fromMinute, toMinute }) => fromMinute === 0 && toMinute < DAY_MINUTES)
  const isWhole = evenings.length === mornings.length && evenings.length + mornings.length === spans.length
  const isNight = isWhole && evenings.every((evening) => mornings.some(({ day }) => day === dayAfter(evening.day)))
  return isNight ? { evenings, mornings } : { evenings: [], mornings: [] }
}

function textOf(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

function minuteOf(text: string): number | undefined {
  const [, hours, minutes] = CLOCK.exec(text.trim()) ?? []
  const minute = Number(hours) * 60 + Number(minutes)
  return Number(minutes) < 60 && minute <= DAY_MINUTES ? minute : undefined
}

/** The spans of a draft, of which one that ends before it begins goes on into the next day; undefined when it makes no sense. */
export function spansOf({ days, from, to }: Pick<TurnDraft, 'days' | 'from' | 'to'>): StationTurn['spans'] | undefined {
  const [fromMinute, toMinute] = [minuteOf(from), minuteOf(to)]
  if (days.length === 0 || fromMinute === undefined || toMinute === undefined) return undefined
  if (fromMinute === toMinute || fromMinute === DAY_MINUTES) return undefined
  const begins = days.toSorted((a, b) => a - b)
  if (fromMinute < toMinute) return begins.map((day) => ({ day, fromMinute, toMinute }))
  const evenings = begins.map((day) => ({ day, fromMinute, toMinute: DAY_MINUTES }))
  return toMinute === 0 ? evenings : [...evenings, ...begins.map((day) => ({ day: dayAfter(day), fromMinute: 0, toMinute }))]
}
