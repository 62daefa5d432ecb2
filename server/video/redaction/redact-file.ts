import {
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  FilePathTarget,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  MP4,
  Mp4OutputFormat,
  Output,
} from 'mediabunny'
import type { CodecPart } from '#contract/codec-api.ts'
import type { RedactionArea } from '#contract/redaction.ts'
import { annexBOf, parametersOf } from '#shared/media/annex-b.ts'
import { codecNameOf } from '../codec/codec-name.ts'
import { runCodecAside } from '../codec/codec-run.ts'

const TIME_BYTES = 8

interface Wish {
  areas: readonly RedactionArea[]
  isSilent: boolean
  signal: AbortSignal
  /** How much of the clip is done, from 0 to 1; after each picture. */
  onProgress(part: number): void
}

/** What stands in a redacted file. */
interface Written {
  codec: string
  width: number
  height: number
}

/**
 * Writes an MP4 file anew, with areas of its pictures unreadable: every picture that is shown is decoded and encoded, at its own time, and sound is
 * taken over as it is. Some pictures are in memory at a time. Throws when the file cannot be read or written, the codec's process fails, or fewer pictures
 * come out than went in, and with the signal's reason.
 */
export async function redactFile(from: string, to: string, wish: Wish): Promise<Written> {
  const input = new Input({ source: new FilePathSource(from), formats: [MP4] })
  try {
    const video = await input.getPrimaryVideoTrack()
    if (video === null) throw new Error('There are no pictures in the file')
    const audio = wish.isSilent ? null : await input.getPrimaryAudioTrack()
    return await new Rewriting(video, audio, to, wish).runOrCancel()
  } finally {
    input.dispose()
  }
}

class Rewriting {
  readonly #video: InputVideoTrack
  readonly #audio: InputAudioTrack | null
  readonly #wish: Wish
  readonly #output: Output
  readonly #pictures = new EncodedVideoPacketSource('avc')
  /** When the pictures under way are shown, by their number. */
  readonly #times = new Map<number, { timestamp: number; duration: number }>()

  constructor(video: InputVideoTrack, audio: InputAudioTrack | null, to: string, wish: Wish) {
    this.#video = video
    this.#audio = audio
    this.#wish = wish
    this.#output = new Output({ format: new Mp4OutputFormat({ fastStart: false }), target: new FilePathTarget(to) })
    this.#output.addVideoTrack(this.#pictures)
  }

  /** What was begun is closed in any case. */
  async runOrCancel(): Promise<Written> {
    try {
      return await this.#run()
    } catch (fault) {
      await this.#output.cancel().catch(() => {})
      throw fault
    }
  }

  async #run(): Promise<Written> {
    const config = await this.#video.getDecoderConfig()
    if (!config?.description) throw new Error('The pictures of the file cannot be decoded')
    const { codec, codedWidth = 0, codedHeight = 0, description } = config
    const parameters = parametersOf(codec, new Uint8Array(description as ArrayBuffer))
    const endS = await this.#video.computeDuration()
    const sound = await this.#soundTrack()
    const written = { codec: '', width: codedWidth - (codedWidth % 2), height: codedHeight - (codedHeight % 2) }
    const job = { job: 'redact', codec: codec.startsWith('avc') ? 'h264' : 'hevc' } as const
    await this.#output.start()
    let first = true
    for await (const { number, isKey, data } of runCodecAside(job, this.#parts(parameters), this.#wish.signal)) {
      const time = this.#times.get(number)
      if (time === undefined) throw new Error('The codec gave a picture that it was not given')
      this.#times.delete(number)
      if (first) written.codec = codecNameOf(data)
      const decoderConfig = { codec: written.codec, codedWidth: written.width, codedHeight: written.height }
      const packet = new EncodedPacket(data, isKey ? 'key' : 'delta', time.timestamp, time.duration, number)
      await this.#pictures.add(packet, first ? { decoderConfig } : undefined)
      await sound(time.timestamp)
      first = false
      this.#wish.onProgress(endS > 0 ? time.timestamp / endS : 1)
    }
    if (first || this.#times.size > 0) throw new Error(`${this.#times.size} pictures could not be decoded`)
    await sound(Number.POSITIVE_INFINITY)
    await this.#output.finalize()
    return written
  }

  async *#parts(parameters: ReturnType<typeof parametersOf>): AsyncGenerator<CodecPart> {
    yield { number: 0, isKey: true, data: new TextEncoder().encode(JSON.stringify(this.#wish.areas)) }
    let number = 0
    for await (const { timestamp, duration, type, data } of new EncodedPacketSink(this.#video).packets()) {
      number += 1
      const isKey = type === 'key'
      const unit = annexBOf(data, isKey ? parameters : { ...parameters, sets: [] })
      const part = new Uint8Array(TIME_BYTES + unit.length)
      new DataView(part.buffer).setFloat64(0, timestamp * 1000)
      part.set(unit, TIME_BYTES)
      if (timestamp >= 0) this.#times.set(number, { timestamp, duration })
      yield { number, isKey, data: part }
    }
  }

  /** Writes the sound up to a time of the file, in seconds, each packet as it is. */
  async #soundTrack(): Promise<(untilS: number) => Promise<void>> {
    const codec = await this.#audio?.getCodec()
    const decoderConfig = await this.#audio?.getDecoderConfig()
    if (this.#audio === null || !codec || !decoderConfig) return async () => {}
    const source = new EncodedAudioPacketSource(codec)
    this.#output.addAudioTrack(source, { name: (await this.#audio.getName()) ?? '' })
    const packets = new EncodedPacketSink(this.#audio).packets()
    let next = await packets.next()
    let isFirst = true
    return async (untilS) => {
      for (; next.done !== true && next.value.timestamp <= untilS; next = await packets.next()) {
        await source.add(next.value, isFirst ? { decoderConfig } : undefined)
        isFirst = false
      }
    }
  }
}
