import type { FileProgress } from '#contract/core-api.ts'
import { ENVELOPE_FIELD, FILE_FIELD } from '#contract/envelope.ts'
import { writeRequest } from '#contract/write-request.ts'

/** More often than this nobody sees a bar move. */
const PROGRESS_EVERY_MS = 100

type RequestNames = Parameters<typeof writeRequest>[1]

/** The form in which a question with a file travels; `undefined` when it brings none. */
export function writeForm(input: unknown, names: RequestNames): FormData | undefined {
  if (typeof input !== 'object' || input === null || !('file' in input) || !(input.file instanceof File)) return undefined
  const { file, ...data } = input
  const form = new FormData()
  form.set(ENVELOPE_FIELD, writeRequest(data, names))
  form.set(FILE_FIELD, file)
  return form
}

/** Whether an answer is a file: a failure is an envelope, as always. */
export function isFile(response: Response): boolean {
  return response.headers.has('content-disposition')
}

/** Reads the file of an answer, piece by piece. Rejects when it breaks off. */
export async function readFile(response: Response, onPiece: (progress: FileProgress) => void): Promise<File> {
  const { headers, body } = response
  const length = headers.get('content-length')
  const total = length === null ? {} : { totalBytes: Number(length) }
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  const reader = (body ?? new Blob().stream()).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    pieces.push(value)
    bytes += value.byteLength
    onPiece({ direction: 'down', bytes, ...total })
  }
  return new File(pieces, nameOf(headers.get('content-disposition')), { type: headers.get('content-type') ?? '' })
}

function nameOf(disposition: string | null): string {
  const name = /filename\*=UTF-8''([^;]+)/.exec(disposition ?? '')?.[1]
  try {
    return name === undefined ? 'download' : decodeURIComponent(name)
  } catch {
    return 'download'
  }
}

/** Passes on the first of many reports, the last, and in between one every so often. */
export function thinned(nowMs: () => number, onProgress: (progress: FileProgress) => void): (progress: FileProgress) => void {
  let toldAtMs = Number.NEGATIVE_INFINITY
  return (progress) => {
    if (progress.bytes !== progress.totalBytes && nowMs() - toldAtMs < PROGRESS_EVERY_MS) return
    toldAtMs = nowMs()
    onProgress(progress)
  }
}
