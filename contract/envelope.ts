import * as z from 'zod/mini'
import { errorDetail, type ErrorDetail } from './errors.ts'

/** The envelope of every call and reply (rule 3.15). Nothing else but `writeRequest` knows its shape. */
const requestSchema = z.object({
  basic: z.object({
    ver: z.string().check(z.maxLength(32)),
    time: z.number(),
    id: z.string().check(z.minLength(1), z.maxLength(64)),
    nonce: z.string().check(z.minLength(1), z.maxLength(64)),
    token: z.optional(z.string()),
  }),
  data: z.optional(z.unknown()),
})

const replySchema = z.object({
  basic: z.object({ code: z.number(), msg: z.string() }),
  data: z.optional(z.unknown()),
})

export type Request = z.output<typeof requestSchema>
/** Code of an answered and successful call (rule 7.1). */
export const SUCCESS = 200

export type Reply = { ok: true; data: unknown } | { ok: false; code: number; message: string; detail: ErrorDetail }

/** Reads a request's envelope; `undefined` when it is not one. */
export function readRequest(body: unknown): Request | undefined {
  const parsed = requestSchema.safeParse(body)
  return parsed.success ? parsed.data : undefined
}

export function writeSuccess(data: unknown): { basic: { code: number; msg: string }; data: unknown } {
  return { basic: { code: SUCCESS, msg: 'ok' }, data: data ?? null }
}

export function writeFailure(
  code: number,
  message: string,
  detail: ErrorDetail = {},
): { basic: { code: number; msg: string }; data: ErrorDetail } {
  return { basic: { code, msg: message }, data: detail }
}

/** Reads a reply's envelope; `undefined` when it is not one. */
export function readReply(body: unknown): Reply | undefined {
  const parsed = replySchema.safeParse(body)
  if (!parsed.success) return undefined
  const { basic, data } = parsed.data
  if (basic.code === SUCCESS) return { ok: true, data }
  const detail = errorDetail.safeParse(data)
  return { ok: false, code: basic.code, message: basic.msg, detail: detail.success ? detail.data : {} }
}

/** Names of the form fields in which a call with a file travels: the envelope's JSON comes first, then the file. */
export const ENVELOPE_FIELD = 'envelope'
export const FILE_FIELD = 'file'

/** Header in which the login token travels (rule 7.1). */
export const TOKEN_HEADER = 'authorization'

export function writeTokenHeader(token: string): string {
  return `Bearer ${token}`
}

/** The token in a header's value; `undefined` when there is none. */
export function readTokenHeader(value: string | undefined): string | undefined {
  return value?.startsWith('Bearer ') ? value.slice('Bearer '.length) : undefined
}
