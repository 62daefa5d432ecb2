import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Sends a file to be saved, with its length ahead, so that whoever receives it can show how far it has come. */
export function sendFile(reply: FastifyReply, file: File): FastifyReply {
  return reply
    .headers({
      'content-type': file.type,
      'content-length': file.size,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
    })
    .send(Readable.fromWeb(file.stream()))
}
