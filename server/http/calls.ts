import { createHash } from 'node:crypto'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Call, Rate } from '#contract/define-call.ts'
import { readRequest, readTokenHeader, SUCCESS, TOKEN_HEADER, writeFailure, writeSuccess, type Request } from '#contract/envelope.ts'
import { errorMeanings } from '#contract/error-meanings.ts'
import { codeOf, type ErrorName } from '#contract/errors.ts'
import { CONTRACT_VERSION } from '#contract/version.ts'
import { PUSH_CURSOR_HEADER } from '#contract/push.ts'
import { registry } from '#contract/registry.ts'
import { audit } from '../access/audit.ts'
import { CallFault } from '../calls/call-fault.ts'
import type { Caller, Visitor } from '../access/caller.ts'
import type { Context } from '../context.ts'
import type { Handler } from '../calls/handler.ts'
import { handlers } from '../calls/handlers.ts'
import { isStationToken } from '../stations/station-access.ts'
import { StoreUnavailable } from '../objects/object-store.ts'
import { readForm, type Form } from './form.ts'
import { parseInput } from './parse-input.ts'
import { parseJson } from '#shared/net/parse-json.ts'
import { againWhenGone } from '../db/reference-gone.ts'
import { FileOnDisk } from './file-on-disk.ts'
import { sendFile } from './send-file.ts'
import { networkOf } from './network-of.ts'
import type { Outcome } from './once.ts'
import { RateLimiter } from './rate-limiter.ts'

const MOST_AGENT_CHARACTERS = 256
/** Says that somebody has signed in here before, and opens nothing. */
const KNOWN_COOKIE = 'sightline-browser'
const KNOWN_SECONDS = 180 * 24 * 60 * 60
const knownCookie = new RegExp(`(?:^|; ?)${KNOWN_COOKIE}=([\\w.-]{1,512})(?:;|$)`)
/** For calls that name no rate of their own. */
const ampleRate: Rate = { calls: 1_200, perMs: 60_000 }

/**
 * Serves every call of the registry. This is the one place where a definition is obeyed: address, access, rate, input, once
 * for each `basic.id`, audit trail. Every answered call has HTTP status 200.
 */
export async function registerCalls(app: FastifyInstance, context: Context): Promise<void> {
  const rates = new RateLimiter(context.now)
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, parseJson(String(body))))
    await scope.register(multipart)
    scope.setErrorHandler(sendFailure)
    // Clients keep their deadlines by the service's clock, which need not be this machine's.
    scope.addHook('onSend', (_request, reply, _payload, done) => {
      reply.header('date', new Date(context.now()).toUTCString())
      done()
    })
    for (const handler of Object.values<Handler>(handlers)) {
      if (handler.call.answersGet === true) {
        scope.get(handler.call.path, async (httpRequest, reply) => {
          reply.header('cache-control', 'no-store')
          const basic = { ver: CONTRACT_VERSION, time: context.now(), id: 'GET', nonce: 'GET' }
          return writeSuccess(await answer(handler, { basic, data: dataOfGet(httpRequest) }, undefined, { httpRequest, reply }))
        })
      }
      scope.post(handler.call.path, async (httpRequest, reply) => {
        reply.header('cache-control', 'no-store')
        const form = await bodyOf(handler.call, httpRequest, context)
        const request = readRequest(form.body)
        if (request === undefined) throw new CallFault('parameter-error')
        const gone = handler.call.download === true ? whenGone(reply) : undefined
        const data = await answer(handler, request, form.file, { httpRequest, reply }, gone)
        return handler.call.download === true && data instanceof FileOnDisk ? sendFile(reply, data) : writeSuccess(data)
      })
    }
  })

  async function answer(
    handler: Handler,
    request: Request,
    file: File | undefined,
    { httpRequest, reply }: { httpRequest: FastifyRequest; reply: FastifyReply },
    gone?: AbortSignal,
  ): Promise<unknown> {
    const { call } = handler
    const data = file === undefined ? request.data : { ...asObject(request.data), file }
    const visitor = visitorOf(httpRequest, reply, gone)
    if (call.access.who === 'open') {
      rates.count(`${call.path} ${networkOf(visitor.address)}`, call.rate ?? ampleRate, tooFrequent(call))
      return perform(handler, data, visitor)
    }
    // Before anything is read: what is sent meanwhile may be missing in the answer.
    const { position } = context.bus
    const token = readTokenHeader(httpRequest.headers[TOKEN_HEADER])
    const purpose = call.path === registry.tokenRenewal.path ? 'renewal' : 'call'
    const principal = await authenticate(call, { token, purpose, address: visitor.address }, context)
    reply.header(PUSH_CURSOR_HEADER, String(position))
    const caller = { ...visitor, ...principal, token: token ?? '' }
    rates.count(`${call.path} ${caller.sessionId}`, call.rate ?? ampleRate, tooFrequent(call))
    try {
      await letIn(call, caller, context)
    } catch (fault) {
      await note(handler, data, fault instanceof CallFault ? fault.code : codeOf('service-failed'), caller)
      throw fault
    }
    if (call.changes !== true) return perform(handler, data, caller)
    const question = file === undefined ? request.data : [request.data, await digestOf(file)]
    return context.once.run({
      intent: `${caller.userId} ${call.path} ${request.basic.id}`,
      question,
      perform: () => outcomeOf(() => act(handler, data, caller)),
      note: (db, code) => note(handler, data, code, caller, db),
    })
  }

  /** What changes something for somebody unknown is written into the audit trail, and not remembered: it has safeguards of its own. */
  async function perform(handler: Handler, data: unknown, caller: Visitor | Caller): Promise<unknown> {
    let code: number = SUCCESS
    try {
      return await act(handler, data, caller)
    } catch (fault) {
      code = fault instanceof CallFault ? fault.code : codeOf('service-failed')
      throw fault
    } finally {
      await note(handler, data, code, caller)
    }
  }

  /** Has the call done, and tells other screens of what it altered. */
  async function act({ call, answer }: Handler, data: unknown, caller: Visitor | Caller): Promise<unknown> {
    const input = parseInput(call, data)
    const done = await againWhenGone(() => answer(input, context, caller))
    const organizationId = 'userId' in caller ? caller.organizationId : caller.concerns?.organizationId
    if (call.alters !== undefined && organizationId !== undefined) await context.news.tell(organizationId, call.alters)
    return done
  }

  /** Puts a call that changes something into the audit trail, with how it ended. */
  async function note({ call, isChange }: Handler, input: unknown, code: number, by: Visitor | Caller, db = context.db): Promise<void> {
    if (call.changes === true && isChange?.(input) !== false) await audit({ db, now: context.now }, { path: call.path, input, code, by })
  }
}

