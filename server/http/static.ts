import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { precompress } from './precompress.ts'

/** Files whose names carry a hash of what is in them: they never change. */
const HASHED = /^(js|css|img)\/.*-[\w-]{8}\.\w+$/
const YEAR_S = 31_536_000
const pictures = join(import.meta.dirname, '..', 'demo', 'pictures')

/**
 * Serves the built app under /user/, index.html for every navigation that names no file, and the demonstration's pictures under
 * /objects/demo/. Without a built app the answer is 503.
 */
export async function registerStatic(app: FastifyInstance, distFolder: string | undefined): Promise<void> {
  const dist = distFolder ?? join(import.meta.dirname, '..', '..', 'dist')
  const isBuilt = () => existsSync(join(dist, 'index.html'))
  if (isBuilt()) void precompress(dist).catch((fault: unknown) => app.log.warn(fault, 'The built app could not be compressed'))
  app.get('/', (_request, reply) => reply.redirect('/user/'))
  app.get('/user', (_request, reply) => reply.redirect('/user/'))
  const serveApp = async (scope: FastifyInstance) => {
    scope.addHook('onRequest', async (_request, reply) => {
      if (!isBuilt()) await reply.code(503).type('text/plain; charset=utf-8').send('The app is not built yet; run npm run build.\n')
    })
    await scope.register(fastifyStatic, {
      root: dist,
      preCompressed: true,
      suppressWarning: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const file = path.slice(dist.length + 1).replace(/\.(br|gz)$/, '')
        reply.header('cache-control', HASHED.test(file) ? `public, max-age=${YEAR_S}, immutable` : 'no-cache')
        reply.header('vary', 'accept-encoding')
      },
    })
    scope.setNotFoundHandler((request, reply) => {
      if (isNavigation(request)) return reply.sendFile('index.html')
      return sendNotFound(request, reply)
    })
  }
  await app.register(serveApp, { prefix: '/user' })
  await app.register(async (scope) => {
    await scope.register(fastifyStatic, { root: pictures, prefix: '/objects/demo/', decorateReply: false, index: false, maxAge: '1h' })
  })
  app.setNotFoundHandler(sendNotFound)
}

/** A person going to a page of the app; a missing file is a missing file, even when a person asks for it. */
function isNavigation(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  const path = request.url.split('?')[0] ?? ''
  const lastPart = path.slice(path.lastIndexOf('/') + 1)
  return !lastPart.includes('.') && (request.headers.accept ?? '').includes('text/html')
}

function sendNotFound(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('There is nothing here.\n')
}
