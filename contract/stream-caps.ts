import * as z from 'zod/mini'
import { streamKind } from './enums.ts'

/** One stream that a channel offers. `codec` as WebCodecs names it, such as `avc1.64001f`. */
export const streamCaps = z.object({ stream: streamKind, codec: z.string(), width: z.int(), height: z.int(), fps: z.number() })
export type StreamCaps = z.output<typeof streamCaps>
