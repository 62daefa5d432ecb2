import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '#contract/settings.ts'

/** A route's `preValidation` that lets a socket open only from an Origin of the settings; others, and none, are answered with 403. */
export function requireOrigin(settings: Settings) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { origin } = request.headers
    if (origin === undefined || !settings.origins.includes(origin)) await reply.code(403).send('This origin may not connect.')
  }
}
