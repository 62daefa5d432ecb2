import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GATEWAY_PATH, type GatewayChannel } from '#contract/device-gateway.ts'
import { channelStatuses, deviceTypes, type DeviceType } from '#contract/enums.ts'
import { PUSH_PATH } from '#contract/push.ts'
import type { Settings } from '#contract/settings.ts'
import { createService, type Service, type ServiceOptions as CreateOptions } from '#server/app.ts'
import { openDatabase, type Db } from '#server/db/open.ts'
import { FolderStore } from '#server/objects/folder-store.ts'
import type { DemoNote } from '#server/demo/seed.ts'
import type { CommandHandlers } from '#device/agent/command-handlers.ts'
import { DeviceAgent } from '#device/agent/device-agent.ts'
import { writeDemonstration } from '#device/simulator/demonstration.ts'
import { prepareDevices } from '#device/simulator/devices-file.ts'
import { createTestDatabase, type TestDatabase, writeTables } from './database.ts'
import { PushClient } from './push-client.ts'
import { addOtherOrganization, OTHER_PERSON } from './other-organization.ts'
import { keptAgentKey } from './kept-agent-key.ts'
import { keptKeys } from './kept-keys.ts'
import { clearPurchases } from './payment/clear-purchases.ts'
import { ServiceClient } from './service-client.ts'

/** Devices of the demonstration organization, one at each of its sites. */
export const demoDevices = {
  gate: { sn: 'GATE000001', securityCode: 'GATECODE1', name: 'Gate', devType: deviceTypes.ipc, site: 'gate' },
  shop: { sn: 'SHOP000001', securityCode: 'SHOPCODE1', name: 'Shop', devType: deviceTypes.ipc, site: 'shop' },
  warehouse: { sn: 'WARE000001', securityCode: 'WARECODE1', name: 'Warehouse', devType: deviceTypes.nvr, site: 'warehouse' },
} as const

/** Who mail comes from. */
export const SENDER = 'Sightline <no-reply@sightline.example>'

/**
 * Administrator, manager (site administrator) of the shop, operator of gate and warehouse, guard (live only) of gate and shop, trainee
 * without authority; the stranger administers another organization.
 */
export type PersonName = 'admin' | 'manager' | 'operator' | 'guard' | 'trainee' | 'stranger'

export interface ServiceOptions {
  /** Where pictures of the world come from. */
  mapTilesUrl?: string
  /** And whose those are. */
  mapTilesAttribution?: string
  /** How long after its start it begins to tidy up; at once unless given. */
  tidyAfterMs?: number
  /** The app that it serves; none unless named: a service keeps a copy of its app from the start on. */
  distFolder?: string
  origins?: string[]
  /** Who takes payments; the sandbox unless named. */
  payment?: Settings['payment']
  /** What the demonstration organization bought is cleared away unless this is true. */
  keepsPurchases?: boolean
  /** The demonstration as `npm start` has it: all simulated devices instead of three, thirty days of history by this seed, all purchases. */
  historySeed?: number
  /** Mail server; without one mail stays in the outbox. */
  smtpUrl?: string
  /** Bucket of an S3-compatible store; a folder unless named. */
  objectsUrl?: string
  /** Proxies that are believed. */
  trustedProxies?: string[]
  registration?: 'open' | 'closed'
  /** Key of sealed secrets; the folder's own unless given. */
  secretsKey?: string
  /** Another one, whose folder, database, people and clock this one works on. For PostgreSQL; this one is to be closed first. */
  sharedWith?: TestService
}

/**
 * A real service on a port of its own with a folder and a database of its own: the demonstration organization with the devices above,
 * and another organization. Its clock runs on, and can be moved.
 */
export class TestService {
  readonly folder: string
  #options: ServiceOptions
  readonly #database: TestDatabase
  readonly #clock: MovableClock
  readonly #people: Map<string, { loginName: string; password: string }>
  readonly #agents: DeviceAgent[] = []
  #running: Service | undefined

  private constructor(folder: string, database: TestDatabase, options: ServiceOptions) {
    this.folder = folder
    this.#database = database
    this.#options = options
    const { sharedWith } = options
    this.#clock = sharedWith === undefined ? new MovableClock() : sharedWith.#clock
    this.#people = sharedWith === undefined ? new Map([['stranger', OTHER_PERSON]]) : sharedWith.#people
  }

