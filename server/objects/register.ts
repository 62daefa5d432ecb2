import { extname } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { OBJECTS_PATH } from './object-links.ts'
import { isObjectKey, StoreUnavailable } from './object-store.ts'
import { sendObject } from './send-object.ts'

/** What is shown as what it is; everything else is a file to be saved. */
const types: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.bmp': 'image/bmp',
  '.webp': 'image/webp',
  '.mp4': 'video/mp4',
}

interface Route {
  Params: { '*': string }
  Querystring: { until?: string; share?: string; signature?: string }
}

/** Serves objects to whoever has a signed link, whole or in parts. A link that is not good, and an object that is not there, look alike. */
export function registerObjects(
  app: FastifyInstance,
  { objects, objectLinks, archiveShares }: Pick<Context, 'objects' | 'objectLinks' | 'archiveShares'>,
): void {
  app.get<Route>(`${OBJECTS_PATH}/*`, { errorHandler: sayUnavailable }, async (request, reply) => {
    const key = request.params['*']
    const { share } = request.query
    const lifeMs = isObjectKey(key) ? objectLinks.lifeOf(key, request.query) : 0
    const mayGoOn = share === undefined ? undefined : () => archiveShares.isWatchable(share)
    const isGood = lifeMs > 0 && (await mayGoOn?.()) !== false
    const size = isGood ? await objects.sizeOf(key) : undefined
    if (size === undefined) {
      return reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('There is nothing here.\n')
    }
    const type = types[extname(key)]
    reply.headers({
      'content-type': type ?? 'application/octet-stream',
      'content-disposition': type === undefined ? 'attachment' : 'inline',
      // What is shared is asked for anew, so that it ends when the share does.
      'cache-control': mayGoOn ? 'no-store' : `private, max-age=${Math.floor(lifeMs / 1000)}, immutable`,
      'accept-ranges': 'bytes',
    })
    return sendObject(reply, objects, { key, size, range: request.headers.range, mayGoOn })
  })
}

/** What a route that hands out objects answers when the store does not: 503, for a while. */
export function sayUnavailable(fault: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!(fault instanceof StoreUnavailable)) throw fault
  request.log.error(fault)
  for (const name of ['content-length', 'content-range', 'content-disposition', 'accept-ranges']) reply.removeHeader(name)
  return reply.code(503).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('This cannot be had now.\n')
}
