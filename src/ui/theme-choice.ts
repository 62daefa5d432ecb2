import { useLayoutEffect, useSyncExternalStore } from 'react'
import { proxy, useSnapshot } from 'valtio'
import type { ThemeChoice } from '#contract/enums.ts'
import { DEFAULT_ACCENT, SCHEME_ATTRIBUTE } from './theme.ts'

const KEPT_UNDER = 'sightline.theme'
const ACCENT_KEPT_UNDER = 'sightline.accent'

function read(text: string | null): ThemeChoice {
  return text === 'light' || text === 'dark' ? text : 'system'
}

/** The customer's accent as this machine last saw it, so that a page does not change its colour while the branding is on its way. */
export function lastAccent(): string {
  return localStorage.getItem(ACCENT_KEPT_UNDER) ?? DEFAULT_ACCENT
}

/** The theme that was chosen, the one that shows, and the accent of the customer. Written by this file only. */
export const themeState = proxy<{ choice: ThemeChoice; shown: 'dark' | 'light'; accent: string }>({
  choice: read(localStorage.getItem(KEPT_UNDER)),
  shown: 'dark',
  accent: lastAccent(),
})

window.addEventListener('storage', (event) => {
  if (event.key === KEPT_UNDER) themeState.choice = read(event.newValue)
})

/** Shows the theme from now on, in every tab, and remembers it on this machine. */
export function chooseTheme(choice: ThemeChoice): void {
  localStorage.setItem(KEPT_UNDER, choice)
  themeState.choice = choice
}

/** Shows what the person chose elsewhere, unless something was chosen on this machine. */
export function adoptTheme(choice: ThemeChoice): void {
  if (localStorage.getItem(KEPT_UNDER) === null) themeState.choice = choice
}

const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)')
function listen(changed: () => void): () => void {
  systemIsDark.addEventListener('change', changed)
  return () => systemIsDark.removeEventListener('change', changed)
}

/** Shows the theme that was chosen, else dark where video is watched and the system's own elsewhere. For the root, once. */
export function useTheme({ onVideo, accent }: { onVideo: boolean; accent: string }): 'dark' | 'light' {
  const { choice } = useSnapshot(themeState)
  const systemDark = useSyncExternalStore(listen, () => systemIsDark.matches)
  const byDefault = onVideo || systemDark ? 'dark' : 'light'
  const shown = choice === 'system' ? byDefault : choice
  useLayoutEffect(() => {
    themeState.shown = shown
    themeState.accent = accent
    localStorage.setItem(ACCENT_KEPT_UNDER, accent)
    document.documentElement.setAttribute(SCHEME_ATTRIBUTE, shown)
  }, [shown, accent])
  return shown
}
