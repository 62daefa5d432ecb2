import { join } from 'node:path'
import type { ClipFault } from '#contract/enums.ts'
import type { SoundFormat } from '#contract/sound.ts'
import type { ChannelRecording, RecordedSound, RecordedUnit, SourceUnit, StreamFormat, WantedPast } from '#device/agent/channel-source.ts'
import type { Channel, Segment } from './record-index.ts'
import type { Recorder } from './recorder.ts'
import { SegmentReader, type PlacedFragment } from './segment-reader.ts'

/** What is being recorded is waited for so long: a fragment lasts a second. */
const PATIENCE_MS = 2_500
/** What is kept of a camera in several ways begins and ends together, but for this. */
export const TOGETHER_MS = 3_000
/** A picture that is this much older than the one before shows a time anew, of which the clock was set back. */
const BACK_MS = 500

/** What was recorded of a channel in this time; of its other stream where this one has nothing. */
export async function recordedClip(recorder: Recorder, channel: Channel, asked: WantedPast): Promise<ChannelRecording | ClipFault> {
  const { startMs } = asked
  const { segments, endMs, isMore } = segmentsOf(recorder, channel, asked)
  const wanted = { ...asked, endMs }
  let isDamaged = false
  for (const [index, segment] of segments.entries()) {
    const { format, sound: recorded } = await kindOf(recorder, segment)
    isDamaged ||= format === undefined && recorder.asWritten(segment).bytes > 0 && recorder.index.knows(segment.file)
    if (format === undefined) continue
    const next = segments[index + 1]
    // By their clocks the end of one kind of pictures may lie behind the begin of the next.
    const hasNextBegun = next !== undefined && next.fromMs < startMs + 1
    if (hasNextBegun && areOthers(format, (await kindOf(recorder, next)).format)) continue
    const sound = wanted.hasSound ? recorded : undefined
    const units = unitsOf(recorder, following(recorder, segments.slice(index), endMs), { ...wanted, format, sound })
    let changedAtMs: number | undefined
    const untilChange = async function* () {
      changedAtMs = (yield* units) ?? (isMore ? endMs : undefined)
    }
    return { format: { ...format, ...(sound && { sound }) }, units: untilChange(), changedAtMs: () => changedAtMs }
  }
  return isDamaged ? 'failed' : 'no-recording'
}

/**
 * The segments of the stream that is asked for, or of the other one where that has nothing. They are wanted up to `endMs`; `isMore`: from there
 * on there are those of the other stream, which are another kind of pictures.
 */
function segmentsOf(recorder: Recorder, channel: Channel, { stream, startMs, endMs }: WantedPast) {
  const ofStream = Map.groupBy(recorder.find(channel, startMs, endMs), (segment) => segment.stream)
  const [own = [], others = []] = [ofStream.get(stream), ofStream.get(stream === 'main' ? 'sub' : 'main')]
  const leastMs = own.length > 0 ? TOGETHER_MS : 0
  const isFilled = (hole: Span) => others.some(({ fromMs, untilMs }) => commonMs({ startMs: fromMs, endMs: untilMs }, hole) > leastMs)
  const hole = holesIn(recorder, own, { startMs, endMs }).find(isFilled)
  if (hole === undefined) return { segments: own, endMs, isMore: false }
  const isFirst = hole.startMs === startMs
  const untilMs = isFirst ? Math.floor(hole.endMs) : Math.ceil(hole.startMs)
  return { segments: isFirst ? others : own, endMs: untilMs, isMore: untilMs < endMs }
}

interface Span {
  startMs: number
  endMs: number
}

function commonMs(one: Span, other: Span): number {
  return Math.min(one.endMs, other.endMs) - Math.max(one.startMs, other.startMs)
}

/** The parts of this time that these segments have nothing of, by their beginning. */
function holesIn(recorder: Recorder, segments: readonly Segment[], { startMs, endMs }: Span): Span[] {
  const holes: Span[] = []
  let atMs = startMs
  for (const { id, fromMs, untilMs } of segments) {
    if (fromMs > atMs) holes.push({ startMs: atMs, endMs: fromMs })
    atMs = Math.max(atMs, recorder.isOpen(id) ? Math.max(endMs, untilMs) : untilMs)
  }
  if (endMs > atMs) holes.push({ startMs: atMs, endMs })
  return holes
}

async function kindOf(
  recorder: Recorder,
  segment: Segment,
): Promise<{ format?: StreamFormat | undefined; sound?: SoundFormat | undefined }> {
  const reader = await openSegment(recorder, segment)
  const { format, sound } = reader ?? {}
  await reader?.close()
  return { format, sound }
}

/** Whether these pictures cannot stand in one clip. */
function areOthers(one: StreamFormat, other: StreamFormat | undefined): boolean {
  return other !== undefined && (one.codec !== other.codec || one.width !== other.width || one.height !== other.height)
}

