import type { Call, InputOf, OutputOf } from '#contract/define-call.ts'
import { ENVELOPE_FIELD, FILE_FIELD, readReply, TOKEN_HEADER, writeTokenHeader } from '#contract/envelope.ts'
import { codeOf } from '#contract/errors.ts'
import { writeRequest } from '#contract/write-request.ts'
import { CallError } from '../core/call-error.ts'

/** A screen that hears nothing for so long asks again. */
const TIMEOUT_MS = 15_000
const policy = { credentials: 'omit', cache: 'no-store', redirect: 'error' } as const

/** What a call was answered with, and when, by the service's clock: a screen's own may be wrong. */
type OnDate = (serviceMs: number) => void

/**
 * Makes a call of the screen, by itself: nobody is signed in on it, and it must go on when everything else of the page is lost. Throws `CallError`:
 * network-failure, also when the signal gives it up, or what the service says.
 */
export async function stationCall<C extends Call>(
  call: C,
  input: InputOf<C>,
  { token, file, onDate, signal }: { token?: string | undefined; file?: File; onDate?: OnDate; signal?: AbortSignal } = {},
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
  const answer = await reached(fetch(call.path, { method: 'POST', headers, body, signal: signalOf(signal), ...policy }))
  const date = Date.parse(answer.headers.get('date') ?? '')
  if (!Number.isNaN(date)) onDate?.(date)
  if (!answer.ok) throw new CallError(answer.status, `HTTP ${answer.status}`, { httpStatus: answer.status })
  const reply = readReply(parsed(await reached(answer.text())))
  if (reply?.ok === false) throw new CallError(reply.code, reply.message, reply.detail)
  const output = call.output.safeParse(reply?.data)
  if (!output.success) throw new CallError(codeOf('answer-unreadable'), `unexpected answer of ${call.path}`)
  return output.data as OutputOf<C>
}

function signalOf(signal: AbortSignal | undefined): AbortSignal {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  return signal === undefined ? timeout : AbortSignal.any([timeout, signal])
}

/** A line that breaks within an answer is no answer. */
async function reached<T>(exchange: Promise<T>): Promise<T> {
  try {
    return await exchange
  } catch (fault) {
    throw new CallError(codeOf('network-failure'), String(fault))
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
