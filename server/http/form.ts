import type { FastifyRequest } from 'fastify'
import { ENVELOPE_FIELD, FILE_FIELD } from '#contract/envelope.ts'
import { CallFault } from '../calls/call-fault.ts'

/** What a call came with: its envelope, still to be read, and its file if it has one. */
export interface Form {
  body: unknown
  file?: File
}

const MOST_ENVELOPE_BYTES = 64 * 1024

/** Reads a form of one envelope and one file. Fails with parameter-error when it holds anything else, or a file that is too large. */
export async function readForm(request: FastifyRequest, { maxBytes }: { maxBytes: number }): Promise<{ body: string; file?: File }> {
  const limits = { fileSize: maxBytes, files: 1, fields: 1, parts: 2, fieldSize: MOST_ENVELOPE_BYTES }
  let body = ''
  let file: File | undefined
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file' && part.fieldname === FILE_FIELD) {
        file = new File([new Uint8Array(await part.toBuffer())], part.filename, { type: part.mimetype })
      } else if (part.type === 'field' && part.fieldname === ENVELOPE_FIELD) body = String(part.value)
      else throw new CallFault('parameter-error', { field: 'form' })
    }
  } catch (fault) {
    if (fault instanceof CallFault) throw fault
    throw new CallFault('parameter-error', { field: FILE_FIELD })
  }
  return { body, file }
}
