import type { RecordingMode } from '#contract/device-settings.ts'
import type { SoundUnit, SourceUnit, StreamFormat, StreamSink } from '#device/agent/channel-source.ts'
import { FragmentWriter, parameterSetsOf } from './fragment-writer.ts'
import { LeadRing, type Arrival } from './lead-ring.ts'
import type { RecordType } from './record-index.ts'
import type { OpenSegment, SegmentStore } from './segment-store.ts'

/** Around an event: from so long before it to so long after. */
export const LEAD_MS = 10_000
export const AFTERGLOW_MS = 10_000

const SEGMENT_US = 60_000_000
const FRAGMENT_US = 1_000_000
/** Of a camera whose times stand still. */
const MOST_PICTURES = 250
/** A camera that sends no key frames is given up after this. */
const LONGEST_US = 1_800_000_000
/** The clock of the pictures may slide by so much against their times within a fragment. */
const SLIDE_MS = 250
/** Where the clock goes back by more, or the pictures were away for so long, another segment begins. */
const BACK_MS = 500
const AWAY_MS = 2_000

interface Recording {
  segment: OpenSegment
  writer: FragmentWriter
  sets: Uint8Array[]
}

interface StreamRecorderOptions {
  mode: RecordingMode
  store: SegmentStore
}

/** Writes one stream into segments, as long as it comes and is wanted. */
export class StreamRecorder implements StreamSink {
  readonly #store: SegmentStore
  readonly #closing = new Set<Promise<void>>()
  readonly #ring = new LeadRing(LEAD_MS)
  #mode: RecordingMode
  #format: StreamFormat | undefined
  #sets: Uint8Array[] = []
  #recording: Recording | undefined
  /** Times of the newest picture, and of the newest that was written. */
  #newestMs = 0
  #writtenMs = 0
  /** Of what is recorded around an event. */
  #wanted: { type: RecordType; untilMs: number } | undefined

  constructor({ mode, store }: StreamRecorderOptions) {
    this.#mode = mode
    this.#store = store
  }

  /** Writes in another way from now on; all the time, or in front of what happens, from the next key frame on. */
  setMode(mode: RecordingMode): void {
    if (mode === this.#mode) return
    this.#mode = mode
    this.#wanted = undefined
    this.#ring.clear()
    if (mode !== 'continuous') this.#end()
  }

  opened(format: StreamFormat): void {
    this.#end()
    this.#ring.clear()
    this.#format = format
  }

  failed(): void {
    this.#end()
    this.#ring.clear()
  }

  unit(unit: SourceUnit): void {
    if (unit.isKey && this.#wanted !== undefined && unit.captureMs > this.#wanted.untilMs) {
      this.#end(unit.ptsUs)
      this.#wanted = undefined
    }
    this.#arrive({ kind: 'picture', unit })
    this.#newestMs = unit.captureMs
  }

  sound(unit: SoundUnit): void {
    this.#arrive({ kind: 'sound', unit })
  }

  /** Something happened: in the mode for that, what was seen shortly before it and after it is kept. */
  happened(type: RecordType): void {
    if (this.#mode !== 'events') return
    const untilMs = this.#newestMs + AFTERGLOW_MS
    if (this.#wanted !== undefined) {
      this.#wanted.untilMs = Math.max(this.#wanted.untilMs, untilMs)
      return
    }
    this.#wanted = { type, untilMs }
    for (const arrival of this.#ring.take()) this.#write(arrival)
  }

  /** Resolves when what came so far is on the disk. */
  async stop(): Promise<void> {
    this.#end()
    await Promise.all(this.#closing)
  }

  #arrive(arrival: Arrival): void {
    if (this.#mode === 'off') return
    if (this.#mode === 'events' && this.#wanted === undefined) this.#ring.push(arrival)
    else this.#write(arrival)
  }

  #write(arrival: Arrival): void {
    if (arrival.kind === 'sound') this.#recording?.writer.sound(arrival.unit)
    else this.#writePicture(arrival.unit)
  }

  #writePicture(unit: SourceUnit): void {
    if (this.#recording && isFragmentOver(this.#recording.writer, unit)) this.#cut(this.#recording, unit.ptsUs)
    if (this.#recording && unit.ptsUs - this.#recording.writer.startUs > LONGEST_US) this.#end(unit.ptsUs)
    if (unit.isKey) this.#atKey(unit)
    this.#recording?.writer.picture(unit)
    this.#writtenMs = unit.captureMs
  }

  #cut({ writer, segment }: Recording, nextUs: number | undefined): void {
    const part = writer.cut(nextUs)
    if (part === undefined || this.#store.append(segment, part)) return
    // The disk takes no more: what follows begins at a key frame, when it does again.
    this.#close(segment)
  }

  /** A segment begins with a key frame. */
  #atKey(unit: SourceUnit): void {
    const format = this.#format
    if (format === undefined) return
    const sets = parameterSetsOf(format, unit)
    if (sets.length > 0) this.#sets = sets
    const { writer, sets: written } = this.#recording ?? {}
    const awayMs = unit.captureMs - this.#writtenMs
    const isLong = writer !== undefined && unit.ptsUs - writer.startUs >= SEGMENT_US
    if (isLong || awayMs < -BACK_MS || awayMs > AWAY_MS || !areSame(written, this.#sets)) this.#end(unit.ptsUs)
    if (this.#recording !== undefined) return
    const type = this.#wanted?.type ?? 'SCHEDULE'
    const segment = this.#store.begin(unit.captureMs, type, () => {
      if (this.#recording?.segment === segment) this.#recording = undefined
    })
    if (segment) this.#recording = { segment, writer: new FragmentWriter(format, unit, this.#sets), sets: this.#sets }
  }

  #end(nextUs?: number): void {
    if (this.#recording !== undefined) this.#cut(this.#recording, nextUs)
    if (this.#recording !== undefined) this.#close(this.#recording.segment)
  }

  #close(segment: OpenSegment): void {
    this.#recording = undefined
    const closing = this.#store.end(segment).finally(() => this.#closing.delete(closing))
    this.#closing.add(closing)
  }
}

function isFragmentOver({ firstPending: first, pendingCount }: FragmentWriter, { ptsUs, captureMs, isKey }: SourceUnit): boolean {
  if (first === undefined) return false
  const slideMs = captureMs - first.captureMs - (ptsUs - first.ptsUs) / 1000
  return isKey || pendingCount >= MOST_PICTURES || ptsUs - first.ptsUs >= FRAGMENT_US || Math.abs(slideMs) > SLIDE_MS
}

function areSame(sets: Uint8Array[] = [], others: Uint8Array[]): boolean {
  return sets.length === others.length && sets.every((set, index) => Buffer.compare(set, others[index] ?? set) === 0)
}
