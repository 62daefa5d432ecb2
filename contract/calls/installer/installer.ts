import * as z from 'zod/mini'
import { identifier, timeMs } from '../../rules.ts'
import { remoteAccessStatus } from '../../states/remote-access.ts'

/** For how long an installer may act as administrator, minutes; -1 has no end (rule 4.8). */
export const accessMinutes = z.union([z.literal(30), z.literal(120), z.literal(600), z.literal(1_440), z.literal(10_080), z.literal(-1)])

/** What an installer, who has no account, is known by. The key is told once, when the installer is bound. */
export const installerKeyFields = { installerId: identifier, installerKey: z.string().check(z.minLength(1), z.maxLength(64)) }

export const installer = z.object({
  installerId: z.string(),
  companyName: z.string(),
  contact: z.string(),
  email: z.string(),
  phone: z.string(),
  boundAtMs: timeMs,
})

/** A request of an installer. `untilMs` is null while it is not accepted, and for access without an end. */
export const accessRequest = z.object({
  requestId: z.string(),
  installerId: z.string(),
  companyName: z.string(),
  reason: z.string(),
  askedMinutes: accessMinutes,
  grantedMinutes: z.nullable(accessMinutes),
  status: remoteAccessStatus,
  createdAtMs: timeMs,
  untilMs: z.nullable(timeMs),
})
