import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { eventSearchList } from '#contract/calls/event/event-search-list.ts'
import type { InputOf } from '#contract/define-call.ts'
import { eventKinds } from '#contract/event-attributes.ts'
import { comparablePlate } from '#contract/plates.ts'
import { addFleet, fleetSn, siteIds } from '#tests/support/fleet.ts'
import { addManyEvents } from '#tests/support/many-events.ts'
import { PostgresServer } from '#tests/support/postgres.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'
import { ServiceProcess } from '#tests/support/service-process.ts'

const SPAN_MS = 30 * 24 * 60 * 60_000
const DEVICES = 10
const CHANNELS = 4
const ROUNDS = 40
const BAR_MS = 50

type Search = Omit<InputOf<typeof eventSearchList>, 'fromMs' | 'toMs' | 'pageSize'>

/** Times the search for events among 10⁴ and 10⁶ of them, over HTTP, on a service process with a database of its own. */
export async function run(args: string[]): Promise<void> {
  const options = { sizes: { type: 'string', default: '10000,1000000' }, postgres: { type: 'boolean', default: false } } as const
  const { values } = parseArgs({ args, options })
  const database = values.postgres ? 'postgres' : 'sqlite'
  const sizes = values.sizes.split(',').map(Number)
  const figures = []
  for (const size of sizes) figures.push(await measure(size, database))
  const [small, large] = [figures.at(0), figures.at(-1)]
  const growth = (large?.p95Ms ?? 0) / (small?.p95Ms ?? 1)
  console.log(`p95 grows ${growth.toFixed(2)} times while the events grow ${(sizes.at(-1) ?? 1) / (sizes[0] ?? 1)} times`)
  console.log(
    JSON.stringify({ bench: 'events', database, barMs: BAR_MS, isWithinBar: (large?.p95Ms ?? Infinity) <= BAR_MS, growth, figures }),
  )
}

async function measure(events: number, database: 'sqlite' | 'postgres') {
  const server = database === 'postgres' ? await PostgresServer.start() : undefined
  const service = await ServiceProcess.start({ databaseUrl: server?.url() })
  try {
    const nowMs = Date.now()
    const beganMs = performance.now()
    const db = await service.openDatabase()
    await addFleet(db, { devices: DEVICES, channels: DEVICES * CHANNELS })
    await addManyEvents(db, { database, count: events, devices: DEVICES, channels: CHANNELS, fromMs: nowMs - SPAN_MS, toMs: nowMs })
    await db.destroy()
    console.log(`\n${events} events on ${database}, written in ${((performance.now() - beganMs) / 1000).toFixed(1)} s`)
    const client = await service.signInAdministrator()
    const all: number[] = []
    const bySearch: Record<string, { p50Ms: number; p95Ms: number }> = {}
    for (const [name, searches] of Object.entries(searchesOf(await somePlates(client, nowMs)))) {
      const times = await time(client, nowMs, searches)
      all.push(...times)
      bySearch[name] = percentiles(times)
      console.log(`  ${name.padEnd(24)} ${inWords(bySearch[name])}`)
    }
    const total = percentiles(all)
    const load = Number(loadavg()[0]?.toFixed(1))
    console.log(`  ${'all'.padEnd(24)} ${inWords(total)}   load average ${load}`)
    return { events, ...total, load, bySearch }
  } finally {
    await service.close()
    await server?.stop()
  }
}

function inWords({ p50Ms, p95Ms }: { p50Ms: number; p95Ms: number }): string {
  return `p50 ${p50Ms.toFixed(1).padStart(6)} ms   p95 ${p95Ms.toFixed(1).padStart(6)} ms (bar: ${BAR_MS} ms)`
}

/** What people search for, from the everyday to the rare. Several of a kind take turns. */
function searchesOf({ plates, middle }: { plates: string[]; middle: string }): Record<string, Search[]> {
  return {
    everything: [{}],
    'a page deep inside': [{ after: middle }],
    'one kind': eventKinds.map((kind) => ({ kinds: [kind] })),
    'one channel': Array.from({ length: DEVICES }, (_, device) => ({
      channels: [{ sn: fleetSn(device), chlIndex: 1 }],
      kinds: ['person'],
    })),
    'one site': siteIds.map((siteId) => ({ siteIds: [siteId] })),
    'two attributes': [
      { attributes: { gender: ['female'], clothingColour: ['red'] } },
      { attributes: { age: ['child'], hat: ['yes'] } },
      { attributes: { vehicleType: ['truck'], vehicleColour: ['white', 'silver'] } },
    ],
    'five attributes, rare': [
      { attributes: { age: ['elderly'], gender: ['male'], mask: ['yes'], backpack: ['yes'], clothingColour: ['pink'] } },
    ],
    'attributes of nobody': [{ attributes: { hat: ['yes'], clothingType: ['vest'] } }],
    'faces of somebody known': [{ minSimilarity: 90 }, { minSimilarity: 60, kinds: ['face'] }],
    'one plate': plates.map((plate) => ({ plate })),
    'a plate, beginning': plates.map((plate) => ({ plate: `${plate.slice(0, 4)}*` })),
    'a plate, middle': plates.map((plate) => ({ plate: `*${plate.slice(2, 5)}*` })),
    'a plate, one unsure': plates.map((plate) => ({ plate: `${plate.slice(0, 3)}?${plate.slice(4)}` })),
    'plates of nobody': [{ plate: '*QQQ*' }],
  }
}

async function time(client: ServiceClient, nowMs: number, searches: readonly Search[]): Promise<number[]> {
  const times = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const search = searches[round % searches.length] ?? {}
    const beganMs = performance.now()
    await client.call(eventSearchList, { fromMs: nowMs - SPAN_MS, toMs: nowMs, pageSize: 20, ...search })
    times.push(performance.now() - beganMs)
  }
  return times
}

async function somePlates(client: ServiceClient, nowMs: number): Promise<{ plates: string[]; middle: string }> {
  const span = { fromMs: nowMs - SPAN_MS, pageSize: 20 }
  const { events } = await client.call(eventSearchList, { ...span, toMs: nowMs, kinds: ['plate'] })
  const { events: older } = await client.call(eventSearchList, { ...span, toMs: nowMs - SPAN_MS / 2 })
  return { plates: events.flatMap((event) => (event.plate === null ? [] : comparablePlate(event.plate))), middle: older[0]?.eventId ?? '1' }
}

function percentiles(times: readonly number[]): { p50Ms: number; p95Ms: number } {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { p50Ms: at(0.5), p95Ms: at(0.95) }
}
