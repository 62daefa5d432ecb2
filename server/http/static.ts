import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ownProcess, ownProcessPage } from '#contract/own-process.ts'
import { isGone } from './is-gone.ts'
import { precompress } from './precompress.ts'
import { Releases } from './releases.ts'
import { allowFraming, changePolicy } from './security-headers.ts'

/** Files whose names carry a hash of what is in them: they never change. */
const HASHED = /^(js|css|img)\/[\w.-]*-[\w-]{8}\.\w+$/
/** The one script that compiles something: what it makes itself, as WebAssembly. */
const COMPILING = /^js\/faces-worker-[\w-]{8}\.js$/
const YEAR_S = 31_536_000
const NEVER_CHANGES = `public, max-age=${YEAR_S}, immutable`
const pictures = join(import.meta.dirname, '..', 'demo', 'pictures')

/**
 * Serves the built app under /user/, index.html for every navigation that names no file, the hashed files of the two releases before
 * (kept in the data folder), and the demonstration's pictures under /objects/demo/. Without a built app the answer is 503.
 */
export async function registerStatic(app: FastifyInstance, distFolder: string | undefined, dataFolder: string): Promise<void> {
  const dist = distFolder ?? join(import.meta.dirname, '..', '..', 'dist')
  const releases = new Releases(dist, join(dataFolder, 'releases'))
  const isBuilt = () => existsSync(join(dist, 'index.html'))
  const note = noteDeployments(app, releases, dist)
  app.get('/', (_request, reply) => reply.redirect('/user/'))
  app.get('/user', (_request, reply) => reply.redirect('/user/'))
  const serveApp = async (scope: FastifyInstance) => {
    scope.addHook('onRequest', async (request, reply) => {
      if (!isBuilt()) return reply.code(503).type('text/plain; charset=utf-8').send('The app is not built yet; run npm run build.\n')
      if (isNavigation(request) || fileOf(request) === 'sw.js') await note()
    })
    scope.addHook('onSend', async (request, reply) => {
      if (COMPILING.test(fileOf(request))) allowScript(reply, "'wasm-unsafe-eval'")
      if (String(reply.getHeader('content-type')).startsWith('text/html')) await allowOfPage(reply, dist, pageOf(request, dist))
      if (ownProcessPage.test(request.url)) reply.header(...ownProcess)
    })
    await scope.register(fastifyStatic, {
      root: dist,
      preCompressed: true,
      suppressWarning: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const file = path.slice(dist.length + 1).replace(/\.(br|gz)$/, '')
        if (reply.getHeader('cache-control') === undefined) reply.header('cache-control', HASHED.test(file) ? NEVER_CHANGES : 'no-cache')
        reply.header('vary', 'accept-encoding')
      },
    })
    scope.setNotFoundHandler(async (request, reply) => {
      if (isNavigation(request)) return reply.sendFile(pageOf(request, dist))
      const file = fileOf(request)
      const holder = HASHED.test(file) ? await releases.holderOf(file) : undefined
      if (holder === undefined) return sendNotFound(request, reply)
      return reply.header('cache-control', NEVER_CHANGES).sendFile(file, holder)
    })
  }
  await app.register(serveApp, { prefix: '/user' })
  await app.register(async (scope) => {
    await scope.register(fastifyStatic, { root: pictures, prefix: '/objects/demo/', decorateReply: false, index: false, maxAge: '1h' })
  })
  app.setNotFoundHandler(sendNotFound)
}

/**
 * Gives the way to look whether the app was deployed anew. When that resolves, what is deployed is kept, so that nothing is lost of a page
 * that somebody was given, however soon the next deployment comes. Compressing goes on behind it.
 */
function noteDeployments(app: FastifyInstance, releases: Releases, dist: string): () => Promise<void> {
  // A deployment takes the release away while it is copied: the next look finds the new one.
  const report = (fault: unknown) => (isGone(fault) ? undefined : app.log.warn(fault, 'The release could not be kept or compressed'))
  let noting: Promise<void> = Promise.resolve()
  let compressing: Promise<void> = Promise.resolve()
  let replaced = new AbortController()
  const look = async () => {
    if (!(await releases.note())) return
    replaced.abort()
    replaced = new AbortController()
    const { signal } = replaced
    compressing = compressing.then(() => compress(signal)).catch(report)
  }
  const compress = async (signal: AbortSignal) => {
    await precompress(dist, signal)
    if (!signal.aborted) await releases.keepCompressed()
  }
  const note = () => (noting = noting.then(look).catch(report))
  void note()
  // Nothing is written into the folders after the service has closed.
  app.addHook('onClose', async () => {
    await noting
    replaced.abort()
    await compressing
  })
  return note
}

/**
 * Lets the page run the script that the build wrote into it: this one and no other. Each may have frames of this origin: that of viewing stations has the app
 * in some, the others what is answered to a download. Nothing else stands in one than these.
 */
async function allowOfPage(reply: FastifyReply, dist: string, page: PageName): Promise<void> {
  changePolicy(reply, "default-src 'none'", "default-src 'none'; frame-src 'self'")
  if (page === 'index.html') allowFraming(reply)
  const [, script] = /<script>([^]*?)<\/script>/.exec(await readFile(join(dist, page), 'utf8')) ?? []
  if (script === undefined) return
  const hash = createHash('sha256').update(script).digest('base64')
  allowScript(reply, `'sha256-${hash}'`)
}

/** Lets what is sent run scripts of one more source. */
function allowScript(reply: FastifyReply, source: string): void {
  changePolicy(reply, "script-src 'self'", `script-src 'self' ${source}`)
}

/** The path below /user/ that is asked for. */
function fileOf(request: FastifyRequest): string {
  return (request.url.split('?')[0] ?? '').replace(/^\/user\//, '')
}

type PageName = 'index.html' | 'share.html' | 'kiosk.html'

/** The pages of shares are apart from the app, so that visitors load little; that of viewing stations, so that it stays when the app goes. */
function pageOf(request: FastifyRequest, dist: string): PageName {
  const file = fileOf(request)
  const named =
    file.startsWith('archives-share/') || file === 'share.html' ? 'share.html' : /^kiosk(\.html)?$/.test(file) ? 'kiosk.html' : undefined
  return named !== undefined && existsSync(join(dist, named)) ? named : 'index.html'
}

/** A person going to a page of the app; a missing file is a missing file, even when a person asks for it. */
function isNavigation(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  const file = fileOf(request)
  const lastPart = file.slice(file.lastIndexOf('/') + 1)
  return !lastPart.includes('.') && (request.headers.accept ?? '').includes('text/html')
}

function sendNotFound(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('There is nothing here.\n')
}
