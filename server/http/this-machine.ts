import type { FastifyRequest } from 'fastify'
import { areLoopbackOrigins, isLoopbackHost } from '#contract/loopback.ts'
import type { Settings } from '#contract/settings.ts'

/** What proxies add. One on this machine makes a request of anybody look like one from here. */
const FORWARDED = /^(x-forwarded-.*|forwarded|via|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/

/** Whether only this machine reaches the service, as far as its settings say: it listens here, and browsers open it under no other address. */
export function isOfThisMachine({ host, origins }: Pick<Settings, 'host' | 'origins'>): boolean {
  return isLoopbackHost(host) && areLoopbackOrigins(origins)
}

/** Whether a request comes from this machine, asks for a name of this machine, and came through no proxy. */
export function isFromThisMachine(request: FastifyRequest): boolean {
  const address = request.socket.remoteAddress?.replace(/^::ffff:/, '') ?? ''
  return isLoopbackHost(address) && isLoopbackHost(request.hostname) && !Object.keys(request.headers).some((name) => FORWARDED.test(name))
}
