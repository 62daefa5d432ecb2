import type { PlayedSpan } from '../../lib/player-deck.ts'

/** A moment that is marked on the time line. */
export interface Chapter {
  id: string
  atMs: number
  name: string
}

/** Farther apart than this, a picture of a second camera is not of the same moment. */
export const APART_S = 0.08

/** From the first picture of all files to the last. */
export function wholeSpan(clips: readonly PlayedSpan[]): PlayedSpan {
  return { startMs: Math.min(...clips.map(({ startMs }) => startMs)), endMs: Math.max(...clips.map(({ endMs }) => endMs)) }
}

/** Where a file stands, in seconds from its own begin, when the clock shows this moment: never before its begin or behind its end. */
export function positionIn({ startMs, endMs }: PlayedSpan, atMs: number): number {
  return Math.min(Math.max(0, atMs - startMs), Math.max(0, endMs - startMs)) / 1000
}

/** Whether a file has a picture of this moment. */
export function hasMoment({ startMs, endMs }: PlayedSpan, atMs: number): boolean {
  return atMs >= startMs && atMs <= endMs
}

/** Which file says what time it is: the longest that has the moment, else the longest of all. */
export function leaderAt(clips: readonly PlayedSpan[], atMs: number): number {
  const lengths = clips.map((clip) => clip.endMs - clip.startMs + (hasMoment(clip, atMs) ? Number.MAX_SAFE_INTEGER / 2 : 0))
  return lengths.indexOf(Math.max(...lengths))
}

/** The chapter that a moment belongs to: the last that has begun; undefined before the first. */
export function chapterAt(chapters: readonly Chapter[], atMs: number): Chapter | undefined {
  return chapters.findLast((chapter) => chapter.atMs <= atMs + 1)
}

/** The next chapter, or the one before: back from its begin on to the one before, from later in it to its begin. */
export function chapterBeside(chapters: readonly Chapter[], atMs: number, way: 1 | -1): Chapter | undefined {
  const JUST_BEGUN_MS = 1_000
  return way === 1
    ? chapters.find((chapter) => chapter.atMs > atMs + 1)
    : chapters.findLast((chapter) => chapter.atMs < atMs - JUST_BEGUN_MS)
}

/** The chapters that lie in what is played, in their order, as many as can be told apart. */
export function chaptersWithin(chapters: readonly Chapter[], { startMs, endMs }: PlayedSpan, most: number): Chapter[] {
  return chapters
    .filter(({ atMs }) => atMs >= startMs && atMs <= endMs)
    .toSorted((one, other) => one.atMs - other.atMs)
    .slice(0, most)
}
