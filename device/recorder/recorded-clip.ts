import { join } from 'node:path'
import type { ClipFault, StreamKind } from '#contract/enums.ts'
import type { ChannelRecording, SourceUnit } from '#device/agent/channel-source.ts'
import type { Channel, Segment } from './record-index.ts'
import type { Recorder } from './recorder.ts'
import { SegmentReader, type PlacedFragment } from './segment-reader.ts'

/** What is being recorded is waited for so long: a fragment lasts a second. */
const PATIENCE_MS = 2_500
/** A picture that is this much older than the one before shows a time anew, of which the clock was set back. */
const BACK_MS = 500

interface Wanted {
  stream: StreamKind
  startMs: number
  endMs: number
}

/** What was recorded of a channel in this time; of its other stream where this one has nothing. */
export async function recordedClip(recorder: Recorder, channel: Channel, wanted: Wanted): Promise<ChannelRecording | ClipFault> {
  const { stream, startMs, endMs } = wanted
  const all = recorder.find(channel, startMs, endMs)
  const ofStream = all.filter((segment) => segment.stream === stream)
  const segments = ofStream.length > 0 ? ofStream : all.filter((segment) => segment.stream === all[0]?.stream)
  for (const [index, segment] of segments.entries()) {
    const reader = await openSegment(recorder, segment)
    const format = reader?.format
    await reader?.close()
    if (format === undefined) continue
    return { format, units: unitsOf(recorder, following(recorder, segments.slice(index), endMs), { startMs, endMs }) }
  }
  return 'no-recording'
}

/** One that was just begun has nothing for a moment. */
async function openSegment(recorder: Recorder, segment: Segment): Promise<SegmentReader | undefined> {
  if (recorder.asWritten(segment).bytes === 0) await recorder.moreOf(segment.id, PATIENCE_MS)
  const { file, bytes } = recorder.asWritten(segment)
  return SegmentReader.open(join(recorder.folder, file), bytes)
}

/** These segments, and what has followed the last of them while it was read. */
async function* following(recorder: Recorder, first: readonly Segment[], endMs: number): AsyncGenerator<Segment> {
  for (let segments = first; ; ) {
    yield* segments
    const last = segments.at(-1)
    if (last === undefined || !last.isOpen || recorder.isOpen(last.id)) return
    segments = recorder.find(last, last.fromMs, endMs).filter(({ id, stream }) => id > last.id && stream === last.stream)
  }
}

async function* unitsOf(
  recorder: Recorder,
  segments: AsyncIterable<Segment>,
  { startMs, endMs }: { startMs: number; endMs: number },
): AsyncGenerator<SourceUnit> {
  let shownMs = startMs
  let kind: string | undefined
  let lastUs = Number.NEGATIVE_INFINITY
  let isRepeating = false
  for await (const segment of segments) {
    const reader = await openSegment(recorder, segment)
    if (reader === undefined) continue
    try {
      const { codec, width, height } = reader.format ?? { codec: '', width: 0, height: 0 }
      kind ??= `${codec} ${width}x${height}`
      // A clip is of one kind; what follows is asked for anew.
      if (kind !== `${codec} ${width}x${height}`) return
      let shiftUs: number | undefined
      for await (const unit of segmentUnits(recorder, segment, reader, shownMs)) {
        if (unit.captureMs >= endMs) break
        // After the clock was set back, times go on rising here.
        shiftUs ??= Math.max(0, lastUs + 1 - unit.ptsUs)
        lastUs = Math.max(lastUs, unit.ptsUs + shiftUs)
        isRepeating = isRepeating ? unit.captureMs <= shownMs : unit.captureMs < shownMs - BACK_MS
        const isPreroll = unit.captureMs < startMs || isRepeating
        if (!isPreroll) shownMs = Math.max(shownMs, unit.captureMs)
        yield { ...unit, ptsUs: unit.ptsUs + shiftUs, isPreroll }
      }
    } finally {
      await reader.close()
    }
  }
}

/** The units of a segment from the key frame at or before `fromMs` on; of one that is being written also what comes meanwhile. */
async function* segmentUnits(
  recorder: Recorder,
  segment: Segment,
  reader: SegmentReader,
  fromMs: number,
): AsyncGenerator<Omit<SourceUnit, 'isPreroll'>> {
  const { log } = recorder
  const onDamage = (at: number) => log('warn', `${segment.file} is damaged at byte ${at}; a part of it is left out`)
  const first = await fragmentBefore(reader, fromMs)
  if (first === undefined) return
  let at = first.at
  for (;;) {
    for await (const fragment of reader.fragments(at, onDamage)) {
      at = fragment.at + fragment.bytes
      yield* await reader.units(fragment)
    }
    if (!recorder.isOpen(segment.id)) break
    const before = recorder.asWritten(segment).bytes
    if (before <= at) await recorder.moreOf(segment.id, PATIENCE_MS)
    const { bytes } = recorder.asWritten(segment)
    if (bytes <= at) break
    reader.grow(bytes)
  }
}

/** The last fragment that begins with a key frame at or before this time; the first one when all are later. */
async function fragmentBefore(reader: SegmentReader, fromMs: number): Promise<PlacedFragment | undefined> {
  let before: PlacedFragment | undefined
  for await (const fragment of reader.fragments()) {
    if (!fragment.pictures[0]?.isKey) continue
    if (before !== undefined && fragment.captureMs > fromMs) break
    before = fragment
  }
  return before
}
