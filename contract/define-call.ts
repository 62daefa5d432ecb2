import type * as z from 'zod/mini'
import type { Access } from './access.ts'
import type { Resource } from './resources.ts'

/** What a call does when the service cannot be reached. */
type Offline =
  /** It fails with network-failure. */
  | 'none'
  /** The last answer to the same question is given, with the time it was made. */
  | 'cache'
  /** It waits in the outbox and is sent once when the network is back. */
  | 'queue'

/** How often a call may be made: by one session, or by one network address when the call is open. */
export interface Rate {
  readonly calls: number
  readonly perMs: number
}

/** One call of the service: its address, its shapes, who may make it, and what it does without a network. */
export interface Call<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Output extends z.ZodMiniType = z.ZodMiniType,
  Who extends Access = Access,
> {
  readonly path: `/vms/${string}`
  readonly input: Input
  readonly output: Output
  readonly access: Who
  readonly offline: Offline
  /** It changes what the service keeps: done once for each `basic.id`, and written into the audit trail. */
  readonly changes?: boolean
  /** Screens elsewhere show this, and are told to ask for it again once the call is done. */
  readonly alters?: Resource
  /**
   * Beyond it the call fails with too-frequent, one of the cloud archive with archive-too-frequent. The service has an ample limit for
   * calls that name none.
   */
  readonly rate?: Rate
  /**
   * The question brings one file, as `input.file` (a `File`): it travels as multipart form data, envelope and file each in a field of
   * its own. A larger file is refused with parameter-error.
   */
  readonly upload?: { readonly maxBytes: number }
  /**
   * The answer is a `File`, sent with its length ahead so that its progress can be shown. Failures are the envelope, as always; the
   * content type tells them apart.
   */
  readonly download?: true
  /** Who asks waits so long for the answer to begin; as long as for any call unless it is said. */
  readonly patienceMs?: number
  /** The answer can be used once, or each time is another: equal questions under way at once are not answered together. */
  readonly oneUse?: true
  /**
   * Each time that it is asked counts, as a wrong guess at a password or a code does, or uses something up, though it changes nothing by itself: nobody asks it
   * again unasked. What changes something for somebody unknown is such a call anyway, since the service knows a repeated question by who asks.
   */
  readonly sentOnce?: true
  /** Answers GET too, its input from the query, for whoever follows a link. */
  readonly answersGet?: true
}

/** Whether to send a call once more, unanswered, does something else than to send it once. */
export function isSentOnce({ sentOnce, changes, access }: Call): boolean {
  return sentOnce === true || (changes === true && access.who === 'open')
}

export type InputOf<C extends Call> = z.output<C['input']>
export type OutputOf<C extends Call> = z.output<C['output']>

/**
 * Defines a call once, for the service, the shared worker and the tests. `input` is parsed on the service, `output`
 * in the shared worker; types are inferred from both.
 */
export function defineCall<
  const Path extends `/vms/${string}`,
  Input extends z.ZodMiniType,
  Output extends z.ZodMiniType,
  const Who extends Access,
>(call: Call<Input, Output, Who> & { readonly path: Path }): Call<Input, Output, Who> & { readonly path: Path } {
  return call
}