  static async start(options: ServiceOptions = {}): Promise<TestService> {
    if (options.sharedWith !== undefined) {
      const second = new TestService(options.sharedWith.folder, options.sharedWith.#database, options)
      await second.#start()
      return second
    }
    const folder = await mkdtemp(join(tmpdir(), 'sightline-service-'))
    const test = new TestService(folder, await createTestDatabase(), options)
    if (test.databaseUrl === '') await writeTables(test.databaseAt)
    await test.#start(await test.#prepareDemo())
    const { users } = JSON.parse(await readFile(join(test.folder, 'demo.json'), 'utf8')) as DemoNote
    for (const user of users) test.#people.set(user.loginName, user)
    await test.edit(async (db) => {
      await addOtherOrganization(db)
      if (options.keepsPurchases !== true && options.historySeed === undefined) await clearPurchases(db)
    })
    return test
  }

  get url(): string {
    return this.#service.url
  }

  /** An origin that the service accepts sockets from. */
  get origin(): string {
    return this.#options.origins?.[0] ?? this.url
  }

  get stats(): ReturnType<Service['stats']> {
    return this.#service.stats()
  }

  /** Empty on SQLite. */
  get databaseUrl(): string {
    return this.#database.url
  }

  /** Where the service keeps pictures and recordings, unless in a bucket. */
  get objects(): FolderStore {
    return new FolderStore(join(this.folder, 'objects'))
  }

  get now(): number {
    return this.#clock.now()
  }

  advance(ms: number): void {
    this.#clock.aheadMs += ms
  }

  person(name: PersonName): { loginName: string; password: string } {
    const person = this.#people.get(name)
    if (person === undefined) throw new Error(`There is no ${name}.`)
    return person
  }

  client(token?: string, from?: string): ServiceClient {
    return new ServiceClient(this.url, token, from)
  }

  async signIn(name: PersonName): Promise<ServiceClient> {
    return this.client().signIn(this.person(name))
  }

  /** Opens the push connection with the client's token, to resume `after` a cursor; resolves when it is accepted. */
  async openPush(client: ServiceClient, after?: string): Promise<PushClient> {
    const push = await PushClient.open(this.url + PUSH_PATH, this.origin)
    push.send({ type: 'token', token: client.token ?? '', after, proof: await client.prove?.() })
    await push.next('reply')
    return push
  }

  /** Works on the database beside the service, for what no call can do yet. */
  async edit<T>(work: (db: Db) => Promise<T>): Promise<T> {
    const db = await this.openDatabase()
    return work(db).finally(() => db.destroy())
  }

  /** The database beside the service, for who works on it often; to be destroyed before the service closes. */
  async openDatabase(): Promise<Db> {
    return openDatabase(this.databaseAt)
  }

  /** Address or file of the database. */
  get databaseAt(): string {
    return this.#database.url || join(this.folder, 'sightline.db')
  }

  /** Connects a device over the gateway, with channels that are online. It is a real agent without pictures. */
  async connectDevice(
    device: { sn: string; securityCode: string; devType?: DeviceType },
    channels = [channel(0)],
    commands: CommandHandlers = {},
    serviceUrl = this.url,
  ): Promise<DeviceAgent> {
    const agent = new DeviceAgent({
      url: serviceUrl.replace('http', 'ws') + GATEWAY_PATH,
      description: { sn: device.sn, devType: device.devType ?? deviceTypes.ipc, name: `Device ${device.sn}`, model: 'T-1', version: '1.0' },
      securityCode: device.securityCode,
      key: await keptAgentKey(device),
      channels,
      source: { open: () => ({ close: () => {} }) },
      commands,
      log: () => {},
    })
    this.#agents.push(agent)
    agent.start()
    await agent.firstAttempt
    return agent
  }

  /** Stops and starts the service on the same folder, on another port. `changes`: what is set otherwise from now on. */
  async restart(changes: ServiceOptions = {}): Promise<void> {
    await this.#service.close()
    this.#options = { ...this.#options, ...changes }
    await this.#start()
  }

  async close(): Promise<void> {
    await Promise.all(this.#agents.map((agent) => agent.stop()))
    await this.#service.close()
    if (this.#options.sharedWith !== undefined) return
    await this.#database.drop()
    await rm(this.folder, { recursive: true, force: true })
  }

  get #service(): Service {
    if (this.#running === undefined) throw new Error('The service does not run.')
    return this.#running
  }

  async #prepareDemo(): Promise<Pick<CreateOptions, 'demoFile' | 'demoHistory'>> {
    const { historySeed: seed } = this.#options
    if (seed !== undefined) {
      writeDemonstration(this.folder, prepareDevices(this.folder))
      const told = join(this.folder, 'simulator')
      return { demoFile: join(told, 'devices.json'), demoHistory: { file: join(told, 'demonstration.json'), seed } }
    }
    const demoFile = join(this.folder, 'devices.json')
    await writeFile(demoFile, JSON.stringify(Object.values(demoDevices)))
    return { demoFile }
  }

  async #start(demo: Pick<CreateOptions, 'demoFile' | 'demoHistory'> = {}): Promise<void> {
    const { distFolder = join(this.folder, 'no-app'), tidyAfterMs = 0 } = this.#options
    const settings = { ...settingsFor(this.folder, this.#options), databaseUrl: this.#database.url }
    this.#running = await createService({ settings, distFolder, ...demo, demoKeys: keptKeys(), now: () => this.now, tidyAfterMs })
  }
}

/** The machine's clock, some time ahead. */
class MovableClock {
  aheadMs = 0

  now(): number {
    return Date.now() + this.aheadMs
  }
}

/** A channel as a device describes it. */
export function channel(chlIndex: number, changes: Partial<GatewayChannel> = {}): GatewayChannel {
  const streams: GatewayChannel['streams'] = [{ stream: 'main', codec: 'avc1.64001f', width: 1280, height: 720, fps: 25 }]
  return { chlIndex, name: `Camera ${chlIndex + 1}`, status: channelStatuses.online, supportFun: [], streams, ...changes }
}

function settingsFor(
  dataFolder: string,
  {
    origins = [],
    payment = { provider: 'sandbox' },
    smtpUrl = '',
    objectsUrl = '',
    trustedProxies = [],
    secretsKey = '',
    mapTilesUrl = '',
    mapTilesAttribution = '',
    registration = 'open',
  }: ServiceOptions,
): Settings {
  const mail = { smtpUrl, mailFrom: SENDER, mapTilesUrl, mapTilesAttribution }
  const trust = { trustedProxies, secretsKey, registration }
  const places = { dataFolder, databaseUrl: '', objectsUrl }
  return {
    port: 0,
    host: '127.0.0.1',
    ...trust,
    ...places,
    pluginPort: 31853,
    cameraNetwork: '',
    recordings: { folder: '', bytes: 1e9, days: 1 },
    downloadsFolder: '',
    helpersFolder: '',
    origins,
    ...mail,
    logLevel: 'silent',
    payment,
  }
}
