import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Settings } from '#contract/settings.ts'

const permissions = ['geolocation', 'payment', 'usb', 'serial', 'hid', 'midi', 'magnetometer', 'gyroscope', 'accelerometer']

/** What a browser is told that came encrypted: it never tries another way again, at whichever port of the host. */
const strictTransport = { 'strict-transport-security': 'max-age=31536000' }

/**
 * Puts the security headers on every answer: a worker obeys the policy of its own script, so documents alone are not enough.
 */
export function registerSecurityHeaders(app: FastifyInstance, settings: Settings): void {
  const fixed = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': [...permissions.map((name) => `${name}=()`), 'camera=(self)', 'microphone=(self)', 'fullscreen=(self)'].join(
      ', ',
    ),
  }
  const isAlwaysEncrypted = () => settings.origins.length > 0 && settings.origins.every((origin) => origin.startsWith('https:'))
  const headersOfNow = () => ({
    plain: { ...fixed, 'content-security-policy': contentSecurityPolicy(settings, false) },
    encrypted: {
      ...fixed,
      ...(mayForbidPlain(settings) && strictTransport),
      'content-security-policy': contentSecurityPolicy(settings, true),
    },
  })
  let headers = headersOfNow()
  let origins = settings.origins.length
  app.addHook('onSend', (request, reply, _payload, done) => {
    // Those of a free port are known only when the service listens.
    if (settings.origins.length !== origins) {
      headers = headersOfNow()
      origins = settings.origins.length
    }
    // A proxy that is not trusted says nothing of its way; where browsers have no other, it is the encrypted one.
    reply.headers(request.protocol === 'https' || isAlwaysEncrypted() ? headers.encrypted : headers.plain)
    done()
  })
}

/** Puts other words into the policy of what is being sent (`onSend`). */
export function changePolicy(reply: FastifyReply, before: string, after: string): void {
  reply.header('content-security-policy', String(reply.getHeader('content-security-policy')).replace(before, after))
}

/** Lets what is being sent (`onSend`) stand in a frame of this origin. */
export function allowFraming(reply: FastifyReply): void {
  changePolicy(reply, "frame-ancestors 'none'", "frame-ancestors 'self'")
}

/** Whether no host is to be opened both ways. */
function mayForbidPlain({ origins }: Settings): boolean {
  const hostsOf = (protocol: string) => origins.filter((origin) => origin.startsWith(protocol)).map((origin) => new URL(origin).hostname)
  const plain = new Set(hostsOf('http:'))
  return !hostsOf('https:').some((host) => plain.has(host))
}

/**
 * Scripts, styles and pictures of this origin only; sockets to this service and to the local plugin only. Pictures beneath the map come from one origin more, if the
 * service is told of one. What came encrypted opens no socket that is not, but that to the plugin, which never leaves the machine.
 */
function contentSecurityPolicy({ origins, pluginPort, mapTilesUrl }: Settings, isEncrypted: boolean): string {
  const reached = origins.filter((origin) => !isEncrypted || origin.startsWith('https:'))
  const own = new Set(reached.map((origin) => new URL(origin).origin.replace(/^http/, 'ws')))
  const sockets = [...own, `ws://127.0.0.1:${pluginPort}`]
  const tiles = mapTilesUrl === '' ? '' : ` ${new URL(mapTilesUrl).origin}`
  return [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' blob: data:${tiles}`,
    "media-src 'self' blob:",
    "font-src 'self'",
    "manifest-src 'self'",
    `connect-src 'self' ${sockets.join(' ')}${tiles}`,
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types app-url app-html default',
  ].join('; ')
}
