import { archivesCreate } from '#contract/calls/archive/archives-create.ts'
import type { Event } from '#contract/calls/event/event.ts'
import { callCore, coreState } from '../core/core.ts'

/** The last moments are still on their way from the camera. */
const ARRIVING_MS = 2_000

/**
 * Has what a camera recorded around an event archived; the archive is made in the background. None of it lies in the future. Its error is for
 * the form or question that it was asked from.
 */
export async function archiveClip(
  { sn, chlIndex, atMs }: Pick<Event, 'sn' | 'chlIndex' | 'atMs'>,
  { title, lengthMs }: { title: string; lengthMs: number },
): Promise<void> {
  const startMs = Math.round(atMs - lengthMs / 2)
  const nowMs = Math.floor(Date.now() + coreState.clockOffsetMs)
  const endMs = Math.min(startMs + lengthMs, Math.max(startMs + 1, nowMs - ARRIVING_MS))
  await callCore(archivesCreate, { title, sn, chlIndex, startMs, endMs }, { quiet: true })
}
