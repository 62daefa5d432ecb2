import * as z from 'zod/mini'
import { attributeFilter, eventKind } from '../../event-attributes.ts'
import { similarity } from '../../known-person.ts'
import { platePattern } from '../../plates.ts'
import { channelIndex, identifier, searchRange, timeMs } from '../../rules.ts'

export const channelRef = z.object({ sn: z.string().check(z.minLength(1), z.maxLength(32)), chlIndex: channelIndex })
export type ChannelRef = z.output<typeof channelRef>

/** A span of time, its first and last millisecond included; its rule is `timeSpanRule`. */
export const timeSpan = { fromMs: timeMs, toMs: timeMs }
export const timeSpanRule = searchRange('fromMs', 'toMs')

/** What is searched for. Several kinds, sites, channels or values of an attribute: any of them; different filters: all of them. */
export const eventFilter = {
  ...timeSpan,
  siteIds: z.optional(z.array(identifier).check(z.maxLength(100))),
  channels: z.optional(z.array(channelRef).check(z.maxLength(256))),
  kinds: z.optional(z.array(eventKind).check(z.maxLength(16))),
  attributes: z.optional(attributeFilter),
  plate: z.optional(platePattern),
  /** At least so similar to somebody whom the device knows: percent. */
  minSimilarity: z.optional(similarity),
}
