import { AAC_RATES_HZ } from '#shared/media/sound-frames.ts'
import { BitReader } from './bit-reader.ts'

const EXPLICIT_RATE = 15
const ESCAPE = 31
const LOW_COMPLEXITY = 2
/** Channels by channelConfiguration (ISO/IEC 14496-3 table 1.19). */
const CHANNELS = [0, 1, 2, 3, 4, 5, 6, 8]

/** The begin of an AudioSpecificConfig (ISO/IEC 14496-3 §1.6.2.1); undefined when it is broken, or of more than plain AAC can tell. */
export function parseAudioConfig(config: Uint8Array): { sampleRateHz: number; channels: number } | undefined {
  try {
    // Here nothing is escaped, and no configuration has two zero bytes in a row in front of a three.
    const reader = new BitReader(config)
    if (reader.bits(5) === ESCAPE) reader.bits(6)
    const index = reader.bits(4)
    const sampleRateHz = index === EXPLICIT_RATE ? reader.bits(24) : AAC_RATES_HZ[index]
    const channels = CHANNELS[reader.bits(4)]
    if (sampleRateHz === undefined || sampleRateHz < 4_000 || sampleRateHz > 192_000 || !channels) return undefined
    return { sampleRateHz, channels }
  } catch {
    return undefined
  }
}

/** The configuration of plain AAC, for cameras that do not describe it; undefined for a rate that AAC does not have. */
export function plainAudioConfig(sampleRateHz: number, channels: number): Uint8Array | undefined {
  const index = AAC_RATES_HZ.indexOf(sampleRateHz)
  const bits = (LOW_COMPLEXITY << 11) | (index << 7) | (CHANNELS.indexOf(channels) << 3)
  return index < 0 || channels < 1 || !CHANNELS.includes(channels) ? undefined : Uint8Array.of(bits >> 8, bits & 0xff)
}
