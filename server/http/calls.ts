import { createHash } from 'node:crypto'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Call, Rate } from '#contract/define-call.ts'
import { readRequest, readTokenHeader, SUCCESS, TOKEN_HEADER, writeFailure, writeSuccess, type Request } from '#contract/envelope.ts'
import { errors } from '#contract/errors.ts'
import { CONTRACT_VERSION } from '#contract/version.ts'
import { registry } from '#contract/registry.ts'
import { audit } from '../audit.ts'
import { CallFault } from '../call-fault.ts'
import type { Caller, Visitor } from '../caller.ts'
import type { Context } from '../context.ts'
import type { Handler } from '../handler.ts'
import { handlers } from '../handlers.ts'
import { readForm, type Form } from './form.ts'
import { parseJson } from './parse-json.ts'
import { sendFile } from './send-file.ts'
import { Once } from './once.ts'
import { RateLimiter } from './rate-limiter.ts'

/** For calls that name no rate of their own. */
const ampleRate: Rate = { calls: 1_200, perMs: 60_000 }

/**
 * Serves every call of the registry. This is the one place where a definition is obeyed: address, access, rate, input, once
 * for each `basic.id`, audit trail. Every answered call has HTTP status 200.
 */
export async function registerCalls(app: FastifyInstance, context: Context): Promise<void> {
  const rates = new RateLimiter(context.now)
  const once = new Once(context.now)
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, parseJson(String(body))))
    await scope.register(multipart)
    scope.setErrorHandler(sendFailure)
    for (const handler of Object.values<Handler>(handlers)) {
      if (handler.call.answersGet === true) {
        scope.get(handler.call.path, async (httpRequest, reply) => {
          reply.header('cache-control', 'no-store')
          const basic = { ver: CONTRACT_VERSION, time: context.now(), id: 'GET', nonce: 'GET' }
          return writeSuccess(await answer(handler, { basic, data: parseJson(JSON.stringify(httpRequest.query)) }, undefined, httpRequest))
        })
      }
      scope.post(handler.call.path, async (httpRequest, reply) => {
        reply.header('cache-control', 'no-store')
        const form = await bodyOf(handler.call, httpRequest, context)
        const request = readRequest(form.body)
        if (request === undefined) throw new CallFault(1000)
        const data = await answer(handler, request, form.file, httpRequest)
        return handler.call.download === true && data instanceof File ? sendFile(reply, data) : writeSuccess(data)
      })
    }
  })

  async function answer(handler: Handler, request: Request, file: File | undefined, httpRequest: FastifyRequest): Promise<unknown> {
    const { call } = handler
    const data = file === undefined ? request.data : { ...asObject(request.data), file }
    const visitor = { address: httpRequest.ip, host: httpRequest.hostname }
    if (call.access.who === 'open') {
      rates.count(`${call.path} ${visitor.address}`, call.rate ?? ampleRate)
      return perform(handler, data, visitor)
    }
    const token = readTokenHeader(httpRequest.headers[TOKEN_HEADER])
    const purpose = call.path === registry.tokenRenewal.path ? 'renewal' : 'call'
    const caller = { ...visitor, ...(await context.sessions.authenticate(token, purpose)), token: token ?? '' }
    rates.count(`${call.path} ${caller.sessionId}`, call.rate ?? ampleRate)
    await letIn(call, caller, context)
    if (call.changes !== true) return perform(handler, data, caller)
    const question = file === undefined ? request.data : [request.data, await digestOf(file)]
    return once.run(`${caller.sessionId} ${call.path} ${request.basic.id}`, question, () => perform(handler, data, caller))
  }

  async function perform({ call, answer }: Handler, data: unknown, caller: Visitor | Caller): Promise<unknown> {
    let code: number = SUCCESS
    try {
      return await answer(parseInput(call, data), context, caller)
    } catch (fault) {
      code = fault instanceof CallFault ? fault.code : 500
      throw fault
    } finally {
      if (call.changes === true) await audit(context, { path: call.path, input: data, code, by: caller })
    }
  }
}

/** The access rule of the definition. Fails with 5000. */
async function letIn({ access }: Call, caller: Caller, { rights }: Context): Promise<void> {
  if (access.who === 'administrator' && caller.role !== 'administrator') throw new CallFault(5000)
  if (access.who === 'right' && !(await rights.holdsAnywhere(caller, access.right))) throw new CallFault(5000)
}

/** Fails with the parameter error of the call's family, naming the first field that was refused. */
function parseInput(call: Call, data: unknown): unknown {
  const parsed = call.input.safeParse(data)
  if (parsed.success) return parsed.data
  const field = parsed.error.issues[0]?.path.map(String).join('.')
  throw new CallFault(/^\/vms\/(tob\/)?user\//.test(call.path) ? 20001 : 1000, { field })
}

/** A call with a file comes as a form, every other one as JSON. Nobody's file is read before their session is known. */
async function bodyOf(call: Call, request: FastifyRequest, { sessions }: Context): Promise<Form> {
  if (call.upload === undefined || !request.isMultipart()) return { body: request.body }
  if (call.access.who !== 'open') await sessions.authenticate(readTokenHeader(request.headers[TOKEN_HEADER]))
  const form = await readForm(request, call.upload)
  return { ...form, body: parseJson(form.body) }
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
  if (fault instanceof CallFault) return reply.send(writeFailure(fault.code, fault.message, fault.detail))
  const status = fault instanceof Error && 'statusCode' in fault ? Number(fault.statusCode) : 500
  if (status < 500) return reply.code(200).send(writeFailure(1000, errors[1000].meaning))
  request.log.error(fault, 'A call failed inside the service')
  return reply.code(500).send(writeFailure(500, errors[500].meaning))
}