/** What a GET asks. Addresses are written down on the way, in logs and histories: a token comes in the header, and is none in the address. */
function dataOfGet({ query, headers }: FastifyRequest): unknown {
  return { ...asObject(parseJson(JSON.stringify(query))), token: readTokenHeader(headers[TOKEN_HEADER]) }
}

/** Who asks, as HTTP tells it. */
function visitorOf(request: FastifyRequest, reply: FastifyReply, gone: AbortSignal | undefined): Visitor {
  const { headers, hostname: host, ip: address } = request
  const agent = (headers['user-agent'] ?? '').slice(0, MOST_AGENT_CHARACTERS)
  const browser = knownCookie.exec(headers.cookie ?? '')?.[1]
  const secure = request.protocol === 'https' ? '; Secure' : ''
  const remember = (cookie: string) =>
    void reply.header(
      'set-cookie',
      `${KNOWN_COOKIE}=${cookie}; Path=/vms/user; Max-Age=${KNOWN_SECONDS}; HttpOnly; SameSite=Strict${secure}`,
    )
  return { address, host, agent, remember, ...(browser !== undefined && { browser }), ...(gone && { gone }) }
}

/** Calls of the cloud archive have a code of their own for it (rule 8.1). */
function tooFrequent({ path }: Call): 'too-frequent' | 'archive-too-frequent' {
  return path.startsWith('/vms/archives/') ? 'archive-too-frequent' : 'too-frequent'
}

async function outcomeOf(work: () => Promise<unknown>): Promise<Outcome> {
  try {
    return { ok: true, data: await work() }
  } catch (fault) {
    if (fault instanceof CallFault) return { ok: false, code: fault.code, detail: fault.detail }
    throw fault
  }
}

/**
 * Whose token it is. The screen of a viewing station may make the calls that are for it and no other, and a person none of those; either is told
 * call-not-permitted. Fails besides as `Sessions` and `StationAccess` say.
 */
async function authenticate(
  { access }: Call,
  { token, purpose, address }: { token: string | undefined; purpose: 'call' | 'renewal'; address: string },
  { sessions, stationAccess }: Context,
) {
  if (isStationToken(token)) {
    const station = await stationAccess.authenticate(token)
    if (access.who !== 'station') throw new CallFault('call-not-permitted')
    return station
  }
  const person = await sessions.authenticate(token, purpose, address)
  if (access.who === 'station') throw new CallFault('call-not-permitted')
  return person
}

/** The access rule of the definition. Fails with call-not-permitted. */
async function letIn({ access }: Call, caller: Caller, { rights }: Context): Promise<void> {
  if (access.who === 'administrator' && caller.role !== 'administrator') throw new CallFault('call-not-permitted')
  if (access.who === 'right' && !(await rights.holdsAnywhere(caller, access.right))) throw new CallFault('call-not-permitted')
}

/** A call with a file comes as a form, every other one as JSON. Nobody's file is read before their session is known. */
async function bodyOf(call: Call, request: FastifyRequest, context: Context): Promise<Form> {
  if (call.upload === undefined || !request.isMultipart()) return { body: request.body }
  if (call.access.who !== 'open')
    await authenticate(call, { token: readTokenHeader(request.headers[TOKEN_HEADER]), purpose: 'call', address: request.ip }, context)
  const form = await readForm(request, call.upload)
  return { ...form, body: parseJson(form.body) }
}

/** Aborted when the connection of an answer is closed before it was sent. */
function whenGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => gone.abort())
  return gone.signal
}

function asObject(data: unknown): object {
  return typeof data === 'object' && data !== null ? data : {}
}

async function digestOf(file: File): Promise<string> {
  return createHash('sha256')
    .update(Buffer.from(await file.arrayBuffer()))
    .digest('hex')
}

function sendFailure(fault: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // Nobody hears it any more.
  if (reply.raw.destroyed) return reply.hijack()
  if (fault instanceof CallFault) return reply.send(writeFailure(fault.code, fault.message, fault.detail))
  if (fault instanceof StoreUnavailable) {
    request.log.error(fault)
    return reply.code(503).send(failureOf('service-unavailable'))
  }
  const status = fault instanceof Error && 'statusCode' in fault ? Number(fault.statusCode) : 500
  if (status < 500) return reply.code(200).send(failureOf('parameter-error'))
  request.log.error(fault, 'A call failed inside the service')
  return reply.code(500).send(failureOf('service-failed'))
}

function failureOf(error: ErrorName): ReturnType<typeof writeFailure> {
  return writeFailure(codeOf(error), errorMeanings[error])
}
