import { useSyncExternalStore } from 'react'

const query = window.matchMedia('(max-width: 767px)')
function listen(changed: () => void): () => void {
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** True below 768 px, where the rail is a bottom bar and panels are sheets. */
export function useNarrow(): boolean {
  return useSyncExternalStore(listen, () => query.matches)
}
