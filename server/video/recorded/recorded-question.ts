import type { RecordType } from '#contract/recorded-media.ts'

/** A camera of an organization. */
export interface CameraRef {
  organizationId: string
  sn: string
  chlIndex: number
}

/** A span of time, epoch ms. */
export interface Span {
  fromMs: number
  toMs: number
}

/** A month (`2026-11`) of the calendar that is in force in a time zone. */
export interface Month {
  month: string
  timeZone: string
}

/** What was recorded in a span, oldest first, within its bounds. `isMore`: not all of it could be found. */
export interface Recorded {
  segments: { startMs: number; endMs: number; type: RecordType }[]
  isMore: boolean
}
