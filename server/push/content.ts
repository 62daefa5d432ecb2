import type { PushMessage } from '#contract/push.ts'

type WithoutExtension<M> = M extends PushMessage ? Omit<M, 'extension'> : never
/** A push message before it is numbered for a connection. */
export type PushContent = WithoutExtension<PushMessage>
