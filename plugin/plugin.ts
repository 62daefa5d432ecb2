import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import { mediaClose } from '#contract/media.ts'
import { pluginCodes } from '#contract/plugin/command-registry.ts'
import { connectToServer } from '#contract/plugin/commands/connect-to-server.ts'
import { MAX_XML_CHARACTERS, NO_ID, writeFault } from '#contract/plugin/xml.ts'
import type { Log } from '#shared/log.ts'
import { refusal, refuseUpgrade } from './admission.ts'
import { serveControl } from './control-socket.ts'
import { DownloadTasks } from './downloads/downloads.ts'
import { MediaTickets } from './media-tickets.ts'
import { PluginSession } from './plugin-session.ts'
import { SocketHolders } from './socket-holders.ts'
import { Snapshots } from './snapshots.ts'
import type { Tab } from './tab.ts'

const HOST = '127.0.0.1'
/** Whoever was refused has this long to close. */
const REFUSED_MS = 500
const TICKET_LIFE_MS = 30_000
/** A tab says nothing on its media socket. */
const MAX_MEDIA_REQUEST_BYTES = 1024

export interface PluginOptions {
  /** 0 for any that is free. */
  port: number
  /** The pages that may use the plugin, and the services that it connects to. */
  origins: readonly string[]
  dataFolder: string
  /** Where downloads go; a folder in the data folder unless given. */
  downloadsFolder?: string
  log: Log
  /** How long a media ticket is good, ms; 30 s unless given. */
  ticketLifeMs?: number
}

export interface Plugin {
  port: number
  stats(): { controlSockets: number; mediaSockets: number; upstreams: number; windows: number }
  close(): Promise<void>
}

/** Starts the local video plugin on 127.0.0.1. Rejects with the listen error when the port is taken. */
export async function createPlugin(options: PluginOptions): Promise<Plugin> {
  const { origins, log, ticketLifeMs = TICKET_LIFE_MS } = options
  const sessions = new Set<PluginSession>()
  const holders = new SocketHolders()
  const tickets = new MediaTickets<Tab>(ticketLifeMs)
  const snapshots = new Snapshots(join(options.dataFolder, 'plugin', 'snapshots'))
  const ownFolder = join(options.dataFolder, 'plugin')
  const downloads = await DownloadTasks.open(
    options.downloadsFolder ?? join(ownFolder, 'downloads'),
    join(ownFolder, 'downloads.json'),
    log,
  )
  const controlServer = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: MAX_XML_CHARACTERS })
  const mediaServer = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: MAX_MEDIA_REQUEST_BYTES })
  const server = createServer((request, response) => answer(request, response))
  let port = options.port

  /** Browsers ask before a page of the service may reach this machine. */
  function answer(request: IncomingMessage, response: ServerResponse): void {
    if (request.method !== 'OPTIONS') return void response.writeHead(404, { 'Content-Type': 'text/plain' }).end('There is nothing here.')
    const reason = refusal(request, port, origins)
    if (reason !== undefined) return void response.writeHead(403, { 'Content-Type': 'text/plain' }).end(reason)
    response
      .writeHead(204, {
        'Access-Control-Allow-Origin': request.headers.origin,
        'Access-Control-Allow-Methods': 'GET',
        'Access-Control-Allow-Private-Network': 'true',
        Vary: 'Origin, Access-Control-Request-Private-Network',
      })
      .end()
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const reason = refusal(request, port, origins)
    if (reason !== undefined) {
      log('warn', `refused a socket from ${JSON.stringify(request.headers.origin)} for ${JSON.stringify(request.headers.host)}`)
      return refuseUpgrade(socket, '403 Forbidden', reason)
    }
    const url = URL.parse(request.url ?? '', `http://${HOST}`)
    if (url?.pathname === '/') controlServer.handleUpgrade(request, socket, head, (control) => controlServer.emit('connection', control))
    else if (url?.pathname === '/media') {
      mediaServer.handleUpgrade(request, socket, head, (media) => {
        media.on('error', () => {})
        const tab = tickets.redeem(url.searchParams.get('ticket') ?? '')
        if (tab === undefined || !tab.attach(media)) refuseMedia(media)
      })
    } else refuseUpgrade(socket, '404 Not Found', 'There is nothing here.')
  }

  controlServer.on('connection', (socket) => {
    const session = new PluginSession(() => {
      log('info', 'the connection to the service is lost')
      socket.send(writeFault(connectToServer.name, NO_ID, pluginCodes.notConnected))
    })
    sessions.add(session)
    // A message too large or broken as a frame; ws closes the socket itself, with the code for it.
    socket.on('error', () => {})
    socket.on('close', () => {
      holders.forget(socket)
      sessions.delete(session)
      session.close()
    })
    const replaceOlder = (sessionId: string) => holders.take(sessionId, { socket, onReplaced: () => session.close() })
    serveControl(socket, { session, tickets, ticketLifeMs, snapshots, downloads, origins, log, replaceOlder }, log)
  })
  server.on('upgrade', upgrade)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, HOST, resolve)
  })
  port = (server.address() as AddressInfo).port
  downloads.start()

  return {
    port,
    stats: () => ({
      controlSockets: controlServer.clients.size,
      mediaSockets: mediaServer.clients.size,
      upstreams: [...sessions].filter((session) => session.isConnected).length,
      windows: [...sessions].flatMap((session) => [...session.tabs.values()]).reduce((sum, tab) => sum + tab.windows.size, 0),
    }),
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const session of sessions) session.close()
      for (const socket of [...controlServer.clients, ...mediaServer.clients]) socket.terminate()
      server.closeAllConnections()
      await Promise.all([closed, downloads.close()])
    },
  }
}

/** Closes it for good, whether the other side answers or not. */
function refuseMedia(media: WebSocket): void {
  media.close(mediaClose.ticketRefused)
  const patience = setTimeout(() => media.terminate(), REFUSED_MS)
  media.once('close', () => clearTimeout(patience))
}
