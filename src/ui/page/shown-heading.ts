import { proxy } from 'valtio'

/** The heading of the page on the screen, where it has one. */
export const shownHeading = proxy<{ text: string | undefined }>({ text: undefined })
