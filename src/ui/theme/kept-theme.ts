import type { ThemeChoice } from '#contract/enums.ts'

/** Mantine's attribute on the root element, which our own tokens follow too. */
export const SCHEME_ATTRIBUTE = 'data-mantine-color-scheme'
/** A choice for this machine alone, by whoever is signed in: builds of before wrote it. It goes with them. */
export const CHOICE_KEPT_UNDER = 'sightline.theme'
/** What they chose, as the core last said. So does it. */
export const THEIRS_KEPT_UNDER = 'sightline.their-theme'

/** The choice that a kept text stands for. */
function choiceOf(text: string | null): ThemeChoice {
  return text === 'light' || text === 'dark' ? text : 'system'
}

/** The choice that this machine knows of before anything is asked. */
export function keptChoice(kept: Pick<Storage, 'getItem'>): ThemeChoice {
  return choiceOf(kept.getItem(CHOICE_KEPT_UNDER) ?? kept.getItem(THEIRS_KEPT_UNDER))
}

/** The theme that a choice comes to: without one dark where video is watched, and the system's own elsewhere. */
export function schemeOf(choice: ThemeChoice, { onVideo, systemIsDark }: { onVideo: boolean; systemIsDark: boolean }): 'dark' | 'light' {
  if (choice !== 'system') return choice
  return onVideo || systemIsDark ? 'dark' : 'light'
}

/** The theme of the page at this address while nothing but the address is known. Whoever is signed in comes from the app's own address to the wall. */
export function schemeAtStart(kept: Pick<Storage, 'getItem'>, pathname: string, systemIsDark: boolean): 'dark' | 'light' {
  const onVideo = kept.getItem(THEIRS_KEPT_UNDER) !== null && /^\/user\/(live(\/.*)?)?$/.test(pathname)
  return schemeOf(keptChoice(kept), { onVideo, systemIsDark })
}
