import { buffer } from 'node:stream/consumers'
import type { FastifyBaseLogger } from 'fastify'
import type { ObjectStore } from '../objects/object-store.ts'
import type { Attachment } from './mail.ts'

/** Reads what a mail brings. A mail without its picture is better than no mail: what is gone, or cannot be had, is left out. */
export async function readAttachments(
  objects: ObjectStore,
  attachmentsJson: string,
  log: FastifyBaseLogger,
): Promise<(Attachment & { content: Buffer })[]> {
  const read = (JSON.parse(attachmentsJson) as Attachment[]).map(async (attachment) => {
    try {
      if ((await objects.sizeOf(attachment.objectKey)) === undefined) return []
      return [{ ...attachment, content: await buffer(objects.read(attachment.objectKey)) }]
    } catch (fault) {
      log.error(fault, 'A mail goes without its picture')
      return []
    }
  })
  return (await Promise.all(read)).flat()
}
