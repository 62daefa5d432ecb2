import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ARCHIVE_DOWNLOAD_PATH, BUNDLE_FORM, HEARD_FIELD } from '#contract/archives.ts'
import { readTokenHeader, TOKEN_HEADER, writeFailure } from '#contract/envelope.ts'
import { errorMeanings } from '#contract/error-meanings.ts'
import { codeOf, type ErrorName } from '#contract/errors.ts'
import { CloudRecorder } from '../cloud-recorder.ts'
import type { Context } from '../../context.ts'
import { sayUnavailable } from '../../objects/register.ts'
import { sendObject } from '../../objects/send-object.ts'
import { RedactionMaker } from '../redaction/redaction-maker.ts'
import { ArchiveMaker } from './archive-maker.ts'
import { VERIFIER_PATH } from '#shared/proof/bundle.ts'
import { CallFault } from '../../calls/call-fault.ts'
import { isGone } from '../../http/is-gone.ts'
import { allowFraming } from '../../http/security-headers.ts'
import { bundleOf } from '../proof/bundle-of.ts'
import { bundlesOf } from '../proof/bundles-of.ts'
import type { Redeemed } from './archive-downloads.ts'
import { archiveFileName } from './archive-views.ts'
import { clearUnfinishedParts } from './make-part.ts'

const FORGET_EVERY_MS = 60 * 60_000

const FORM_LIMIT_BYTES = 4 * 1024

interface Route {
  Querystring: { token?: unknown; form?: unknown }
}

/** What is asked for: in a POST its form says all of it; a GET has the token in its header, or, from plugins of before, in its query. */
function readAsked({ body, headers, query }: FastifyRequest<Route>): { token: string | undefined; form: unknown } {
  if (body instanceof URLSearchParams) return { token: body.get('token') ?? undefined, form: body.get('form') }
  const token = readTokenHeader(headers[TOKEN_HEADER]) ?? query.token
  return { token: typeof token === 'string' ? token : undefined, form: query.form }
}

/** Says in plain text, which frames show as it is, why there is no file. */
function refuse(reply: FastifyReply, status: 404 | 503, error: ErrorName): FastifyReply {
  const failure = writeFailure(codeOf(error), errorMeanings[error])
  return reply.code(status).type('text/plain; charset=utf-8').send(JSON.stringify(failure))
}

/**
 * Makes archives, parts to be downloaded and cloud recordings as long as the service runs, and hands out their files, each time for a token. Comes before the gateway, so that
 * its work has ended when that closes.
 */
export async function registerArchives(app: FastifyInstance, context: Context, distFolder: string): Promise<void> {
  const { sweeper, now, archiveDownloads, archiveShares, shareOpenings, recordedParts, objects } = context
  const maker = new ArchiveMaker(context)
  app.addHook('onReady', () => clearUnfinishedParts(context))
  sweeper.add(() => maker.work())
  const redactor = new RedactionMaker(context)
  app.addHook('onReady', () => redactor.clear())
  sweeper.add(() => redactor.work())
  const recorder = new CloudRecorder(context)
  sweeper.add(() => recorder.work())
  app.addHook('preClose', async () => {
    await Promise.all([recorder.close(), maker.close(), redactor.close()])
  })
  const sendBundle = async (reply: FastifyReply, { archive, redactionId, shareId, isWhole }: Redeemed) => {
    const verifier = join(distFolder, VERIFIER_PATH)
    try {
      const { sizeBytes, content } =
        isWhole && shareId !== null
          ? await bundlesOf(context, { archives: await archiveShares.filesOf(shareId), redactionId, verifier })
          : await bundleOf(context, { archive, redactionId, verifier })
      const name = encodeURIComponent(archiveFileName(archive).replace(/\.mp4$/, '.zip'))
      reply.headers({
        'content-type': 'application/zip',
        'content-length': sizeBytes,
        'content-disposition': `attachment; filename*=UTF-8''${name}`,
      })
      return reply.send(content)
    } catch (fault) {
      if (fault instanceof CallFault) return refuse(reply, 503, fault.error)
      // The page that checks is part of the app, which may not be built.
      if (!isGone(fault)) throw fault
      return refuse(reply, 503, 'service-unavailable')
    }
  }
  let forgetAtMs = 0
  sweeper.tidy(async () => {
    if (now() < forgetAtMs) return
    forgetAtMs = now() + FORGET_EVERY_MS
    await archiveDownloads.purge()
    await shareOpenings.purge()
    await recordedParts.purge()
  })
  const send = async (request: FastifyRequest<Route>, reply: FastifyReply) => {
    const { token, form } = readAsked(request)
    const redeemed = token === undefined ? undefined : await archiveDownloads.redeem(token)
    const archive = redeemed?.archive
    const size = archive?.object_key == null ? undefined : await objects.sizeOf(archive.object_key)
    reply.header('cache-control', 'no-store')
    if (archive?.object_key == null || size === undefined) {
      return refuse(reply, 404, 'download-gone')
    }
    if (redeemed?.shareId != null) {
      await shareOpenings.note(redeemed.shareId, 'downloaded', { address: request.ip, agent: request.headers['user-agent'] ?? '' })
    }
    if (redeemed && (redeemed.isWhole || form === BUNDLE_FORM)) return sendBundle(reply, redeemed)
    reply.headers({
      'accept-ranges': 'bytes',
      'content-type': 'video/mp4',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(archiveFileName(archive))}`,
    })
    // A download that was broken off goes on with another token.
    return sendObject(reply, objects, { key: archive.object_key, size, range: request.headers.range })
  }
  await app.register(async (scope) => {
    const options = { parseAs: 'string', bodyLimit: FORM_LIMIT_BYTES } as const
    scope.addContentTypeParser('application/x-www-form-urlencoded', options, (_request, body: string, done) =>
      done(null, new URLSearchParams(body)),
    )
    scope.addHook('onSend', async ({ method, body }, reply, payload) => {
      if (method !== 'POST') return payload
      allowFraming(reply)
      // Words about a file that is not there would take the place of a page that does not hear them.
      if (reply.statusCode < 400 || (body instanceof URLSearchParams && body.has(HEARD_FIELD))) return payload
      reply.code(204).removeHeader('content-type').removeHeader('content-length')
      return null
    })
    // A HEAD would use the token up and bring nothing.
    scope.get<Route>(ARCHIVE_DOWNLOAD_PATH, { exposeHeadRoute: false, errorHandler: sayUnavailable }, send)
    scope.post<Route>(ARCHIVE_DOWNLOAD_PATH, { errorHandler: sayUnavailable }, send)
  })
}
