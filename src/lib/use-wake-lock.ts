import { useEffect } from 'react'

/** Keeps the screen on while a wall with pictures is seen. A system that is low on power may refuse: then it goes dark as usual. */
export function useWakeLock(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || !('wakeLock' in navigator)) return
    const end = new AbortController()
    const hold = async () => {
      if (document.visibilityState !== 'visible') return
      const lock = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (end.signal.aborted) return void lock?.release()
      end.signal.addEventListener('abort', () => void lock?.release())
    }
    void hold()
    // The browser lets go of it whenever the page is hidden.
    document.addEventListener('visibilitychange', () => void hold(), { signal: end.signal })
    return () => end.abort()
  }, [isWanted])
}
