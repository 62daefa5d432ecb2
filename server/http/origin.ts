import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '#contract/settings.ts'

/** Whether a socket may be opened from here: an Origin must be there, and be one of the settings'. */
export function isAllowedOrigin(origin: string | undefined, settings: Settings): boolean {
  return origin !== undefined && settings.origins.includes(origin)
}

/** A route's `preValidation` that answers other origins with 403 before a socket opens. */
export function requireOrigin(settings: Settings) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (!isAllowedOrigin(request.headers.origin, settings)) await reply.code(403).send('This origin may not connect.')
  }
}
