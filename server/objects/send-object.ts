import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { readRange } from './byte-range.ts'
import type { ObjectStore } from './object-store.ts'

/** Whether what is being sent may still be had is asked so often. */
const ASK_EVERY_MS = 1_000

interface Sending {
  key: string
  size: number
  /** The Range header. */
  range: string | undefined
  /** Asked again and again while it is sent: the connection is cut when it may not be had any more. */
  mayGoOn?: (() => Promise<boolean>) | undefined
}

/** Sends an object of `size` bytes, or the part of it that the Range header asks for; 416 when it has no such part. */
export function sendObject(reply: FastifyReply, objects: ObjectStore, { key, size, range: asked, mayGoOn }: Sending): FastifyReply {
  const range = readRange(asked, size)
  if (range === 'outside') return reply.code(416).removeHeader('content-disposition').header('content-range', `bytes */${size}`).send()
  if (range === 'whole') reply.header('content-length', size)
  else
    reply
      .code(206)
      .headers({ 'content-range': `bytes ${range.first}-${range.last}/${size}`, 'content-length': range.last - range.first + 1 })
  const part = range === 'whole' ? { first: 0, last: size - 1 } : range
  if (mayGoOn === undefined) return reply.send(objects.readFor(reply.raw, key, part))
  const bytes = objects.read(key, range === 'whole' ? undefined : range)
  return reply.send(Readable.from(asLongAs(mayGoOn, bytes, () => reply.raw.destroy())))
}

async function* asLongAs(mayGoOn: () => Promise<boolean>, bytes: Readable, cut: () => void): AsyncGenerator<Buffer> {
  let askedMs = performance.now()
  for await (const some of bytes as AsyncIterable<Buffer>) {
    if (performance.now() - askedMs >= ASK_EVERY_MS) {
      if (!(await mayGoOn())) return cut()
      askedMs = performance.now()
    }
    yield some
  }
}
