import { join } from 'node:path'
import * as z from 'zod/mini'

/** What a person may ask of the running simulator, as they typed it. */
const controlRequest = z.discriminatedUnion('command', [
  z.object({ command: z.literal('list') }),
  z.object({ command: z.literal('pace'), pace: z.optional(z.string()) }),
  z.object({
    command: z.literal('offline'),
    camera: z.optional(z.string()),
    device: z.optional(z.string()),
    forMs: z.int().check(z.minimum(1_000), z.maximum(3_600_000)),
  }),
  z.object({
    command: z.literal('fail'),
    device: z.optional(z.string()),
    how: z.optional(z.string()),
    times: z.int().check(z.minimum(0), z.maximum(1_000)),
  }),
  z.object({
    command: z.literal('event'),
    kind: z.string(),
    camera: z.optional(z.string()),
    /** `name=value` */
    attributes: z.array(z.string()),
    plate: z.optional(z.string()),
    similarity: z.optional(z.string()),
    person: z.optional(z.string()),
  }),
])
export type ControlRequest = z.output<typeof controlRequest>

/** One line each way: who asks shows the token of the control file. */
export const controlMessage = z.object({ token: z.string(), request: controlRequest })
/** `lines` for the person; without `ok` they say what is wrong. */
export const controlAnswer = z.object({ ok: z.boolean(), lines: z.array(z.string()) })
export type ControlAnswer = z.output<typeof controlAnswer>

/** Where the running simulator says how it is reached; readable by its owner only. */
export const controlPlace = z.object({ port: z.int(), token: z.string() })
export function controlFile(dataFolder: string): string {
  return join(dataFolder, 'simulator', 'control.json')
}

/** Something that the person can put right; the message is one sentence. */
export class ControlFault extends Error {}

/** No request is nearly so long. */
export const LONGEST_LINE = 16_384
