import { randomUUID } from 'node:crypto'
import type { Call } from '#contract/define-call.ts'
import { ENVELOPE_FIELD, FILE_FIELD, readReply, TOKEN_HEADER, writeTokenHeader } from '#contract/envelope.ts'
import { writeRequest } from '#contract/write-request.ts'

/** What came back for a call: the HTTP status, the whole text, and the envelope's code (absent when it is a file or no envelope). */
export interface Answer {
  status: number
  text: string
  code: number | undefined
  data: unknown
}

/**
 * Makes a call over HTTP with any input, right or wrong. A `File` in `input.file` travels as a form, as the contract says. `id` is the
 * intent's, new unless given; `harm` is done to the envelope on its way.
 */
export async function ask(
  url: string,
  call: Call,
  input: unknown,
  token?: string,
  { id = randomUUID(), harm = (text) => text }: { id?: string; harm?: (text: string) => string } = {},
): Promise<Answer> {
  const file = isObject(input) && input.file instanceof File ? input.file : undefined
  const data = file === undefined ? input : { ...(input as object), file: undefined }
  const envelope = harm(writeRequest(data, { id, nonce: 'n', nowMs: Date.now() }))
  const headers: Record<string, string> = token === undefined ? {} : { [TOKEN_HEADER]: writeTokenHeader(token) }
  if (file === undefined) headers['content-type'] = 'application/json'
  const response = await fetch(url + call.path, { method: 'POST', headers, body: file === undefined ? envelope : formOf(envelope, file) })
  const text = await response.text()
  const isEnvelope = response.headers.get('content-type')?.startsWith('application/json') === true
  const reply = isEnvelope ? readReply(JSON.parse(text)) : undefined
  if (reply === undefined)
    return { status: response.status, text, code: call.download === true && !isEnvelope ? 200 : undefined, data: null }
  return { status: response.status, text, code: reply.ok ? 200 : reply.code, data: reply.ok ? reply.data : reply.detail }
}

function formOf(envelope: string, file: File): FormData {
  const form = new FormData()
  form.append(ENVELOPE_FIELD, envelope)
  form.append(FILE_FIELD, file)
  return form
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
