import { proxy, useSnapshot } from 'valtio'
import type { PastWindow } from '../../../data/media/playback/past-window.ts'

/** How far back somebody wanted to see, and when. */
export interface LookBack {
  byMs: number
  pressedAtMs: number
}

/** The windows that look back, by number. Nobody keeps this. */
const looking = proxy<{ [window: number]: LookBack | undefined }>({})
/** What they show. */
const pasts = new Map<number, PastWindow>()

/** How far back a window goes at a press, ms. */
export const lookBackMs = [10_000, 60_000, 300_000] as const

export function useLookBack(window: number): LookBack | undefined {
  return useSnapshot(looking)[window]
}

/** Shows the past of a window's camera, from so long ago on, while the others stay live. */
export function lookBack(window: number, byMs: number): void {
  looking[window] = { byMs, pressedAtMs: Date.now() }
}

/** Answers whether the window had looked back. */
export function backToLive(window: number): boolean {
  const was = looking[window] !== undefined
  delete looking[window]
  return was
}

/** The past that a window shows, if it looks back. */
export function pastOf(window: number): PastWindow | undefined {
  return pasts.get(window)
}

export function setPast(window: number, past: PastWindow | undefined): void {
  if (past === undefined) pasts.delete(window)
  else pasts.set(window, past)
}
