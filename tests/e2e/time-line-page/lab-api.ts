import type { Part } from '#src/ui/time-line/core/part.ts'

/** What a test wants to see of a time line. */
export interface LabWish {
  lanes: number
  /** Segments of all lanes together, over thirty days. */
  segments: number
  events: number
  zone: string
  language: 'en-US' | 'zh-CN'
  atMs: number
  form: 'full' | 'compact'
  hasPreview: boolean
}

/** A time line in the hand of a test, on a page without the rest of the app. */
export interface Lab {
  show(wish: LabWish): Promise<void>
  /** Playback comes to this moment. */
  play(atMs: number): void
  /** What was wanted so far, in order. */
  told(): { seeks: number[]; scrubs: number[]; part: Part }
}

/** The bounds of the line: thirty days of November. */
export const labBounds = { fromMs: Date.UTC(2026, 10, 1), toMs: Date.UTC(2026, 11, 1) }
