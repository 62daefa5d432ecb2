import type { RecordType } from './record-index.ts'
import type { SegmentFile } from './segment-file.ts'

/** A segment that is being written. */
export interface OpenSegment {
  id: number
  file: SegmentFile
}

/** What one stream writes its segments into. */
export interface SegmentStore {
  /** Undefined while the disk takes nothing. `onFault`: it takes no more of this one. */
  begin(fromMs: number, type: RecordType, onFault: () => void): OpenSegment | undefined
  /** False when the disk is too slow for what comes. */
  append(segment: OpenSegment, part: { bytes: Uint8Array; untilMs: number }): boolean
  /** Resolves when its file is closed. */
  end(segment: OpenSegment): Promise<void>
}
