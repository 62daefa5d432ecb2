import { partLimits } from '#contract/archives.ts'
import { clipLengths } from '../../ui/archive/archiving.ts'
import type { Part } from '../../ui/time-line/core/part.ts'

const MINUTE_MS = 60_000

/** How long a part may be by one choice (rule 5.7); `marked`: from mark to mark. */
export const partLengths = ['marked', ...clipLengths, 'custom'] as const
export type PartLength = (typeof partLengths)[number]

/** The last moments are still on their way from the camera. */
const ARRIVING_MS = 2_000

export interface PartSpan {
  startMs: number
  endMs: number
}

/** What the marks enclose; undefined while one of them is missing. Longer than a part may be it ends earlier. */
export function markedSpan({ fromMs, toMs }: Part): PartSpan | undefined {
  if (fromMs === undefined || toMs === undefined) return undefined
  const startMs = Math.round(fromMs)
  return { startMs, endMs: Math.min(Math.round(toMs), startMs + partLimits.durationMs) }
}

/**
 * A part of this length: from the mark of its begin on, or up to that of its end, or around the playhead. None of it lies in the future.
 * `customMinutes` counts where the length is one's own.
 */
export function spanOf(
  length: PartLength,
  customMinutes: number,
  { part, atMs, nowMs }: { part: Part; atMs: number; nowMs: number },
): PartSpan {
  const marked = length === 'marked' ? markedSpan(part) : undefined
  if (marked !== undefined) return marked
  const wishedMs = length === 'custom' ? customMinutes * MINUTE_MS : Number(length === 'marked' ? MINUTE_MS : length)
  const lengthMs = Math.min(Math.max(1_000, Math.round(wishedMs)), partLimits.durationMs)
  const wished = part.fromMs ?? (part.toMs === undefined ? atMs - lengthMs / 2 : part.toMs - lengthMs)
  const startMs = Math.round(Math.min(wished, nowMs - ARRIVING_MS - lengthMs))
  return { startMs, endMs: startMs + lengthMs }
}
