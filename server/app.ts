import { join, resolve } from 'node:path'
import websocket from '@fastify/websocket'
import { fastify, type FastifyInstance } from 'fastify'
import { limits } from '#contract/limits.ts'
import type { Settings } from '#contract/settings.ts'
import { registerArchives } from './video/archive/register.ts'
import { createContext, type Context } from './context.ts'
import { TIDY_AFTER_MS, type Now } from './runtime/clock.ts'
import { lockFolder, prepareFolder } from './runtime/data-folder.ts'
import { openFromSettings } from './db/open-from-settings.ts'
import { seedDemo, type DemoHistory, type DemoKeys } from './demo/seed.ts'
import { registerDevicePages } from './devices/page-links.ts'
import { registerGateway } from './devices/gateway/register.ts'
import { LocalBus } from './nodes/bus.ts'
import { PostgresBus } from './nodes/postgres-bus.ts'
import { openObjects } from './objects/open-from-settings.ts'
import { registerObjects } from './objects/register.ts'
import { sweepObjects } from './objects/sweep-objects.ts'
import { purgeHourly } from './runtime/purge-hourly.ts'
import { registerAppManifest } from './http/app-manifest.ts'
import { registerCalls } from './http/calls.ts'
import { registerHelpers } from './http/helpers.ts'
import { logOptions } from './http/log.ts'
import { registerSecurityHeaders } from './http/security-headers.ts'
import { registerStatic } from './http/static.ts'
import { registerConfirmPage } from './mail/confirm-page.ts'
import { registerOutboxPage } from './mail/outbox-page.ts'
import { registerPayment } from './sales/payment/register.ts'
import { registerPush } from './push/register.ts'
import { registerRelay, type RelayStats } from './video/relay/register.ts'
import { openSealer } from './runtime/sealer.ts'
import { StartFault } from './runtime/start-fault.ts'

const projectFolder = join(import.meta.dirname, '..')
const BODY_LIMIT_BYTES = 1024 * 1024
const SOCKET_MESSAGE_LIMIT_BYTES = 8 * 1024 * 1024

export interface ServiceOptions {
  settings: Settings
  /** Folder of the built app. */
  distFolder?: string
  /** Makes the demonstration organization in an empty database, with the devices that this JSON file lists. */
  demoFile?: string
  /** And the weeks before, as this other file of the simulator has it. */
  demoHistory?: DemoHistory
  /** Other keys than new ones, which take their time. */
  demoKeys?: DemoKeys
  now?: Now
  /** How long after the start the service begins to tidy up; a minute unless given. */
  tidyAfterMs?: number
}

/** Open sockets, and what the relay counts. */
type Stats = () => Record<'deviceSockets' | 'pushSockets', number> & ReturnType<RelayStats>

export interface Service {
  /** Without a path, such as `http://127.0.0.1:8420`. */
  url: string
  stats: Stats
  close(): Promise<void>
}

