import type * as z from 'zod/mini'

/** One command of the local plugin (rule 7.4): its name and the shapes of request and reply. */
export interface Command<Request extends z.ZodMiniType = z.ZodMiniType, Reply extends z.ZodMiniType = z.ZodMiniType> {
  readonly name: string
  readonly request: Request
  readonly reply: Reply
  /** The reply waits for a device, which has 10 s. */
  readonly asksDevice?: true
}

export type RequestOf<C extends Command> = z.output<C['request']>
export type ReplyOf<C extends Command> = z.output<C['reply']>

/** Defines a plugin command once, for the worker, the plugin and the tests. */
export function defineCommand<const Name extends string, Request extends z.ZodMiniType, Reply extends z.ZodMiniType>(command: {
  name: Name
  request: Request
  reply: Reply
  asksDevice?: true
}): { readonly name: Name; readonly request: Request; readonly reply: Reply; readonly asksDevice?: true } {
  return command
}
