/** The sound of a stream, as the contract has it. `description`: the AudioSpecificConfig of AAC, base64. */
interface SoundFormat {
  codec: 'aac' | 'pcmu' | 'pcma' | 'opus'
  sampleRateHz: number
  channels: number
  description?: string | undefined
}

/** Every runtime has it, though not the library that this folder is checked with. */
declare const atob: (base64: string) => string

/** What an AudioSpecificConfig says by a number (ISO/IEC 14496-3, table 1.18). */
export const AAC_RATES_HZ = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350]
/** Kinds of AAC for low delay, whose frames are half as long. */
const SHORT_KINDS = [23, 39]
const OPUS_RATE_HZ = 48_000
/** Lengths of the frames of an Opus packet by its first byte (RFC 6716, section 3.1), in samples. */
const SILK_SAMPLES = [480, 960, 1_920, 2_880]
const HYBRID_SAMPLES = [480, 960]
const CELT_SAMPLES = [120, 240, 480, 960]
const FIRST_HYBRID = 12
const FIRST_CELT = 16

/** A frame in which nothing is heard, and how many samples of each channel it has. */
interface SilentFrame {
  data: Uint8Array
  samples: number
}

/** The AudioSpecificConfig of a stream of AAC; one of AAC-LC where it came without. */
export function aacConfig({ description, sampleRateHz, channels }: SoundFormat): Uint8Array<ArrayBuffer> {
  if (description !== undefined) return Uint8Array.from(atob(description), (character) => character.charCodeAt(0))
  const rate = Math.max(0, AAC_RATES_HZ.indexOf(sampleRateHz))
  return Uint8Array.of((2 << 3) | (rate >> 1), ((rate & 1) << 7) | (channels << 3))
}

/** Samples of each channel in a second, as `samplesIn` counts them: of AAC those of its core, which later steps may double. */
export function frameRateHz(format: SoundFormat): number {
  if (format.codec === 'opus') return OPUS_RATE_HZ
  if (format.codec !== 'aac') return format.sampleRateHz
  const [first = 0, second = 0] = aacConfig(format)
  return AAC_RATES_HZ[((first & 7) << 1) | (second >> 7)] ?? format.sampleRateHz
}

/** How many samples of each channel a frame has. */
export function samplesIn(format: SoundFormat, frame: Uint8Array): number {
  if (format.codec === 'aac') return aacSamples(format)
  return format.codec === 'opus' ? opusSamples(frame) : Math.floor(frame.byteLength / format.channels)
}

function aacSamples(format: SoundFormat): number {
  return SHORT_KINDS.includes((aacConfig(format)[0] ?? 0) >> 3) ? 512 : 1_024
}

function opusSamples([head = 0, count = 0]: Uint8Array): number {
  const config = head >> 3
  const frames = [1, 2, 2, count & 0x3f][head & 3] ?? 1
  if (config >= FIRST_CELT) return frames * (CELT_SAMPLES[config & 3] ?? 0)
  return frames * ((config >= FIRST_HYBRID ? HYBRID_SAMPLES[config & 1] : SILK_SAMPLES[config & 3]) ?? 0)
}

/** A frame of silence. Nobody films with more than two channels. */
export function silentFrame(format: SoundFormat): SilentFrame {
  const isMono = format.channels === 1
  switch (format.codec) {
    case 'aac':
      return { data: isMono ? SILENT_AAC_MONO : SILENT_AAC_STEREO, samples: aacSamples(format) }
    case 'opus':
      return { data: Uint8Array.of(isMono ? 0xf8 : 0xfc, 0xff, 0xfe), samples: 960 }
    default:
      return { data: new Uint8Array(format.channels).fill(format.codec === 'pcmu' ? 0xff : 0xd5), samples: 1 }
  }
}

const SILENT_AAC_MONO = Uint8Array.of(0x00, 0xc8, 0x00, 0x80, 0x23, 0x80)
const SILENT_AAC_STEREO = Uint8Array.of(0x21, 0x00, 0x49, 0x90, 0x02, 0x19, 0x00, 0x23, 0x80)
