import type { FastifyReply } from 'fastify'

/** Sends a file to be saved, with its length ahead, so that whoever receives it can show how far it has come. */
export async function sendFile(reply: FastifyReply, file: File): Promise<FastifyReply> {
  const bytes = Buffer.from(await file.arrayBuffer())
  return reply
    .headers({
      'content-type': file.type,
      'content-length': bytes.byteLength,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
    })
    .send(bytes)
}
