/** The same hours on some days of the week. `days`: 0 Sunday to 6 Saturday, on which it begins. It ends the next day where `toMinute` is not behind `fromMinute`. */
export interface QuietPeriod {
  days: readonly number[]
  fromMinute: number
  toMinute: number
}

interface Span {
  day: number
  fromMinute: number
  toMinute: number
}

const MIDNIGHT = 24 * 60

/** The spans of a week that a period is made of, day by day. */
export function spansOf({ days, fromMinute, toMinute }: QuietPeriod): Span[] {
  return days.flatMap((day) => {
    if (fromMinute < toMinute) return [{ day, fromMinute, toMinute }]
    const morning = { day: (day + 1) % 7, fromMinute: 0, toMinute }
    return [{ day, fromMinute, toMinute: MIDNIGHT }, ...(toMinute > 0 ? [morning] : [])]
  })
}

/** The period that these spans are made of; undefined when they are none, or of more than one. */
export function periodOf(spans: readonly Span[]): QuietPeriod | undefined {
  const starts = spans.filter(({ fromMinute }) => fromMinute > 0)
  const [first] = starts.length > 0 ? starts : spans
  if (first === undefined) return undefined
  const days = [...new Set((starts.length > 0 ? starts : spans).map(({ day }) => day))].toSorted((one, other) => one - other)
  const overnight = spans.find(({ day, fromMinute }) => fromMinute === 0 && starts.length > 0 && day === (first.day + 1) % 7)
  const isToMidnight = first.toMinute === MIDNIGHT && first.fromMinute > 0
  const toMinute = isToMidnight ? (overnight?.toMinute ?? 0) : first.toMinute
  const period = { days, fromMinute: first.fromMinute, toMinute }
  return keyOf(spansOf(period)) === keyOf(spans) ? period : undefined
}

function keyOf(spans: readonly Span[]): string {
  return spans
    .map(({ day, fromMinute, toMinute }) => `${day} ${fromMinute} ${toMinute}`)
    .toSorted()
    .join()
}
