import type { StationWindow } from '#contract/station.ts'

/** What a window shows of that. */
export type SaidWindow = Pick<StationWindow, 'state' | 'fault' | 'ageMs'>

/** What of this is read in a window: an age only where the picture need be none of now, in whole seconds. It is looked at four times a second, and is live for hours. */
export function saidOf({ state, fault, ageMs }: SaidWindow): SaidWindow {
  const isRead = state === 'slow' || state === 'frozen' || state === 'failed'
  return { state, ...(fault && { fault }), ageMs: isRead && ageMs !== null ? Math.floor(ageMs / 1_000) * 1_000 : null }
}

/** Whether somebody reads the same in both. */
export function isSameSaid(one: SaidWindow, other: SaidWindow): boolean {
  return one.state === other.state && one.fault === other.fault && one.ageMs === other.ageMs
}
