import type { FastifyInstance } from 'fastify'
import type * as z from 'zod/mini'
import { MEDIA_PATH, mediaClose, ticketAmong, type relayGreeting } from '#contract/media.ts'
import type { Context } from '../../context.ts'
import { requireOrigin } from '../../http/origin.ts'
import { closeSocket, limitPayload } from '../../http/socket-life.ts'
import { networkOf } from '../../http/network-of.ts'
import { SocketPlaces, WaitingSockets } from '../../http/waiting-sockets.ts'
import { isStationToken } from '../../stations/station-access.ts'
import { tenantLimits } from '../../access/tenant-limits.ts'
import type { Ticket } from '../../access/tickets.ts'
import { DeviceAsks } from './device-asks.ts'
import { MediaSocket, type MediaSocketParts } from './media-socket.ts'
import { PastPlaces } from './past-places.ts'
import { TalkTrail } from './talk-trail.ts'
import { Talks } from './talks.ts'
import { Upstreams } from './upstream.ts'

/** A right that is withdrawn without a word to the relay stops its pictures within this time. */
const RECHECK_MS = 10_000
/** Whoever was refused has this long to close, and one place of its network until then. */
const LAST_WORDS_MS = 1_000
/** Of a message of who has not shown a ticket that is good. */
const MOST_BYTES_OF_STRANGERS = 4_096
/** WebSocket close code of a service that ends. */
const GOING_AWAY = 1001

/** Open sockets of viewers, streams from devices, and units since the start. */
export type RelayStats = () => Record<'mediaSockets' | 'upstreamStreams' | 'unitsRelayed' | 'unitsDropped', number>

/**
 * The relay: `/media-ws`, opened once with each ticket, from our own origins only; the local plugin names the one it serves. Answers with what it
 * counts.
 */
export function registerRelay(app: FastifyInstance, context: Context): RelayStats {
  const { settings, tickets, stationAccess, bus, sweeper, now, deviceLinks } = context
  const viewers = new Set<MediaSocket>()
  const upstreams = new Upstreams(deviceLinks, now)
  const talks = new Talks(deviceLinks, now)
  const trail = new TalkTrail(context)
  const places = new PastPlaces(now)
  /** Until their ticket was taken, or they are gone. */
  const waiting = new WaitingSockets()
  /** Afterwards: of one session, and of one network. */
  const ofSession = new SocketPlaces(tenantLimits.mediaSockets.ofSession)
  const ofNetwork = new SocketPlaces(tenantLimits.mediaSockets.ofNetwork)
  const asks = new DeviceAsks(context)
  const counters = { unitsRelayed: 0, unitsDropped: 0 }

  bus.on('session-ended', ({ sessionId }) => {
    for (const viewer of viewers) if (viewer.who.sessionId === sessionId) viewer.end(mediaClose.sessionEnded)
  })
  const recheck = ({ sn }: { sn: string }) => {
    for (const viewer of viewers) viewer.recheck(sn)
  }
  bus.on('channels-changed', recheck)
  bus.on('binding-changed', recheck)
  bus.on('rights-changed', ({ userIds }) => {
    for (const viewer of viewers) if (userIds.includes(viewer.who.userId)) void viewer.recheckAll()
  })
  // A viewer that does not read would hold the end of the service up for half a minute.
  app.addHook('preClose', async () => {
    for (const viewer of viewers) viewer.end(GOING_AWAY)
    await trail.written()
  })
  const redeem = async (ticket: string): Promise<Ticket | undefined> => {
    if (!isStationToken(ticket)) return tickets.redeem(ticket)
    const screen = await stationAccess.redeem(ticket)
    return screen && { session: screen, holder: 'tab' }
  }
  let recheckAtMs = now() + RECHECK_MS
  sweeper.add(() => {
    const isDue = now() >= recheckAtMs
    if (isDue) recheckAtMs = now() + RECHECK_MS
    upstreams.sweep()
    for (const viewer of viewers) {
      viewer.sweep()
      if (isDue) void viewer.recheckAll()
    }
  })
  app.get<{ Querystring: { ticket?: unknown } }>(
    MEDIA_PATH,
    { websocket: true, preValidation: requireOrigin(settings) },
    async (socket, request) => {
      socket.on('error', (fault) => context.log.info(fault, 'A media socket failed'))
      const stopWaiting = waiting.enter(request.ip)
      if (stopWaiting === undefined) return closeSocket(socket, mediaClose.crowded)
      socket.once('close', stopWaiting)
      // Pages and plugins of before show theirs in the address (`?ticket=…`).
      const ticket = ticketAmong(request.headers['sec-websocket-protocol']) ?? request.query.ticket
      // What the viewer says meanwhile is heard afterwards; of whoever is refused nothing is kept.
      socket.pause()
      const liftLimit = limitPayload(socket, MOST_BYTES_OF_STRANGERS)
      const redeemed = typeof ticket === 'string' ? await redeem(ticket) : undefined
      socket.resume()
      if (redeemed === undefined) return closeSocket(socket, mediaClose.ticketRefused, LAST_WORDS_MS)
      stopWaiting()
      if (socket.readyState !== socket.OPEN) return
      const taken = [ofSession.enter(redeemed.session.sessionId), ofNetwork.enter(networkOf(request.ip))]
      for (const leave of taken) if (leave !== undefined) socket.once('close', leave)
      if (taken.includes(undefined)) return closeSocket(socket, mediaClose.crowded, LAST_WORDS_MS)
      liftLimit()
      const { ip: address } = request
      const shared = { context, upstreams, talks, trail, places, counters }
      const parts = { ...shared, socket, transport: request.socket, who: redeemed.session, address }
      const forPlugin: MediaSocketParts['forPlugin'] = { askDevice: (ask, who) => asks.answer(ask, { who, address }) }
      const viewer = new MediaSocket({ ...parts, forPlugin: redeemed.holder === 'plugin' ? forPlugin : undefined })
      if (redeemed.holder === 'plugin') {
        const greeting: z.output<typeof relayGreeting> = { op: 'person', userId: redeemed.session.userId }
        socket.send(JSON.stringify(greeting))
      }
      viewers.add(viewer)
      socket.once('close', () => viewers.delete(viewer))
    },
  )
  return () => ({ mediaSockets: viewers.size, upstreamStreams: upstreams.size, ...counters })
}
