import * as z from 'zod/mini'
import { errorDetail } from '#contract/errors.ts'

/** What a person is shown of an object, by field. */
const fields = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

/** A change that waits in the outbox. */
export const outboxEntry = z.object({
  /** The envelope's id at every attempt: the service does the change once, however often it arrives. */
  id: z.string(),
  userId: z.string(),
  path: z.string(),
  input: z.unknown(),
  madeAtMs: z.number(),
  /** Changes of one object are sent in their order. */
  object: z.string(),
  /** How the object was when the person changed it, as far as it was known. */
  before: z.optional(fields),
  state: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('waiting') }),
    /** The service would not do it. */
    z.object({ kind: z.literal('refused'), code: z.number(), message: z.string(), detail: errorDetail }),
    /** The object is not what it was any more; `now` is how it stands on the service, null when it is gone. */
    z.object({ kind: z.literal('conflict'), now: z.nullable(fields) }),
  ]),
})
export type OutboxEntry = z.output<typeof outboxEntry>
