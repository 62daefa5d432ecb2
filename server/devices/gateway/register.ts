import type { FastifyInstance } from 'fastify'
import { GATEWAY_PATH } from '#contract/device-gateway.ts'
import type { Context } from '../../context.ts'
import { Gateway } from './gateway.ts'

/** The device gateway: `/device-ws` for devices. Answers with the count of its sockets. */
export function registerGateway(app: FastifyInstance, context: Context): () => number {
  const gateway = new Gateway(context)
  app.addHook('preClose', (done) => {
    gateway.close()
    done()
  })
  app.get(GATEWAY_PATH, { websocket: true }, (socket, request) => gateway.accept(socket, request.ip))
  return () => gateway.size
}
