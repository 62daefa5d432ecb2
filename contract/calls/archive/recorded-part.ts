import * as z from 'zod/mini'
import { partFormat, partLimits } from '../../archives.ts'
import { streamKind } from '../../enums.ts'
import { pastPlace } from '../../recorded-media.ts'
import { channelIndex, serialNumber, timeMs } from '../../rules.ts'
import { archiveStatus } from '../../states/archive.ts'

/** Which part of which camera's recording, and where it lies. Epoch ms; the end is not in it. The main stream unless told otherwise. */
export const partSpan = {
  sn: serialNumber,
  chlIndex: channelIndex,
  startMs: timeMs,
  endMs: timeMs,
  from: pastPlace,
  stream: z.optional(streamKind),
}

type Span = { startMs: number; endMs: number }

/** What a part has to be: it ends behind its begin, and is 60 minutes long at most. */
export const partRange = [
  z.refine<Span>(({ startMs, endMs }) => startMs < endMs, { path: ['endMs'], error: 'not-after-start' }),
  z.refine<Span>(({ startMs, endMs }) => endMs - startMs <= partLimits.durationMs, { path: ['endMs'], error: 'too-long' }),
] as const

/**
 * A part of a camera's recording as one file. `status` and `failCode` as of an archive, and so are `endMs` and `restId`: the rest is a part of its own; `progress`: percent. `file` is there when it is made,
 * with a link (path and query on this service; ranges are served) that is good until `urlUntilMs`; `sha256` of all of it, and `pieceSha256s` of each
 * piece of `DOWNLOAD_PIECE_BYTES` in order, in hexadecimal digits.
 */
export const recordedPart = z.object({
  partId: z.string(),
  sn: serialNumber,
  chlIndex: channelIndex,
  startMs: timeMs,
  endMs: timeMs,
  from: pastPlace,
  format: partFormat,
  status: archiveStatus,
  progress: z.int(),
  failCode: z.nullable(z.int()),
  restId: z.nullable(z.string()),
  /** Until when the service keeps it. */
  expiresAtMs: z.number(),
  file: z.nullable(
    z.object({ url: z.string(), urlUntilMs: z.number(), sizeBytes: z.int(), sha256: z.string(), pieceSha256s: z.array(z.string()) }),
  ),
})
export type RecordedPart = z.output<typeof recordedPart>
