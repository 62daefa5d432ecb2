import type { FastifyInstance } from 'fastify'
import { GATEWAY_PATH } from '#contract/device-gateway.ts'
import type { Context } from '../../context.ts'
import { Gateway } from './gateway.ts'

/** The device gateway: `/device-ws` for devices, and their streams for the relay. */
export function registerGateway(app: FastifyInstance, context: Context): Gateway {
  const gateway = new Gateway(context)
  context.stats.deviceSockets = () => gateway.size
  app.addHook('preClose', (done) => {
    gateway.close()
    done()
  })
  app.get(GATEWAY_PATH, { websocket: true }, (socket, request) => gateway.accept(socket, request.ip))
  return gateway
}
