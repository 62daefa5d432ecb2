import { LogController, type FastifyRequest, type FastifyServerOptions } from 'fastify'
import type { Settings } from '#contract/settings.ts'

const secretNames = ['token', 'password', 'ticket', 'securityCode', 'authorization', 'imgCode', 'key', 'proof']

/** Logging of the service: never a secret, and never the query of an address, since tickets travel there. */
export function logOptions(level: Settings['logLevel']): Pick<FastifyServerOptions, 'logger' | 'logController'> {
  if (level === 'silent') return { logger: false }
  return {
    logController: new LogController({ disableRequestLogging: level !== 'debug' }),
    logger: {
      level,
      redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '(secret)' },
      serializers: {
        req: (request: FastifyRequest) => ({ method: request.method, path: request.url.split('?')[0], address: request.ip }),
      },
    },
  }
}