type ReadPicture = Omit<SourceUnit, 'isPreroll'>
type ReadUnit = ReadPicture | RecordedSound

/** One that was just begun has nothing for a moment. Undefined when there is nothing to be read of it, which is told. */
async function openSegment(recorder: Recorder, segment: Segment): Promise<SegmentReader | undefined> {
  if (recorder.asWritten(segment).bytes === 0) await recorder.moreOf(segment.id, PATIENCE_MS)
  const { file, bytes } = recorder.asWritten(segment)
  if (bytes === 0) return undefined
  try {
    const reader = await SegmentReader.open(join(recorder.folder, file), bytes)
    if (reader === undefined) recorder.log('warn', `${file} is damaged at its beginning; nothing of it can be read`)
    else if (reader.missingBytes > 0)
      recorder.log('warn', `${file} has ${reader.missingBytes} bytes less than were written; its end is lost`)
    return reader
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    recorder.lost(segment)
    return undefined
  }
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

/** The units of pictures of this format; answers where others begin, if they do before the end. */
async function* unitsOf(
  recorder: Recorder,
  segments: AsyncIterable<Segment>,
  { startMs, endMs, isKeysOnly, format, sound }: WantedPast & { format: StreamFormat; sound: SoundFormat | undefined },
): AsyncGenerator<RecordedUnit, number | undefined> {
  let shownMs = startMs
  let lastUs = Number.NEGATIVE_INFINITY
  let isRepeating = false
  for await (const segment of segments) {
    const reader = await openSegment(recorder, segment)
    if (reader === undefined) continue
    try {
      if (areOthers(format, reader.format)) return Math.floor(Math.max(segment.fromMs, shownMs))
      let shiftUs: number | undefined
      const hasSound = sound !== undefined && JSON.stringify(sound) === JSON.stringify(reader.sound)
      for await (const units of segmentUnits(recorder, segment, reader, { fromMs: shownMs, isKeysOnly, hasSound })) {
        let isOver = false
        for (const unit of units) {
          if ('isSound' in unit) {
            const isWanted = !isRepeating && unit.captureMs >= startMs && unit.captureMs < endMs
            if (isWanted) yield { ...unit, ptsUs: unit.ptsUs + (shiftUs ?? 0) }
            continue
          }
          isOver ||= unit.captureMs >= endMs
          if (isOver) continue
          // After the clock was set back, times go on rising here.
          shiftUs ??= Math.max(0, lastUs + 1 - unit.ptsUs)
          lastUs = Math.max(lastUs, unit.ptsUs + shiftUs)
          isRepeating = isRepeating ? unit.captureMs <= shownMs : unit.captureMs < shownMs - BACK_MS
          const isPreroll = unit.captureMs < startMs || isRepeating
          if (!isPreroll) shownMs = Math.max(shownMs, unit.captureMs)
          yield { ...unit, ptsUs: unit.ptsUs + shiftUs, isPreroll }
        }
        if (isOver) break
      }
    } finally {
      await reader.close()
    }
  }
  return undefined
}

/**
 * The units of a segment, fragment by fragment, from the key frame at or before `fromMs` on; of one that is being written also what comes
 * meanwhile. Sound comes a little after the pictures of its time: some of it may be in the fragment behind them.
 */
async function* segmentUnits(
  recorder: Recorder,
  segment: Segment,
  reader: SegmentReader,
  { fromMs, isKeysOnly, hasSound }: { fromMs: number; isKeysOnly: boolean; hasSound: boolean },
): AsyncGenerator<ReadUnit[]> {
  const { log } = recorder
  const onDamage = (at: number) => log('warn', `${segment.file} is damaged at byte ${at}; a part of it is left out`)
  const first = await fragmentBefore(reader, fromMs)
  if (first === undefined) return
  let at = first.at
  for (;;) {
    for await (const fragment of reader.fragments(at, onDamage)) {
      at = fragment.at + fragment.bytes
      if (isKeysOnly && !fragment.pictures.some(({ isKey }) => isKey)) continue
      const pictures = await reader.units(fragment, isKeysOnly)
      yield hasSound ? woven(pictures, await reader.frames(fragment)) : pictures
    }
    if (!recorder.isOpen(segment.id)) break
    const before = recorder.asWritten(segment).bytes
    if (before <= at) await recorder.moreOf(segment.id, PATIENCE_MS)
    const { bytes } = recorder.asWritten(segment)
    if (bytes <= at) break
    reader.grow(bytes)
  }
}

/** The pictures in their order, and in front of each the sound that began before it. */
function woven(pictures: readonly ReadPicture[], frames: readonly RecordedSound[]): ReadUnit[] {
  let next = 0
  const units: ReadUnit[] = []
  for (const picture of pictures) {
    for (let frame = frames[next]; frame !== undefined && frame.ptsUs <= picture.ptsUs; frame = frames[++next]) units.push(frame)
    units.push(picture)
  }
  return [...units, ...frames.slice(next)]
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
