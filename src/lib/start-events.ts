/** What the page's own code tells `src/recover.ts`, which is a part of the page itself and shares no module with it. */
export const START_FAILED = 'sightline-start-failed'
export const STARTED = 'sightline-started'

/** A part that the start needs could not be loaded. */
export function tellStartFailed(): void {
  dispatchEvent(new Event(START_FAILED))
}

let isStarted = false

/** Whether the app has been on the screen since this page was loaded. */
export function hasStarted(): boolean {
  return isStarted
}

/** The app is on the screen. */
export function tellStarted(): void {
  isStarted = true
  dispatchEvent(new Event(STARTED))
}
