import { weekTimeAt } from '#shared/time/zone.ts'
import type { StationContent, StationTurn, StationView } from '#contract/station.ts'

interface Shown {
  content: StationContent
  turns: readonly StationTurn[]
  timeZone: string
}

/** What an output shows at this moment of the service's clock: the first turn of its schedule that fits, else what the office said. */
export function contentAt({ content, turns, timeZone }: Shown, atMs: number): StationContent {
  if (turns.length === 0) return content
  const { day, minute } = weekTimeAt(atMs, timeZone)
  const turn = turns.find(({ spans }) => spans.some((span) => span.day === day && span.fromMinute <= minute && minute < span.toMinute))
  return turn?.content ?? content
}

/** How long the view of this moment stays, ms; nothing of views that do not take turns. */
export function stepLeftMs(content: StationContent, atMs: number): number {
  if (content.kind !== 'views' || content.views.length < 2) return 0
  const stepMs = content.dwellS * 1_000
  return stepMs - (atMs % stepMs)
}

/** The view whose time it is: they take turns by the clock, so that a screen that begins anew goes on where the others are. */
export function viewAt(content: StationContent, atMs: number): StationView | undefined {
  if (content.kind !== 'views') return undefined
  return content.views[Math.floor(atMs / (content.dwellS * 1_000)) % content.views.length]
}
