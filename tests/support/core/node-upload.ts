import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { UploadInit } from '#workers/core/ports.ts'

const PIECE_BYTES = 64 * 1024

/** Posts a form over plain HTTP, piece by piece, as a browser's XMLHttpRequest does. */
export async function upload(url: string, { headers, body, signal, onSent }: UploadInit): Promise<Response> {
  const form = new Response(body)
  const bytes = Buffer.from(await form.arrayBuffer())
  const contentType = form.headers.get('content-type') ?? ''
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const sending = request(url, {
    method: 'POST',
    signal,
    headers: { ...headers, 'content-type': contentType, 'content-length': bytes.byteLength },
  })
  sending.on('error', reject)
  // Whoever waits hears of it; it may fail before anybody does.
  promise.catch(() => {})
  sending.on('response', (answer) => {
    text(answer).then((found) => resolve(new Response(found, { status: answer.statusCode ?? 500 })), reject)
  })
  for (let sent = 0; sent < bytes.byteLength; ) {
    const piece = bytes.subarray(sent, sent + PIECE_BYTES)
    await new Promise<void>((written) => sending.write(piece, () => written()))
    sent += piece.byteLength
    onSent(sent, bytes.byteLength)
  }
  sending.end()
  return promise
}
