import * as z from 'zod/mini'

/**
 * What cores of several builds tell each other over the bus. Only the holder of the push socket hears the service; the
 * others hear it from the holder. Push messages are parsed again by who receives them, since builds differ.
 */
export const busMessage = z.discriminatedUnion('kind', [
  /** The sealed session has changed: renewed, signed in, or gone (then `code` may say why). */
  z.object({ kind: z.literal('session'), code: z.optional(z.number()) }),
  z.object({ kind: z.literal('push'), message: z.unknown() }),
  z.object({ kind: z.literal('push-state'), state: z.enum(['idle', 'connecting', 'open', 'retrying', 'failed', 'crowded']) }),
  z.object({ kind: z.literal('refresh') }),
  /** The outbox has changed. */
  z.object({ kind: z.literal('outbox') }),
  /** Another language was chosen on this machine. */
  z.object({ kind: z.literal('language') }),
  /** The list of snapshots and recordings is another. */
  z.object({ kind: z.literal('media-files') }),
  /** There is something else to be downloaded by the core that does it. */
  z.object({ kind: z.literal('downloads') }),
  /** Somebody new asks the holder of the push socket for its state. */
  z.object({ kind: z.literal('hello') }),
  /** A core of this build with this generation has begun: lower ones of the build end themselves. */
  z.object({ kind: z.literal('generation'), build: z.string(), generation: z.number() }),
])
export type BusMessage = z.output<typeof busMessage>
