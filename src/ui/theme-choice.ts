import { useSyncExternalStore } from 'react'
import { proxy, useSnapshot } from 'valtio'
import type { ThemeChoice } from '#contract/enums.ts'

const KEPT_UNDER = 'sightline.theme'

function read(text: string | null): ThemeChoice {
  return text === 'light' || text === 'dark' ? text : 'system'
}

const state = proxy({ choice: read(localStorage.getItem(KEPT_UNDER)) })

window.addEventListener('storage', (event) => {
  if (event.key === KEPT_UNDER) state.choice = read(event.newValue)
})

/** Shows the theme from now on, in every tab, and remembers it on this machine. */
export function chooseTheme(choice: ThemeChoice): void {
  localStorage.setItem(KEPT_UNDER, choice)
  state.choice = choice
}

export function useThemeChoice(): ThemeChoice {
  return useSnapshot(state).choice
}

const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)')
function listen(changed: () => void): () => void {
  systemIsDark.addEventListener('change', changed)
  return () => systemIsDark.removeEventListener('change', changed)
}

/** The scheme to show: what was chosen, else dark where video is watched and the system's own elsewhere. */
export function useScheme(onVideo: boolean): 'dark' | 'light' {
  const choice = useThemeChoice()
  const systemDark = useSyncExternalStore(listen, () => systemIsDark.matches)
  if (choice !== 'system') return choice
  return onVideo || systemDark ? 'dark' : 'light'
}
