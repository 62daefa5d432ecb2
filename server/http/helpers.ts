import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { HELPER_PATH, helperFiles, helperKind, type Helper } from '#contract/helper.ts'

const names: ReadonlySet<string> = new Set(Object.values(helperFiles))

/** The helpers that lie in the folder now; packaging puts them there. */
export async function helpersIn(folder: string): Promise<Helper[]> {
  const found = helperKind.options.map(async (kind) => {
    const file = await stat(join(folder, helperFiles[kind])).catch(() => undefined)
    return file?.isFile() ? [{ kind, bytes: file.size }] : []
  })
  return (await Promise.all(found)).flat()
}

/** Serves the helpers, and nothing else of their folder, under /user/helper/ to be saved. What is not there is 404. */
export async function registerHelpers(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(fastifyStatic, {
      root: folder,
      prefix: `${HELPER_PATH}/`,
      decorateReply: false,
      index: false,
      suppressWarning: true,
      cacheControl: false,
      allowedPath: (path) => names.has(path.slice(1)),
      setHeaders: (reply) => {
        reply.header('content-type', 'application/octet-stream')
        reply.header('content-disposition', 'attachment')
        reply.header('cache-control', 'no-cache')
      },
    })
  })
}
