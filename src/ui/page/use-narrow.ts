import { useSyncExternalStore } from 'react'

const narrow = window.matchMedia('(max-width: 767px)')
const wide = window.matchMedia('(min-width: 1600px)')
const listenTo = (query: MediaQueryList) => (changed: () => void) => {
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}
const [onNarrow, onWide] = [listenTo(narrow), listenTo(wide)]

/** True below 768 px, where the rail is a bottom bar and panels are sheets. */
export function useNarrow(): boolean {
  return useSyncExternalStore(onNarrow, () => narrow.matches)
}

/** True where a page has room left beside it. */
export function useWide(): boolean {
  return useSyncExternalStore(onWide, () => wide.matches)
}
