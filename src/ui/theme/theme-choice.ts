import { useLayoutEffect, useSyncExternalStore } from 'react'
import { proxy, useSnapshot } from 'valtio'
import type { ThemeChoice } from '#contract/enums.ts'
import { CHOICE_KEPT_UNDER, keptChoice, SCHEME_ATTRIBUTE, schemeOf, THEIRS_KEPT_UNDER } from './kept-theme.ts'
import { DEFAULT_ACCENT } from './theme.ts'

const ACCENT_KEPT_UNDER = 'sightline.accent'

/** The customer's accent as this machine last saw it, so that a page does not change its colour while the branding is on its way. */
export function lastAccent(): string {
  return localStorage.getItem(ACCENT_KEPT_UNDER) ?? DEFAULT_ACCENT
}

/** The theme that was chosen, the one that shows, and the accent of the customer. Written by this file only. */
export const themeState = proxy<{ choice: ThemeChoice; shown: 'dark' | 'light'; accent: string }>({
  choice: keptChoice(localStorage),
  shown: 'dark',
  accent: lastAccent(),
})

// Not by the event's own value: that a choice is gone says another tab, too, which has heard from the service what it was.
window.addEventListener('storage', (event) => {
  if (event.key === CHOICE_KEPT_UNDER) themeState.choice = keptChoice(localStorage)
})

/** Shows what the person chose, here or elsewhere, and remembers it for as long as they are signed in. A choice of this machine's own holds until they choose anew. */
export function adoptTheme(choice: ThemeChoice): void {
  if (localStorage.getItem(THEIRS_KEPT_UNDER) !== choice) localStorage.removeItem(CHOICE_KEPT_UNDER)
  localStorage.setItem(THEIRS_KEPT_UNDER, choice)
  themeState.choice = keptChoice(localStorage)
}

/** Nobody is signed in: the theme is the system's. What was kept is forgotten elsewhere (`forgetKept`). */
export function forgetTheme(): void {
  themeState.choice = 'system'
}

const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)')
function listen(changed: () => void): () => void {
  systemIsDark.addEventListener('change', changed)
  return () => systemIsDark.removeEventListener('change', changed)
}

/** Shows the theme that was chosen, else the page's or the system's. `isKept`: this machine remembers the accent. For the root, once. */
export function useTheme({ onVideo, accent, isKept }: { onVideo: boolean; accent: string; isKept: boolean }): 'dark' | 'light' {
  const { choice } = useSnapshot(themeState)
  const systemDark = useSyncExternalStore(listen, () => systemIsDark.matches)
  const shown = schemeOf(choice, { onVideo, systemIsDark: systemDark })
  useLayoutEffect(() => {
    themeState.shown = shown
    themeState.accent = accent
    if (isKept) localStorage.setItem(ACCENT_KEPT_UNDER, accent)
    document.documentElement.setAttribute(SCHEME_ATTRIBUTE, shown)
  }, [shown, accent, isKept])
  return shown
}
