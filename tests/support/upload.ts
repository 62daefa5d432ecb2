import { randomUUID } from 'node:crypto'
import type { Call, OutputOf } from '#contract/define-call.ts'
import { ENVELOPE_FIELD, FILE_FIELD, readReply, TOKEN_HEADER, writeTokenHeader } from '#contract/envelope.ts'
import { writeRequest } from '#contract/write-request.ts'
import { noteAnswered } from './answered-calls.ts'
import type { ServiceClient } from './service-client.ts'

type Answer<C extends Call> = { ok: true; data: OutputOf<C> } | { ok: false; code: number; field: string | undefined }

/** Makes a call that brings a file. */
export async function upload<C extends Call>(client: ServiceClient, call: C, data: object, file: File): Promise<Answer<C>> {
  const form = new FormData()
  form.set(ENVELOPE_FIELD, writeRequest(data, { id: randomUUID(), nonce: randomUUID(), nowMs: Date.now() }))
  form.set(FILE_FIELD, file)
  const headers: Record<string, string> = client.token === undefined ? {} : { [TOKEN_HEADER]: writeTokenHeader(client.token) }
  const response = await fetch(client.url + call.path, { method: 'POST', body: form, headers })
  const reply = readReply(await response.json())
  if (reply === undefined) throw new Error(`${call.path} was answered with HTTP ${response.status}`)
  if (!reply.ok) return { ok: false, code: reply.code, field: reply.detail.field }
  const output = call.output.parse(reply.data) as OutputOf<C>
  noteAnswered(call.path)
  return { ok: true, data: output }
}
