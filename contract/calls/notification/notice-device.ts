import * as z from 'zod/mini'
import { identifier } from '../../rules.ts'

/** Browsers of one person that are reached with the app closed; beyond it the one gives way that was reached longest ago. */
export const MOST_NOTICE_DEVICES = 10

const key = (bytes: number) => z.string().check(z.regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((bytes * 4) / 3)}}={0,2}$`)))

/** A subscription as the browser has it: where its push service takes messages, and the keys that these are encrypted with, base64url. */
export const pushSubscription = z.object({
  endpoint: z.string().check(z.maxLength(1_024), z.regex(/^https?:\/\/[^\s]+$/)),
  p256dh: key(65),
  auth: key(16),
})

/** A browser that is reached with the app closed. `lastReachedAtMs`: when its push service last took a message; null: not yet. */
export const noticeDevice = z.object({
  noticeDeviceId: identifier,
  browser: z.string(),
  createdAtMs: z.number(),
  lastReachedAtMs: z.nullable(z.number()),
  /** It is the browser that asks. */
  isThis: z.boolean(),
})
export type NoticeDevice = z.output<typeof noticeDevice>
