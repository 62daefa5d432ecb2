import { open, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { FileOnDisk } from './file-on-disk.ts'

/** Read at a time. */
const READ_BYTES = 256 * 1024

/** Sends a file to be saved, with its length ahead, so that whoever receives it can show how far it has come. */
export async function sendFile(reply: FastifyReply, file: FileOnDisk): Promise<FastifyReply> {
  const content = await read(file)
  return reply
    .headers({
      'content-type': file.type,
      'content-length': file.size,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
    })
    .send(content)
}

/** What is open can be read though its name is gone: however the sending ends, nothing is left. */
async function read({ path, folder }: FileOnDisk): Promise<Readable> {
  try {
    const opened = await open(path)
    return opened.createReadStream({ highWaterMark: READ_BYTES })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
