import type { StationOutput, StationStart } from '#contract/station.ts'

/** The page of one screen, below the base path; `src/kiosk-shell.ts` holds it in a frame. Both ends of the messages stand in this file. */
export const SCREEN_PAGE = 'kiosk-screen'

/** The lock that the window of an output holds, so that the others of its browser know of it. */
export function outputLock(voId: StationOutput): string {
  return `sightline-station-output-${voId}`
}

/** What the page of a screen tells the shell around it. */
export type FromScreen =
  /** Again and again. `live`: how many of its windows have moving pictures. `isDrawn`: it could be shown now. `hasTrouble`: a page of before does not say. */
  | { kind: 'alive'; live: number; isDrawn: boolean; hasTrouble?: boolean }
  /** It is there, and holds this lock for as long as it is. */
  | { kind: 'there'; lock: string }
  /** It wants a successor. */
  | { kind: 'renew'; start: StationStart }
  /** It comes with another shell than the one around it, at a moment in which that may be loaded anew. */
  | { kind: 'renew-shell' }
  /** The window is to fill the screen that it is on. */
  | { kind: 'fill' }
  /** The window of the second output is to be opened. The answer, an `Opened`, goes to the port that comes with this. */
  | { kind: 'open' }

/** What the shell tells the page of a screen. */
export type ToScreen =
  /** It is the one that is seen. With which shell is around it, and for how long, ms; nothing while developing. */
  | { kind: 'shown'; shell?: { mark: string; forMs: number } }
  /** Its successor did not get ready. */
  | { kind: 'kept' }
