import type { UploadInit } from './ports.ts'

/** Sends a form as `fetch` would, with a word on how far it has come: only XMLHttpRequest can say that of what is sent. */
export function upload(url: string, { headers, body, signal, onSent }: UploadInit): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const request = new XMLHttpRequest()
  request.open('POST', url)
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
  request.upload.addEventListener('progress', ({ loaded, total }) => onSent(loaded, total))
  request.addEventListener('load', () => resolve(new Response(request.responseText, { status: request.status })))
  for (const end of ['error', 'abort'] as const) request.addEventListener(end, () => reject(new TypeError('not sent')))
  signal.addEventListener('abort', () => request.abort())
  if (signal.aborted) request.abort()
  else request.send(body)
  return promise
}
