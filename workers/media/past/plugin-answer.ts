import type { MediaMessage } from '#contract/media.ts'
import { pastFault, type PastAnswer } from '#contract/recorded-media.ts'

/** What the plugin says of a part of the past that it plays, in the words of the relay; nothing when it is not about the part. */
export function pastAnswerOf(message: MediaMessage): PastAnswer | undefined {
  const { channel } = message
  if (message.op === 'ended') return { op: 'past-end', channel }
  if (message.op === 'failed') return { op: 'past-failed', channel, fault: pastFault.safeParse(message.fault).data ?? 'failed' }
  if (message.op !== 'config') return undefined
  const { codec, width, height, fps, sound } = message
  return { op: 'past-opened', channel, codec, width, height, fps, sound }
}
