import { DAY_MS } from '#shared/time/day.ts'

/** A span of time. Epoch ms; the end does not belong to it. */
export interface Span {
  fromMs: number
  toMs: number
}

/** What of time is seen, on how many CSS pixels. */
export interface View extends Span {
  widthPx: number
}

/** The most and the least that is seen at once: from thirty days to two seconds. */
export const MOST_SPAN_MS = 30 * DAY_MS
export const LEAST_SPAN_MS = 2_000

export function spanMs({ fromMs, toMs }: Span): number {
  return toMs - fromMs
}

/** Where a moment stands, in pixels from the left edge: a fraction, and outside of 0 to `widthPx` for what is not seen. */
export function pxOf(view: View, atMs: number): number {
  return ((atMs - view.fromMs) / spanMs(view)) * view.widthPx
}

/** The moment at a place, the other way around. */
export function msOf(view: View, px: number): number {
  return view.fromMs + (px / view.widthPx) * spanMs(view)
}

/** The view of this length within the bounds, as near to where it would begin as they allow. Bounds that are shorter are seen whole. */
function within({ fromMs, widthPx }: View, lengthMs: number, bounds: Span): View {
  // Bounds of no length are those of something that has just begun.
  const length = Math.max(1, Math.min(lengthMs, spanMs(bounds)))
  const from = Math.max(bounds.fromMs, Math.min(fromMs, bounds.toMs - length))
  return { fromMs: from, toMs: from + length, widthPx }
}

/** The view within the bounds, neither too long nor too short. */
export function clamped(view: View, bounds: Span): View {
  return within(view, Math.max(LEAST_SPAN_MS, Math.min(spanMs(view), MOST_SPAN_MS)), bounds)
}

/**
 * Nearer (`factor` over 1) or from further away. The moment at `atPx` stays where it is, unless the view comes to the end of the bounds.
 */
export function zoomed(view: View, factor: number, atPx: number, bounds: Span): View {
  const most = Math.min(MOST_SPAN_MS, spanMs(bounds))
  const length = Math.max(Math.min(LEAST_SPAN_MS, most), Math.min(spanMs(view) / factor, most))
  const fromMs = msOf(view, atPx) - (atPx / view.widthPx) * length
  return within({ ...view, fromMs }, length, bounds)
}

/** The view so many pixels further on in time, up to the end of the bounds. */
export function panned(view: View, byPx: number, bounds: Span): View {
  const byMs = (byPx / view.widthPx) * spanMs(view)
  return within({ ...view, fromMs: view.fromMs + byMs }, spanMs(view), bounds)
}

/** The view of the same length in which a moment stands at this share of the width, 0 to 1. */
export function showing(view: View, atMs: number, share: number, bounds: Span): View {
  return within({ ...view, fromMs: atMs - share * spanMs(view) }, spanMs(view), bounds)
}
