import * as z from 'zod/mini'

/** A channel to whose camera a person can talk says so among its functions (rule 1.4). */
export const INTERCOM_FUNCTION = 'intercom'

/** Most of an AudioSpecificConfig, in base64. */
const MOST_DESCRIPTION_CHARACTERS = 128

/** The sound of a stream. `description`: the AudioSpecificConfig of AAC, base64. G.711 (PCMU, PCMA) needs none. */
export const soundFormat = z.object({
  codec: z.enum(['aac', 'pcmu', 'pcma', 'opus']),
  sampleRateHz: z.int().check(z.minimum(4_000), z.maximum(192_000)),
  channels: z.int().check(z.minimum(1), z.maximum(8)),
  description: z.optional(z.string().check(z.maxLength(MOST_DESCRIPTION_CHARACTERS), z.regex(/^[A-Za-z0-9+/]+={0,2}$/))),
})
export type SoundFormat = z.output<typeof soundFormat>

/** How a viewer talks to a camera: PCMU, one channel, in frames of 20 ms. */
export const talkFormat = { codec: 'pcmu', sampleRateHz: 8_000, channels: 1, frameMs: 20, frameBytes: 160 } as const

/** Why nobody is heard at a camera: somebody else talks, it has no loudspeaker, it does not take the talk, or as for streams. */
export const talkFault = z.enum(['busy', 'unsupported', 'refused', 'no-permission', 'not-found', 'offline', 'failed'])
export type TalkFault = z.output<typeof talkFault>

/** Percent (the plugin's SetVolume has the same). */
export const volumeLimits = { least: 0, most: 100, usual: 50 } as const
