import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import type { PastClockState, PastOrder, PastWay } from '#contract/playback-api.ts'
import type { PastPlace } from '#contract/recorded-media.ts'
import type { PastWindow } from '../../data/media/playback/past-window.ts'
import { playbackDeck, timeOf, type PlaybackCamera } from '../../data/media/playback/playback-deck.ts'

/** How often what tells the time is drawn anew while the clock goes. */
const CLOCK_MS = 100

/** The playback of this tab. */
export const deck = playbackDeck

export function order(what: PastOrder): void {
  deck().order(what)
}

/** The moment that is on the screen. Epoch ms. */
export function timeNow(): number {
  return timeOf(deck().clock)
}

export function usePlaybackClock(): PastClockState {
  const { subscribe } = deck()
  return useSyncExternalStore(subscribe, () => deck().clock)
}

/** Whether there is a moment that is seen: none before the media worker has told its clock. */
export function useClockSet(): boolean {
  return usePlaybackClock().atMs > 0
}

/** Which way the past comes. */
export function usePlaybackWay(): PastWay {
  const { subscribe } = deck()
  return useSyncExternalStore(subscribe, () => deck().by)
}

/** The moment that is on the screen, as it goes on. */
export function usePlaybackTime(): number {
  const clock = usePlaybackClock()
  const [, setCount] = useState(0)
  useEffect(() => {
    if (clock.rate === 0) return
    const timer = setInterval(() => setCount((count) => count + 1), CLOCK_MS)
    return () => clearInterval(timer)
  }, [clock.rate])
  return timeOf(clock)
}

/** Plays these cameras while the component is on the screen, and answers with their windows. */
export function useWindows(cameras: readonly PlaybackCamera[], from: PastPlace): readonly PastWindow[] {
  const [windows, setWindows] = useState<readonly PastWindow[]>([])
  const wish = JSON.stringify(cameras)
  useLayoutEffect(() => setWindows(deck().show(JSON.parse(wish) as PlaybackCamera[], from)), [wish, from])
  useLayoutEffect(() => () => deck().end(), [])
  return windows
}
