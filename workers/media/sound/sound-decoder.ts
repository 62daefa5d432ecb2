import { decodeG711 } from '#shared/media/g711.ts'
import { aacConfig } from '#shared/media/sound-frames.ts'
import type { SoundFormat } from '#contract/sound.ts'

/** From frames of a codec to samples of one channel. */
export interface SoundDecoder {
  push(ptsUs: number, data: Uint8Array): void
  close(): void
}

export interface SoundDecoderEvents {
  onSamples(ptsUs: number, samples: Float32Array<ArrayBuffer>, sampleRateHz: number): void
  /** This browser cannot decode it. */
  onUnsupported(): void
}

/** The decoder of a format: G.711 by our own table, everything else by WebCodecs. */
export function createSoundDecoder(format: SoundFormat, events: SoundDecoderEvents): SoundDecoder {
  if (format.codec === 'pcmu' || format.codec === 'pcma') return new G711Decoder(format, events)
  return new CodecDecoder(format, events)
}

class G711Decoder implements SoundDecoder {
  readonly #format: SoundFormat
  readonly #events: SoundDecoderEvents

  constructor(format: SoundFormat, events: SoundDecoderEvents) {
    this.#format = format
    this.#events = events
  }

  push(ptsUs: number, data: Uint8Array): void {
    const { codec, channels, sampleRateHz } = this.#format
    const samples = decodeG711(data, codec === 'pcmu' ? 'mu' : 'a')
    this.#events.onSamples(ptsUs, channels === 1 ? samples : everyNth(samples, channels), sampleRateHz)
  }

  close(): void {}
}

/** The first of several channels whose samples take turns. */
function everyNth(samples: Float32Array, channels: number): Float32Array<ArrayBuffer> {
  return Float32Array.from({ length: Math.floor(samples.length / channels) }, (_, at) => samples[at * channels] ?? 0)
}

class CodecDecoder implements SoundDecoder {
  readonly #config: AudioDecoderConfig
  readonly #events: SoundDecoderEvents
  #decoder: AudioDecoder | undefined
  #isClosed = false

  constructor(format: SoundFormat, events: SoundDecoderEvents) {
    this.#config = configOf(format)
    this.#events = events
    void this.#begin()
  }

  async #begin(): Promise<void> {
    const isSupported = 'AudioDecoder' in globalThis && (await isConfigSupported(this.#config))
    if (this.#isClosed) return
    if (isSupported) this.#decoder = this.#make()
    else this.#events.onUnsupported()
  }

  #make(): AudioDecoder {
    const decoder: AudioDecoder = new AudioDecoder({
      output: (data) => {
        if (decoder === this.#decoder) this.#take(data)
        else data.close()
      },
      // What is broken is left out: each frame stands for itself.
      error: () => {
        if (decoder === this.#decoder) this.#decoder = this.#make()
      },
    })
    decoder.configure(this.#config)
    return decoder
  }

  push(ptsUs: number, data: Uint8Array): void {
    if (this.#decoder?.state !== 'configured') return
    this.#decoder.decode(new EncodedAudioChunk({ type: 'key', timestamp: ptsUs, data }))
  }

  #take(data: AudioData): void {
    const samples = new Float32Array(data.numberOfFrames)
    data.copyTo(samples, { planeIndex: 0, format: 'f32-planar' })
    const { timestamp, sampleRate } = data
    data.close()
    this.#events.onSamples(timestamp, samples, sampleRate)
  }

  close(): void {
    this.#isClosed = true
    const decoder = this.#decoder
    this.#decoder = undefined
    if (decoder !== undefined && decoder.state !== 'closed') decoder.close()
  }
}

async function isConfigSupported(config: AudioDecoderConfig): Promise<boolean> {
  try {
    return (await AudioDecoder.isConfigSupported(config)).supported === true
  } catch {
    return false
  }
}

function configOf(format: SoundFormat): AudioDecoderConfig {
  const { codec, sampleRateHz, channels } = format
  const shape = { sampleRate: sampleRateHz, numberOfChannels: channels }
  if (codec === 'opus') return { codec: 'opus', ...shape }
  const description = aacConfig(format)
  // The first five bits of an AudioSpecificConfig are the kind of AAC.
  return { codec: `mp4a.40.${(description[0] ?? 0) >> 3}`, ...shape, description }
}
