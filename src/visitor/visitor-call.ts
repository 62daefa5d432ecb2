import type { Call, InputOf, OutputOf } from '#contract/define-call.ts'
import { readReply } from '#contract/envelope.ts'
import { codeOf } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { writeRequest } from '#contract/write-request.ts'
import { CallError } from '../data/core/call-error.ts'

/** Makes a call that everybody may make, without the core: nothing is kept, and nobody is signed in. Throws `CallError`. */
export async function visitorCall<C extends Call>(call: C, input: InputOf<C>): Promise<OutputOf<C>> {
  const names = { id: crypto.randomUUID(), nonce: crypto.randomUUID(), nowMs: Date.now() }
  const body = writeRequest(input, names)
  const headers = { 'content-type': 'application/json' }
  const signal = AbortSignal.timeout(limits.requestTimeoutMs)
  let text: string
  try {
    const answer = await fetch(call.path, {
      method: 'POST',
      headers,
      body,
      signal,
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
    })
    if (!answer.ok) throw new CallError(answer.status, `HTTP ${answer.status}`, { httpStatus: answer.status })
    text = await answer.text()
  } catch (fault) {
    if (fault instanceof CallError) throw fault
    throw new CallError(codeOf('network-failure'), String(fault))
  }
  const reply = readReply(parsed(text))
  if (reply?.ok === false) throw new CallError(reply.code, reply.message, reply.detail)
  const output = call.output.safeParse(reply?.data)
  if (!output.success) throw new CallError(codeOf('answer-unreadable'), `unexpected answer of ${call.path}`)
  return output.data as OutputOf<C>
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
