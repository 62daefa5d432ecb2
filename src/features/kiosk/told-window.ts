import type { StationWindow } from '#contract/station.ts'

/** What a window of a screen says of itself: to the office, and for the small picture of the screen. */
export type ToldWindow = StationWindow & { title: string; element: HTMLElement }
