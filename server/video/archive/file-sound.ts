import { EncodedAudioPacketSource, EncodedPacket } from 'mediabunny'
import type { SoundFormat } from '#contract/sound.ts'
import { A_LAW_TRACK } from '#shared/media/film-sound.ts'
import { flacFrame, streamInfo } from '#shared/media/flac-frames.ts'
import { decodeG711 } from '#shared/media/g711.ts'
import { aacConfig, frameRateHz } from '#shared/media/sound-frames.ts'
import { SoundLane } from '#shared/media/sound-lane.ts'

const US = 1_000_000
/** Nobody films with more. */
const MOST_CHANNELS = 2
const FLAC_HEAD = [0x66, 0x4c, 0x61, 0x43]
const LAST_BLOCK = 0x80

/** Whether sound of one kind can go on in a file of the other: none is silence. */
export function isSameSound(before: SoundFormat | undefined, now: SoundFormat | undefined): boolean {
  const text = (format: SoundFormat | undefined) => [format?.codec, format?.sampleRateHz, format?.channels, format?.description].join()
  return now === undefined || now.channels > MOST_CHANNELS || text(before) === text(now)
}

/**
 * The sound of an MP4 file from its time zero on, without a hole: AAC and Opus as they came, G.711 as FLAC, since browsers play no G.711 in MP4
 * and FLAC keeps every sample of it.
 */
export class FileSound {
  /** The track for the file. */
  readonly source: EncodedAudioPacketSource
  readonly name: string
  readonly #lane: SoundLane<SoundFormat>
  readonly #rateHz: number
  #frames = 0
  #samples = 0

  private constructor(format: SoundFormat) {
    const { codec } = format
    this.source = new EncodedAudioPacketSource(codec === 'aac' || codec === 'opus' ? codec : 'flac')
    this.name = codec === 'pcma' ? A_LAW_TRACK : 'sound'
    this.#lane = new SoundLane(format)
    this.#rateHz = frameRateHz(format)
  }

  static of(format: SoundFormat | undefined): FileSound | undefined {
    return format === undefined || format.channels > MOST_CHANNELS ? undefined : new FileSound(format)
  }

  /** `timeUs`: in the file. */
  take(timeUs: number, data: Uint8Array): void {
    this.#lane.take(timeUs, data)
  }

  /** Writes what there is, and silence up to this time where nothing came. */
  async write(untilUs: number): Promise<void> {
    this.#lane.fillTo(untilUs)
    for (const { data, samples } of this.#lane.takeFrames()) {
      const packet = new EncodedPacket(this.#bytesOf(data), 'key', this.#samples / this.#rateHz, samples / this.#rateHz, this.#frames)
      await this.source.add(packet, this.#frames === 0 ? { decoderConfig: this.#decoderConfig() } : undefined)
      this.#frames += 1
      this.#samples += samples
    }
  }

  /** The pictures are over at this time, and the sound with them. */
  async end(atUs: number): Promise<void> {
    this.#lane.end(atUs)
    await this.write(atUs - US)
  }

  #bytesOf(frame: Uint8Array): Uint8Array {
    const { codec, channels } = this.#lane.format
    if (codec === 'aac' || codec === 'opus') return frame
    return flacFrame(this.#frames, channels, decodeG711(frame, codec === 'pcmu' ? 'mu' : 'a'))
  }

  #decoderConfig(): AudioDecoderConfig {
    const { format } = this.#lane
    const shape = { sampleRate: this.#rateHz, numberOfChannels: format.channels }
    if (format.codec === 'opus') return { codec: 'opus', ...shape }
    if (format.codec === 'aac') {
      const config = aacConfig(format)
      return { codec: `mp4a.40.${(config[0] ?? 0) >> 3}`, ...shape, description: config }
    }
    // How many samples there will be is not known yet.
    const info = streamInfo({ rateHz: this.#rateHz, channels: format.channels, samples: 0 })
    return { codec: 'flac', ...shape, description: Uint8Array.from([...FLAC_HEAD, LAST_BLOCK, 0, 0, info.length, ...info]) }
  }
}
