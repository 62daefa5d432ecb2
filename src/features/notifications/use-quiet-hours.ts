import type { QuietHours } from '#contract/quiet-hours.ts'
import { periodOf, spansOf, type QuietPeriod } from '../../lib/quiet-period.ts'
import { useNotices } from './use-notices.ts'

/** From Monday on, as 0 Sunday to 6 Saturday. */
export const WEEK = [1, 2, 3, 4, 5, 6, 0]
export const usualPeriod: QuietPeriod = { days: WEEK, fromMinute: 22 * 60, toMinute: 7 * 60 }

/** The person's quiet hours, and the ways to change them. Each changes what was chosen last, though that may not show yet. */
export function useQuietHours() {
  const [{ quiet }, change] = useNotices()
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const alter = (changeOf: (newest: QuietHours) => Partial<QuietHours>, options?: { isMoving: boolean }) =>
    change(({ quiet: newest }) => ({ quiet: { ...newest, ...changeOf(newest) } }), options)
  return {
    quiet,
    /** One for all days, if it is. */
    period: periodOf(quiet.spans),
    /** Of this browser. */
    zone,
    set: (next: Partial<QuietHours>) => alter(() => next),
    turn: (isOn: boolean) => alter(({ spans }) => ({ isOn, ...(spans.length === 0 && { spans: spansOf(usualPeriod), timeZone: zone }) })),
    /** The last day stays. */
    setDay: (day: number, isQuiet: boolean) =>
      alter(({ spans }) => {
        const period = periodOf(spans)
        const others = (period?.days ?? []).filter((one) => one !== day)
        const days = isQuiet ? [...others, day] : others
        return days.length === 0 ? {} : { spans: spansOf({ ...(period ?? usualPeriod), days }) }
      }),
    /** While they are typed. */
    setHours: (hours: Partial<Pick<QuietPeriod, 'fromMinute' | 'toMinute'>>) =>
      alter(({ spans }) => ({ spans: spansOf({ ...(periodOf(spans) ?? usualPeriod), ...hours }) }), { isMoving: true }),
  }
}
