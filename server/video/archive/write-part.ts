import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output, type Target } from 'mediabunny'
import { mediaCodecs, type MediaUnit } from '#contract/media.ts'
import { goesOn, type RecordedUnit } from '../recorded/cloud-pictures.ts'
import type { Recorded } from './clip-units.ts'
import { FileSound } from './file-sound.ts'

const US = 1_000_000
/** When there is one picture alone and its device does not say how many there are in a second. */
const USUAL_FPS = 25
/** Sound that is so far behind the pictures does not come any more: silence stands for it. */
const SOUND_WAIT_MS = 2_000

/** What stands in a file. `changedAtMs`: it ends there, epoch ms, since pictures or sound of another kind begin, which no file can hold together. */
export interface WrittenPart {
  format: RecordedUnit['format']
  changedAtMs?: number | undefined
}

/**
 * Writes pictures and their sound into a new MP4 file as they come, so that an hour of them needs no memory. Pre-roll lies before time zero, and is
 * written once where several pieces begin with the same. A file that has become larger than `mostBytes` ends before the next key frame. Undefined
 * when there was nothing to show. Throws when the pictures are none that could be written, or the file cannot be.
 */
export async function writePart(
  target: Target,
  recorded: Recorded,
  mostBytes = Number.POSITIVE_INFINITY,
): Promise<WrittenPart | undefined> {
  let writer: PartWriter | undefined
  let changedAtMs: number | undefined
  try {
    for (let next = await recorded.next(); ; next = await recorded.next()) {
      if (next.done === true) {
        changedAtMs = next.value
        break
      }
      const { format, unit } = next.value
      // A file that begins late is told from its first picture on.
      if (writer === undefined && unit.kind === 'sound') continue
      writer ??= new PartWriter(target, format, unit)
      if (!writer.takes(format) || (writer.takenBytes > mostBytes && unit.kind === 'video' && unit.isKey && !unit.isPreroll)) {
        changedAtMs = Math.floor(Math.max(unit.captureMs, writer.lastMs))
        break
      }
      await writer.add(unit)
    }
    return writer !== undefined && (await writer.finish()) ? { format: writer.format, changedAtMs } : undefined
  } catch (fault) {
    await writer?.giveUp()
    throw fault
  } finally {
    await recorded.return(undefined)
  }
}

class PartWriter {
  readonly format: RecordedUnit['format']
  readonly #output: Output
  readonly #source: EncodedVideoPacketSource
  readonly #sound: FileSound | undefined
  /** Sound that came before its time in the file is known. */
  #heard: MediaUnit[] = []
  /** Those whose length, or whose time, is not known yet. */
  #waiting: MediaUnit[] = []
  #firstShownMs: number | undefined
  #lastMs = Number.NEGATIVE_INFINITY
  #written = 0
  /** Of pictures and sound, with those that wait to be written. */
  takenBytes = 0

  constructor(target: Target, format: RecordedUnit['format'], { codec }: MediaUnit) {
    this.format = format
    const fastStart = target instanceof BufferTarget ? 'in-memory' : false
    this.#output = new Output({ format: new Mp4OutputFormat({ fastStart }), target })
    this.#source = new EncodedVideoPacketSource(codec === mediaCodecs.h265 ? 'hevc' : 'avc')
    this.#output.addVideoTrack(this.#source)
    this.#sound = FileSound.of(format.sound)
    if (this.#sound !== undefined) this.#output.addAudioTrack(this.#sound.source, { name: this.#sound.name })
  }

  /** When the newest picture was taken. */
  get lastMs(): number {
    return this.#lastMs
  }

  /** Whether what is of this format can stand in the file. */
  takes(format: RecordedUnit['format']): boolean {
    return goesOn(this.format, format)
  }

  async add(unit: MediaUnit): Promise<void> {
    this.takenBytes += unit.data.byteLength
    if (unit.kind === 'sound') return this.#hear(unit)
    // The begin of a piece repeats what the end of the one before has shown. A clock that was set back does not make pictures vanish.
    if (unit.isPreroll && unit.captureMs <= this.#lastMs) return
    const captureMs = Math.max(unit.captureMs, this.#lastMs + 1 / 1000)
    this.#lastMs = captureMs
    this.#waiting.push({ ...unit, captureMs })
    if (!unit.isPreroll && this.#firstShownMs === undefined) {
      this.#firstShownMs = captureMs
      for (const frame of this.#heard.splice(0)) this.#hear(frame)
    }
    if (this.#firstShownMs !== undefined) await this.#write(captureMs)
  }

  #hear(frame: MediaUnit): void {
    if (this.#firstShownMs === undefined) this.#heard.push(frame)
    else this.#sound?.take((frame.captureMs - this.#firstShownMs) * 1000, frame.data)
  }

  /** Closes what was begun; it is no file. */
  async giveUp(): Promise<void> {
    await this.#output.cancel().catch(() => {})
  }

  /** False when there is nothing in it. */
  async finish(): Promise<boolean> {
    if (this.#firstShownMs === undefined) {
      await this.#output.cancel()
      return false
    }
    const endMs = this.#lastMs + 1000 / (this.format.fps > 0 ? this.format.fps : USUAL_FPS)
    await this.#write(endMs, true)
    await this.#sound?.end((endMs - this.#firstShownMs) * 1000)
    await this.#output.finalize()
    return true
  }

  /** All that waits but the last, which is shown until the next comes. */
  async #write(nextMs: number, isEnd = false): Promise<void> {
    while (this.#waiting.length > (isEnd ? 0 : 1)) {
      const unit = this.#waiting.shift()
      if (unit === undefined) return
      if (this.#written === 0) await this.#output.start()
      const untilMs = this.#waiting[0]?.captureMs ?? nextMs
      const atUs = Math.round((unit.captureMs - (this.#firstShownMs ?? 0)) * 1000)
      const packet = new EncodedPacket(unit.data, unit.isKey ? 'key' : 'delta', atUs / US, (untilMs - unit.captureMs) / 1000, this.#written)
      const { codec, width, height } = this.format
      await this.#source.add(packet, this.#written === 0 ? { decoderConfig: { codec, codedWidth: width, codedHeight: height } } : undefined)
      this.#written += 1
    }
    if (!isEnd && this.#written > 0) await this.#sound?.write((nextMs - SOUND_WAIT_MS - (this.#firstShownMs ?? 0)) * 1000)
  }
}
