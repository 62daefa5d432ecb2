import { EncodedPacket, EncodedVideoPacketSource, FilePathTarget, Mp4OutputFormat, Output } from 'mediabunny'
import { mediaCodecs, type MediaUnit } from '#contract/media.ts'
import { areAlike, type RecordedPicture } from '../recorded/cloud-pictures.ts'

const US = 1_000_000
/** When there is one picture alone and its device does not say how many there are in a second. */
const USUAL_FPS = 25

/**
 * Writes pictures into a new MP4 file as they come, so that an hour of them needs no memory. Pre-roll lies before time zero, and is written once
 * where several pieces begin with the same. Ends where the pictures become others, which no file can hold together. Undefined when there was
 * nothing to show. Throws when the pictures are none that could be written, or the file cannot be.
 */
export async function writePart(path: string, pictures: AsyncIterable<RecordedPicture>): Promise<RecordedPicture['format'] | undefined> {
  let writer: PartWriter | undefined
  for await (const { format, unit } of pictures) {
    writer ??= new PartWriter(path, format, unit)
    if (!areAlike(writer.format, format)) break
    await writer.add(unit)
  }
  return (await writer?.finish()) ? writer?.format : undefined
}

class PartWriter {
  readonly format: RecordedPicture['format']
  readonly #output: Output
  readonly #source: EncodedVideoPacketSource
  /** Those whose length, or whose time, is not known yet. */
  #waiting: MediaUnit[] = []
  #firstShownMs: number | undefined
  #lastMs = Number.NEGATIVE_INFINITY
  #written = 0

  constructor(path: string, format: RecordedPicture['format'], { codec }: MediaUnit) {
    this.format = format
    this.#output = new Output({ format: new Mp4OutputFormat({ fastStart: false }), target: new FilePathTarget(path) })
    this.#source = new EncodedVideoPacketSource(codec === mediaCodecs.h265 ? 'hevc' : 'avc')
    this.#output.addVideoTrack(this.#source)
  }

  async add(unit: MediaUnit): Promise<void> {
    // The begin of a piece repeats what the end of the one before has shown. A clock that was set back does not make pictures vanish.
    if (unit.isPreroll && unit.captureMs <= this.#lastMs) return
    const captureMs = Math.max(unit.captureMs, this.#lastMs + 1 / 1000)
    this.#lastMs = captureMs
    this.#waiting.push({ ...unit, captureMs })
    if (!unit.isPreroll) this.#firstShownMs ??= captureMs
    if (this.#firstShownMs !== undefined) await this.#write(captureMs)
  }

  /** False when there is nothing in it. */
  async finish(): Promise<boolean> {
    if (this.#firstShownMs === undefined) {
      await this.#output.cancel()
      return false
    }
    await this.#write(this.#lastMs + 1000 / (this.format.fps > 0 ? this.format.fps : USUAL_FPS), true)
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
  }
}
