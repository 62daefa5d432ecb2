import * as z from 'zod/mini'
import { eventAttributes, eventKind } from '../../event-attributes.ts'
import { knownPerson, similarity } from '../../known-person.ts'
import { objectBox } from '../../object-box.ts'
import { channelIndex } from '../../rules.ts'

/** Identifiers rise with the time of the event. */
export const eventId = z.string().check(z.regex(/^[1-9]\d{0,15}$/))

/** Names an export while it is made; whoever asks for it draws it. */
export const exportId = z.string().check(z.regex(/^[\w-]{1,64}$/))

/**
 * Something that a device saw. Names are those of then. `pictureUrl`: a link, good for some minutes; null when none was sent. `person`: whom the
 * device has recognized; null for whoever may not look back at the camera, and its `idNumber` is masked for all but administrators. `box`: where
 * it is in the picture; null when the device did not say.
 */
export const event = z.object({
  eventId,
  kind: eventKind,
  sn: z.string(),
  chlIndex: channelIndex,
  siteName: z.string(),
  sourceName: z.string(),
  atMs: z.number(),
  attributes: eventAttributes,
  plate: z.nullable(z.string()),
  similarity: z.nullable(similarity),
  person: z.nullable(knownPerson),
  box: z.nullable(objectBox),
  pictureUrl: z.nullable(z.string()),
})
export type Event = z.output<typeof event>
