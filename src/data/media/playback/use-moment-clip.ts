import type { ChannelRef } from '#contract/calls/event/event-filter.ts'
import { useEventsOf } from '../../records/use-events-of.ts'
import { usePastClip } from './use-past-clip.ts'

/** What is played before the moment and after it. */
const BEFORE_MS = 5_000
const AFTER_MS = 10_000

/** What a camera recorded around a moment, playing while the component is on the screen, and what else it saw meanwhile. */
export function useMomentClip(camera: ChannelRef, atMs: number) {
  const [startMs, endMs] = [atMs - BEFORE_MS, atMs + AFTER_MS]
  return { ...usePastClip(camera, startMs, endMs), events: useEventsOf(camera, startMs, endMs) }
}
