import type { FastifyReply } from 'fastify'
import { readRange } from './byte-range.ts'
import type { ObjectStore } from './object-store.ts'

/** Sends an object of `size` bytes, or the part of it that the Range header asks for; 416 when it has no such part. */
export function sendObject(
  reply: FastifyReply,
  objects: ObjectStore,
  { key, size, range: asked }: { key: string; size: number; range: string | undefined },
): FastifyReply {
  const range = readRange(asked, size)
  if (range === 'outside') return reply.code(416).removeHeader('content-disposition').header('content-range', `bytes */${size}`).send()
  if (range === 'whole') return reply.header('content-length', size).send(objects.read(key))
  reply.code(206).headers({ 'content-range': `bytes ${range.first}-${range.last}/${size}`, 'content-length': range.last - range.first + 1 })
  return reply.send(objects.read(key, range))
}
