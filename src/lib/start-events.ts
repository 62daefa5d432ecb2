/** What the page's own code tells `src/recover.ts`, which is a part of the page itself and shares no module with it. */
export const START_FAILED = 'sightline-start-failed'
export const STARTED = 'sightline-started'

/** A part that the start needs could not be loaded. */
export function tellStartFailed(): void {
  dispatchEvent(new Event(START_FAILED))
}

/** The app is on the screen. */
export function tellStarted(): void {
  dispatchEvent(new Event(STARTED))
}
