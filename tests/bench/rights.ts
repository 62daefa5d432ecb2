import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { devicePage } from '#contract/calls/device/device-page.ts'
import { ptzGet } from '#contract/calls/device/ptz-get.ts'
import { alarmSearchList } from '#contract/calls/event/alarm-search-list.ts'
import { alarmUnreadCount } from '#contract/calls/event/alarm-unread-count.ts'
import { eventSearchList } from '#contract/calls/event/event-search-list.ts'
import { healthSummary } from '#contract/calls/health/health-summary.ts'
import { channelNum } from '#contract/calls/device/channel-num.ts'
import { cpuMs } from '#tests/support/cpu-ms.ts'
import { findPostgres } from '#tests/support/find-postgres.ts'
import { fleetSn } from '#tests/support/fleet.ts'
import { addLargeOrganization } from '#tests/support/large-organization.ts'
import { PostgresServer } from '#tests/support/postgres.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import { ServiceProcess } from '#tests/support/service-process.ts'

const DAY_MS = 24 * 60 * 60_000
const BAR_MS = 50
/** Each person has ten sites of 25 devices with four channels. */
const size = { sites: 200, devices: 5_000, channelsOfDevice: 4, people: 500, sitesOfPerson: 10, rolesOfPerson: 30 }
const CHANNELS = (size.devices / size.sites) * size.channelsOfDevice * size.sitesOfPerson
const records = { events: 200_000, alarms: 100_000 }
const WARM_UP_ROUNDS = 20
/** Between two questions: what is timed is an answer, not a queue. */
const PAUSE_MS = 5

type Database = 'sqlite' | 'postgres'
type Figures = Record<string, { p50Ms: number; p95Ms: number; cpuMs: number }>

/** Times what people with a thousand channels each ask of an organization with 20,000, over HTTP, on both databases. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { rounds: { type: 'string', default: '200' } } })
  const databases: Database[] = findPostgres() === undefined ? ['sqlite'] : ['sqlite', 'postgres']
  const figures: Partial<Record<Database, Figures>> = {}
  for (const database of databases) figures[database] = await measure(database, Number(values.rounds))
  const worstMs = Math.max(...Object.values(figures).flatMap((calls) => Object.values(calls).map(({ p95Ms }) => p95Ms)))
  const machine = { load: Number(loadavg()[0]?.toFixed(1)), databases: figures }
  console.log(JSON.stringify({ bench: 'rights', p95_ms: Number(worstMs.toFixed(1)), channels: CHANNELS, bar_ms: BAR_MS, ...machine }))
}

async function measure(database: Database, rounds: number): Promise<Figures> {
  const server = database === 'postgres' ? await PostgresServer.start() : undefined
  const service = await ServiceProcess.start({ databaseUrl: server?.url() })
  try {
    const db = await service.openDatabase()
    const tokens = await addLargeOrganization(db, { database, ...size, ...records })
    await db.destroy()
    const { devices, people } = size
    console.log(`\n${database}: ${devices} devices, ${devices * size.channelsOfDevice} channels, ${people} people with ${CHANNELS} each,`)
    console.log(`${records.alarms} alarms and ${records.events} events of thirty days; load average ${loadavg()[0]?.toFixed(1)}`)
    const clients = tokens.map((token) => new ServiceClient(service.url, token))
    const seen = await clients[0]?.call(channelNum, {})
    if (seen?.total !== CHANNELS) throw new Error(`The first person sees ${seen?.total} channels.`)
    const figures: Figures = {}
    for (const [name, ask] of Object.entries(questions())) {
      figures[name] = await time(service.pid, rounds, (round) => {
        const person = round % clients.length
        return ask(clients[person] as ServiceClient, person)
      })
      print(name, figures[name])
    }
    return figures
  } finally {
    await service.close()
    await server?.stop()
  }
}

/** Each asks as somebody else, in turns. */
function questions(): Record<string, (client: ServiceClient, person: number) => Promise<unknown>> {
  const nowMs = Date.now()
  const span = { fromMs: nowMs - 30 * DAY_MS, toMs: nowMs }
  return {
    'alarm list': (client) => client.call(alarmSearchList, { pageSize: 20 }),
    'alarm list, one kind': (client) => client.call(alarmSearchList, { pageSize: 20, kinds: ['device-offline'] }),
    'unread alarms': (client) => client.call(alarmUnreadCount, undefined),
    'event search': (client) => client.call(eventSearchList, { ...span, pageSize: 20 }),
    'event search, attributes': (client) =>
      client.call(eventSearchList, { ...span, pageSize: 20, attributes: { gender: ['female'], clothingColour: ['red'] } }),
    'system health': (client) => client.call(healthSummary, undefined),
    'device page': (client) => client.call(devicePage, { pageNum: 2, pageSize: 20 }),
    'PTZ check': async (client, person) => {
      // No such camera is connected: whoever may steer it is told so (7062), after the check.
      const sn = fleetSn((person * size.sitesOfPerson) % size.sites)
      const { code } = await client.failure(ptzGet, { sn, chlIndex: 1 })
      if (code !== OFFLINE) throw new Error(`The PTZ check of ${sn} ended with ${code}.`)
    },
  }
}
const OFFLINE = 7062

async function time(pid: number, rounds: number, ask: (round: number) => Promise<unknown>) {
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) await ask(round)
  const times: number[] = []
  const before = cpuMs(pid)
  for (let round = 0; round < rounds; round += 1) {
    const beganMs = performance.now()
    await ask(round)
    times.push(performance.now() - beganMs)
    await pause(PAUSE_MS)
  }
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => Number((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1))
  return { p50Ms: at(0.5), p95Ms: at(0.95), cpuMs: Number(((cpuMs(pid) - before) / rounds).toFixed(2)) }
}

function print(name: string, { p50Ms, p95Ms, cpuMs: ownMs }: Figures[string]): void {
  const times = `p50 ${p50Ms.toFixed(1).padStart(6)} ms   p95 ${p95Ms.toFixed(1).padStart(6)} ms (bar: ${BAR_MS} ms)`
  console.log(`  ${name.padEnd(26)} ${times}   service's own CPU ${ownMs.toFixed(2)} ms a call`)
}