/** Starts a service and listens; port 0 takes any free one. Throws `StartFault` when a setting makes that impossible. */
export async function createService(options: ServiceOptions): Promise<Service> {
  const folder = resolve(projectFolder, options.settings.dataFolder)
  const helpersFolder = resolve(projectFolder, options.settings.helpersFolder || join(folder, 'helpers'))
  const settings = { ...options.settings, dataFolder: folder, helpersFolder, origins: [...options.settings.origins] }
  prepareFolder(folder)
  // Services that share a PostgreSQL database may share the folder too: no two write the same file in it.
  const closers: (() => void | Promise<void>)[] = settings.databaseUrl === '' ? [lockFolder(folder)] : []
  const close = async () => {
    for (const closer of closers.splice(0).toReversed()) await closer()
  }
  try {
    const db = await openFromSettings(settings, folder)
    closers.push(() => db.destroy())
    const objects = await openObjects(settings, folder)
    const sealer = await openSealer(settings, folder, db)
    const app = fastify({
      ...logOptions(settings.logLevel),
      bodyLimit: BODY_LIMIT_BYTES,
      // The longest that a request may take to arrive; answers have no such limit.
      requestTimeout: limits.uploadTimeoutMs,
      forceCloseConnections: true,
      trustProxy: settings.trustedProxies.length > 0 && [...settings.trustedProxies],
    })
    const bus = settings.databaseUrl === '' ? new LocalBus() : await PostgresBus.open(settings.databaseUrl, app.log)
    closers.push(() => bus.close())
    const { now = Date.now, tidyAfterMs = TIDY_AFTER_MS } = options
    const context = createContext({ settings, now, log: app.log, db, bus, objects, sealer, tidyAfterMs })
    closers.push(async () => {
      context.webPush.close()
      await context.nodes.close()
      await context.sweeper.close()
      await context.deviceHealth.close()
      await context.manyChanges.close()
      await context.stationWatch.idle()
      await context.devices.idle()
      await context.events.idle()
    })
    closers.push(() => app.close())
    if (options.demoFile !== undefined) {
      const { demoFile, demoHistory: history, demoKeys: keys } = options
      await seedDemo(db, { dataFolder: folder, demoFile, history, objects, nowMs: context.now(), bindingKeys: context.bindingKeys, keys })
    }
    purgeHourly(context)
    sweepObjects(context)
    await context.objectLinks.start()
    await context.mfa.sealSecrets()
    await context.nodes.start()
    const stats = await register(app, context, options)
    const url = await listen(app, settings)
    await context.nodes.announce(url)
    return { url, stats, close }
  } catch (fault) {
    await close()
    throw fault
  }
}

async function register(app: FastifyInstance, context: Context, options: ServiceOptions): Promise<Stats> {
  registerSecurityHeaders(app, context.settings)
  await app.register(websocket, { options: { maxPayload: SOCKET_MESSAGE_LIMIT_BYTES, perMessageDeflate: false } })
  await registerCalls(app, context)
  await registerPush(app, context)
  registerDevicePages(app, context)
  await registerPayment(app, context)
  registerOutboxPage(app, context)
  registerConfirmPage(app, context)
  registerObjects(app, context)
  registerAppManifest(app, context)
  await registerHelpers(app, context.settings.helpersFolder)
  await registerStatic(app, options.distFolder, context.settings.dataFolder)
  app.addHook('onReady', () => context.eventExports.clear())
  await registerArchives(app, context, options.distFolder ?? join(projectFolder, 'dist'))
  const countDevices = registerGateway(app, context)
  const countRelayed = registerRelay(app, context)
  return () => ({ deviceSockets: countDevices(), pushSockets: context.push.size, ...countRelayed() })
}

async function listen(app: FastifyInstance, settings: Settings): Promise<string> {
  try {
    await app.listen({ port: settings.port, host: settings.host })
  } catch (fault) {
    const code = fault instanceof Error && 'code' in fault ? String(fault.code) : ''
    if (code === 'EADDRINUSE')
      throw new StartFault(`Port ${settings.port} is in use by another program; choose another with SIGHTLINE_PORT.`)
    if (code === 'EACCES') throw new StartFault(`Port ${settings.port} may not be used by this user; choose another with SIGHTLINE_PORT.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new StartFault(
        `The service cannot listen on ${settings.host}, which is no address of this machine; choose another with SIGHTLINE_HOST.`,
      )
    }
    throw fault
  }
  const address = app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : settings.port
  // A free port is known only now, and with it the origins that the settings could not name.
  if (settings.origins.length === 0) settings.origins.push(`http://localhost:${port}`, `http://127.0.0.1:${port}`)
  const isEverywhere = settings.host === '0.0.0.0' || settings.host === '::'
  const host = isEverywhere ? '127.0.0.1' : settings.host.includes(':') ? `[${settings.host}]` : settings.host
  return `http://${host}:${port}`
}
