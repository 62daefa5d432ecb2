import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Payments } from '../orders/payments.ts'

const address = z.object({ provider: z.string().check(z.maxLength(16)) })
const BODY_LIMIT_BYTES = 256 * 1024

/** Takes messages of payment providers: signed, as they came byte by byte. 400 unsigned; 503 to be sent again. */
export async function registerPaymentNotices(app: FastifyInstance, payments: Payments): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES }, (_request, body, done) => done(null, body))
    scope.post('/payment-notice/:provider', async (request, reply) => {
      const { provider } = address.parse(request.params)
      const body = typeof request.body === 'string' ? request.body : ''
      try {
        const isGood = await payments.receive(provider, body, request.headers)
        return reply.code(isGood ? 200 : 400).send()
      } catch (fault) {
        request.log.warn(fault, 'A message of the payment provider could not be obeyed yet')
        return reply.code(503).send()
      }
    })
  })
}
