import type { Call, InputOf, OutputOf } from '#contract/define-call.ts'
import type { Caller, Visitor } from '../access/caller.ts'
import type { StationPrincipal } from '../stations/station-access.ts'
import type { Context } from '../context.ts'
import type { FileOnDisk } from '../http/file-on-disk.ts'

/** Who a handler hears from: calls that are open know nobody, those of viewing stations their screen, all others have a session. */
type CallerOf<C extends Call> = C['access']['who'] extends 'open'
  ? Visitor
  : C['access']['who'] extends 'station'
    ? Caller & StationPrincipal
    : Caller

/** What a handler answers: a file that is to be saved lies on the disk, however large it is. */
type AnswerOf<C extends Call> = OutputOf<C> extends File ? FileOnDisk : OutputOf<C>

/** A call's definition with what answers it. `server/http/calls.ts` keeps the promises of the types: it parses and authenticates. */
export interface Handler<C extends Call = Call> {
  readonly call: C
  readonly answer: (input: unknown, context: Context, caller: Visitor | Caller) => Promise<unknown>
  /** Of a call that changes something, whether this question does: what does not stays out of the audit trail. The question is as it came, unparsed. */
  readonly isChange?: (question: unknown) => boolean
}

/** What answers a group of calls: one handler for each, or it does not compile. */
export type Handlers<Calls extends Readonly<Record<string, Call>>> = { readonly [Name in keyof Calls]: Handler<Calls[Name]> }

/** Pairs a call with its function. It is given parsed input and a caller whom the call's access rule lets in. */
export function handler<C extends Call>(
  call: C,
  answer: (input: InputOf<C>, context: Context, caller: CallerOf<C>) => Promise<AnswerOf<C>>,
  more: Pick<Handler, 'isChange'> = {},
): Handler<C> {
  return { ...more, call, answer: (input, context, caller) => answer(input as InputOf<C>, context, caller as CallerOf<C>) }
}
