import { mediaCodecs, type MediaUnit } from '#contract/media.ts'
import type { RecordEnd, RecordPiece, RecordTrack } from '#contract/record-piece.ts'
import type { SoundFormat } from '#contract/sound.ts'
import { splitAnnexB, toAvcc } from './annex-b.ts'
import type { StreamConfig } from './pipeline.ts'
import { RecordedSound } from './recorded-sound.ts'

/** A piece is sent after this long or at this size: what a crash takes is not more. */
const PIECE_US = 2_000_000
const PIECE_BYTES = 1_000_000
/** Sound that is so far behind the pictures does not come any more, or not yet: silence stands for it. */
const SOUND_WAIT_US = 1_000_000
/** Sound so far ahead of the pictures is not of their time: the camera's clock has begun anew, or its picture stands still. */
const SOUND_AHEAD_US = 2_000_000
const MOST_CHANNELS = 2

interface Listener {
  onPiece(piece: RecordPiece): void
  onEnd(why: RecordEnd): void
}

interface Sample {
  timeUs: number
  isKey: boolean
  data: Uint8Array<ArrayBuffer>
}

/** NAL units without which the pictures behind them cannot be decoded: SPS and PPS, of H.265 the VPS too. */
function parameterSets(nals: Uint8Array[], codec: number): Uint8Array<ArrayBuffer>[] {
  const isSet = (nal: Uint8Array) => {
    const head = nal[0] ?? 0
    return codec === mediaCodecs.h265 ? [32, 33, 34].includes((head >> 1) & 0x3f) : [7, 8].includes(head & 0x1f)
  }
  return nals.filter(isSet).map((nal) => new Uint8Array(nal))
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.byteLength
  }
  return bytes
}

function isSame(one: RecordTrack, other: RecordTrack): boolean {
  const text = ({ codec, width, height, parameterSets: sets }: RecordTrack) =>
    [codec, width, height, ...sets.map((set) => set.join())].join('/')
  return text(one) === text(other)
}

/** Whether sound of one kind can go on in the place of the other: none is silence. */
function isSameSound(before: SoundFormat | undefined, now: SoundFormat | undefined): boolean {
  const text = (format: SoundFormat | undefined) => [format?.codec, format?.sampleRateHz, format?.channels, format?.description].join()
  return now === undefined || now.channels > MOST_CHANNELS || text(before) === text(now)
}

/**
 * Records the units of a window as they come, without decoding them: what was lost on the way, or came from another source after a pause, begins
 * again at a key frame, and the picture before it stays for as long as the gap was. Sound is laid beside the pictures by its time.
 */
export class WindowRecorder {
  readonly #listener: Listener
  #track: RecordTrack | undefined
  /** Nothing when the stream had no sound as the recording began. */
  #sound: RecordedSound | undefined
  #samples: Sample[] = []
  #last: { unit: MediaUnit; feed: number; timeUs: number } | undefined
  #pieceFromUs = 0
  #bytes = 0
  #isEnded = false

  constructor(listener: Listener) {
    this.#listener = listener
  }

  /** `feed` numbers the sources of the window: their presentation times have nothing to do with each other. */
  take(unit: MediaUnit, config: StreamConfig, feed: number): void {
    if (this.#isEnded) return
    if (unit.kind === 'sound') return this.#takeSound(unit, feed)
    const isNext = this.#last?.feed === feed && (this.#last.unit.sequence + 1) >>> 0 === unit.sequence
    if (!isNext && !this.#beginsAnew(unit)) return
    const nals = splitAnnexB(unit.data)
    if (unit.isKey && !this.#keepsTrack(nals, unit, config)) return
    const timeUs = this.#timeOf(unit, isNext)
    this.#last = { unit: { ...unit, data: new Uint8Array() }, feed, timeUs }
    const data = toAvcc(nals)
    // The newest picture is kept back: sound that comes last needs a piece to go with.
    if (timeUs - this.#pieceFromUs >= PIECE_US || this.#bytes >= PIECE_BYTES) {
      this.#sound?.fillTo(timeUs - SOUND_WAIT_US)
      this.#send()
      this.#pieceFromUs = timeUs
    }
    this.#samples.push({ timeUs, isKey: unit.isKey, data })
    this.#bytes += data.byteLength
  }

  #takeSound({ ptsUs, data }: MediaUnit, feed: number): void {
    if (this.#last?.feed !== feed) return
    const aheadUs = ptsUs - this.#last.unit.ptsUs
    if (aheadUs < SOUND_AHEAD_US) this.#sound?.take(this.#last.timeUs + aheadUs, data)
  }

  /** A key frame that is newer than what was recorded: a source that begins again sends some of it a second time. */
  #beginsAnew(unit: MediaUnit): boolean {
    return unit.isKey && (this.#last === undefined || unit.captureMs > this.#last.unit.captureMs)
  }

  /** False when the recording has ended, or cannot begin yet. */
  #keepsTrack(nals: Uint8Array[], unit: MediaUnit, { codec, width, height, fps, sound }: StreamConfig): boolean {
    const track = { codec, width, height, fps, parameterSets: parameterSets(nals, unit.codec) }
    if (track.parameterSets.length === 0) return this.#track !== undefined
    if (this.#track === undefined && sound !== undefined && sound.channels <= MOST_CHANNELS) this.#sound = new RecordedSound(sound)
    this.#track ??= track
    if (isSame(this.#track, track) && isSameSound(this.#sound?.format, sound)) return true
    this.end('changed')
    return false
  }

  #timeOf(unit: MediaUnit, isNext: boolean): number {
    if (this.#last === undefined) return 0
    const { unit: before, timeUs } = this.#last
    const passedUs = isNext ? unit.ptsUs - before.ptsUs : (unit.captureMs - before.captureMs) * 1000
    return timeUs + Math.max(1_000, Math.round(passedUs))
  }

  /** When the newest picture is over. */
  get #endUs(): number {
    return (this.#last?.timeUs ?? 0) + 1e6 / (this.#track?.fps || 25)
  }

  #send(): void {
    const samples = this.#samples
    if (this.#track === undefined || samples.length === 0) return
    const { sound, frames = [] } = this.#sound?.takePiece() ?? {}
    const pictures = samples.map(({ data }) => data)
    this.#listener.onPiece({
      track: this.#track,
      sizes: pictures.map((picture) => picture.byteLength),
      timesUs: samples.map(({ timeUs }) => timeUs),
      keys: samples.map(({ isKey }) => isKey),
      sound,
      data: joined([...pictures, ...frames]),
    })
    this.#samples = []
    this.#bytes = 0
  }

  /** Sends what is left. Nothing is taken from then on. */
  end(why: RecordEnd): void {
    if (this.#isEnded) return
    this.#isEnded = true
    this.#sound?.end(this.#endUs)
    this.#send()
    this.#listener.onEnd(why)
  }
}
