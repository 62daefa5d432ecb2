import type { Call, InputOf, OutputOf } from '#contract/define-call.ts'
import { ENVELOPE_FIELD, FILE_FIELD, readReply, TOKEN_HEADER, writeTokenHeader } from '#contract/envelope.ts'
import { codeOf } from '#contract/errors.ts'
import { writeRequest } from '#contract/write-request.ts'
import { CallError } from '../core/call-error.ts'

/** A screen that hears nothing for so long asks again. */
const TIMEOUT_MS = 15_000

/** What a call was answered with, and when, by the service's clock: a screen's own may be wrong. */
type OnDate = (serviceMs: number) => void

/**
 * Makes a call of the screen, by itself: nobody is signed in on it, and it must go on when everything else of the page is lost. Throws `CallError`:
 * network-failure, or what the service says.
 */
export async function stationCall<C extends Call>(
  call: C,
  input: InputOf<C>,
  { token, file, onDate }: { token?: string | undefined; file?: File; onDate?: OnDate } = {},
): Promise<OutputOf<C>> {
  const envelope = writeRequest(input, { id: crypto.randomUUID(), nonce: crypto.randomUUID(), nowMs: Date.now() })
  const headers: Record<string, string> = token === undefined ? {} : { [TOKEN_HEADER]: writeTokenHeader(token) }
  let body: BodyInit = envelope
  if (file === undefined) headers['content-type'] = 'application/json'
  else {
    body = new FormData()
    body.set(ENVELOPE_FIELD, envelope)
    body.set(FILE_FIELD, file)
  }
  const answer = await answerOf(call.path, { method: 'POST', headers, body, signal: AbortSignal.timeout(TIMEOUT_MS) })
  const date = Date.parse(answer.headers.get('date') ?? '')
  if (!Number.isNaN(date)) onDate?.(date)
  if (!answer.ok) throw new CallError(answer.status, `HTTP ${answer.status}`, { httpStatus: answer.status })
  const reply = readReply(await answer.json().catch(() => undefined))
  if (reply?.ok === false) throw new CallError(reply.code, reply.message, reply.detail)
  const output = call.output.safeParse(reply?.data)
  if (!output.success) throw new CallError(codeOf('answer-unreadable'), `unexpected answer of ${call.path}`)
  return output.data as OutputOf<C>
}

async function answerOf(path: string, asked: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { ...asked, credentials: 'omit', cache: 'no-store', redirect: 'error' })
  } catch (fault) {
    throw new CallError(codeOf('network-failure'), String(fault))
  }
}
