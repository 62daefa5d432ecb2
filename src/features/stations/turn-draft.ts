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
  const [first] = spans
  return {
    key: crypto.randomUUID(),
    days: [...new Set(spans.map(({ day }) => day))],
    from: textOf(first?.fromMinute ?? 0),
    to: textOf(first?.toMinute ?? DAY_MINUTES),
    wish: '',
    kept: content.kind === 'clock' ? '⏱' : content.title,
  }
}

function textOf(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

function minuteOf(text: string): number | undefined {
  const [, hours, minutes] = CLOCK.exec(text.trim()) ?? []
  const minute = Number(hours) * 60 + Number(minutes)
  return Number(minutes) < 60 && minute <= DAY_MINUTES ? minute : undefined
}

/** The spans of a draft; undefined when it makes no sense. */
export function spansOf({ days, from, to }: Pick<TurnDraft, 'days' | 'from' | 'to'>): StationTurn['spans'] | undefined {
  const [fromMinute, toMinute] = [minuteOf(from), minuteOf(to)]
  if (days.length === 0 || fromMinute === undefined || toMinute === undefined || fromMinute >= toMinute) return undefined
  return days.toSorted((a, b) => a - b).map((day) => ({ day, fromMinute, toMinute }))
}
