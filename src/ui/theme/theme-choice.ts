import { useLayoutEffect, useSyncExternalStore } from 'react'
import { proxy, useSnapshot } from 'valtio'
import type { ThemeChoice } from '#contract/enums.ts'
import { CHOICE_KEPT_UNDER, choiceOf, keptChoice, SCHEME_ATTRIBUTE, schemeOf, THEIRS_KEPT_UNDER } from './kept-theme.ts'
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

window.addEventListener('storage', (event) => {
  if (event.key === CHOICE_KEPT_UNDER) themeState.choice = choiceOf(event.newValue)
})

/** Shows the theme from now on, in every tab, and remembers it on this machine. */
export function chooseTheme(choice: ThemeChoice): void {
  localStorage.setItem(CHOICE_KEPT_UNDER, choice)
  themeState.choice = choice
}

/** Shows what the person chose elsewhere, unless something was chosen on this machine, and remembers it for as long as they are signed in. */
export function adoptTheme(choice: ThemeChoice): void {
  localStorage.setItem(THEIRS_KEPT_UNDER, choice)
  themeState.choice = keptChoice(localStorage)
}

/** Forgets what the person chose elsewhere: nobody is signed in. What shows may stay until the page is loaded anew. */
export function forgetTheirTheme(): void {
  localStorage.removeItem(THEIRS_KEPT_UNDER)
}

const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)')
function listen(changed: () => void): () => void {
  systemIsDark.addEventListener('change', changed)
  return () => systemIsDark.removeEventListener('change', changed)
}

/** Shows the theme that was chosen, else the page's or the system's. For the root, once. */
export function useTheme({ onVideo, accent }: { onVideo: boolean; accent: string }): 'dark' | 'light' {
  const { choice } = useSnapshot(themeState)
  const systemDark = useSyncExternalStore(listen, () => systemIsDark.matches)
  const shown = schemeOf(choice, { onVideo, systemIsDark: systemDark })
  useLayoutEffect(() => {
    themeState.shown = shown
    themeState.accent = accent
    localStorage.setItem(ACCENT_KEPT_UNDER, accent)
    document.documentElement.setAttribute(SCHEME_ATTRIBUTE, shown)
  }, [shown, accent])
  return shown
}
