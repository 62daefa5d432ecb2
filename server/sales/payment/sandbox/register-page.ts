import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import { areLoopbackOrigins } from '#contract/loopback.ts'
import type { Settings } from '#contract/settings.ts'
import { isFromThisMachine } from '../../../http/this-machine.ts'
import type { CardOutcome } from './means.ts'
import { checkoutPage, noCheckoutPage, pagePolicy } from './page.ts'
import { SANDBOX_PATH, type Checkout, type SandboxProvider } from './sandbox-provider.ts'

const address = z.object({ id: z.string().check(z.maxLength(64)) })
const BODY_LIMIT_BYTES = 4_096

/**
 * Serves the sandbox's check-out page. Registered only when the sandbox is the provider. Whoever sees it pays without money: it is there for
 * this machine alone, and for no request that a proxy hands on.
 */
export async function registerSandboxPage(app: FastifyInstance, sandbox: SandboxProvider, settings: Settings): Promise<void> {
  await app.register(async (scope) => {
    // After the service's own hook: this page may do even less than the app.
    scope.addHook('onSend', async (_request, reply) => {
      reply.headers({ 'content-security-policy': pagePolicy(settings.origins), 'cache-control': 'no-store' })
    })
    scope.addHook('onRequest', async (request, reply) => {
      if (!areLoopbackOrigins(settings.origins) || !isFromThisMachine(request)) return reply.callNotFound()
    })
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )
    scope.get(`${SANDBOX_PATH}/:id`, async (request, reply) => {
      return show(reply, await sandbox.find(address.parse(request.params).id))
    })
    scope.post(`${SANDBOX_PATH}/:id`, async (request, reply) => {
      const { id } = address.parse(request.params)
      const means = request.body instanceof URLSearchParams ? (request.body.get('means') ?? '') : ''
      const outcome = await sandbox.pay(id, means)
      const checkout = await sandbox.find(id)
      if (outcome?.kind === 'paid' && checkout !== undefined) return reply.redirect(checkout.success_url, 303)
      return show(reply, checkout, outcome)
    })
  })
}

function show(reply: FastifyReply, checkout: Checkout | undefined, outcome?: CardOutcome): FastifyReply {
  reply.type('text/html; charset=utf-8')
  if (checkout === undefined) return reply.code(404).send(noCheckoutPage())
  return reply.send(checkoutPage(checkout, outcome))
}
