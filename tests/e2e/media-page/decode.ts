import type { SoundFormat } from '#contract/sound.ts'
import { createSoundDecoder } from '#workers/media/sound/sound-decoder.ts'
import type { DecodedSound } from './lab-api.ts'

const ENOUGH_FRAMES = 20

/** Decodes frames, again and again as a stream brings them, until some have come out. */
export async function decode(format: SoundFormat, frames: Uint8Array[]): Promise<DecodedSound | 'unsupported'> {
  const heard: DecodedSound = { frames: 0, sampleRateHz: 0, loudest: 0 }
  const { promise, resolve } = Promise.withResolvers<DecodedSound | 'unsupported'>()
  const decoder = createSoundDecoder(format, {
    onSamples: (_ptsUs, samples, sampleRateHz) => {
      heard.frames += 1
      heard.sampleRateHz = sampleRateHz
      heard.loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), heard.loudest)
      if (heard.frames === ENOUGH_FRAMES) resolve(heard)
    },
    onUnsupported: () => resolve('unsupported'),
  })
  let count = 0
  const timer = setInterval(() => {
    const frame = frames[count % frames.length]
    count += 1
    if (frame !== undefined) decoder.push(count * 20_000, frame)
  }, 5)
  const result = await promise
  clearInterval(timer)
  decoder.close()
  return result
}

/** Half a second of a tone in Opus, as the browser encodes it. */
export async function opusTone(): Promise<Uint8Array[]> {
  const frames: Uint8Array[] = []
  const encoder = new AudioEncoder({
    output: (chunk) => {
      const data = new Uint8Array(chunk.byteLength)
      chunk.copyTo(data)
      frames.push(data)
    },
    error: (error) => {
      throw error
    },
  })
  encoder.configure({ codec: 'opus', sampleRate: 48_000, numberOfChannels: 1 })
  const data = Float32Array.from({ length: 24_000 }, (_, at) => 0.5 * Math.sin((2 * Math.PI * 500 * at) / 48_000))
  encoder.encode(new AudioData({ format: 'f32', sampleRate: 48_000, numberOfFrames: data.length, numberOfChannels: 1, timestamp: 0, data }))
  await encoder.flush()
  return frames
}
