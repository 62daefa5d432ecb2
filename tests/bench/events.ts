import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { eventSearchList } from '#contract/calls/event/event-search-list.ts'
import type { InputOf } from '#contract/define-call.ts'
import { attributesOfKind, attributeValues, eventKinds, type EventAttributes, type EventKind } from '#contract/event-attributes.ts'
import { comparablePlate } from '#contract/plates.ts'
import { drawEventId } from '#server/event/event-id.ts'
import { packTraits } from '#server/event/traits.ts'
import { SeededRandom } from '#tests/support/seeded-random.ts'
import { TestService } from '#tests/support/service.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'

const DAY_MS = 24 * 60 * 60_000
const SPAN_MS = 30 * DAY_MS
const DEVICES = 10
const CHANNELS = 4
const ROUNDS = 40
const BAR_MS = 50
const organizationId = 'harbor-logistics'
const siteIds = ['harbor-gate', 'harbor-shop', 'harbor-warehouse']
const kindShares: readonly EventKind[] = ['motion', 'motion', 'motion', 'person', 'person', 'person', 'vehicle', 'vehicle', 'plate', 'face']

type Search = Omit<InputOf<typeof eventSearchList>, 'fromMs' | 'toMs' | 'pageSize'>

/** Times the search for events among 10⁴ and 10⁶ of them, over HTTP, on a service with a database of its own. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { sizes: { type: 'string', default: '10000,1000000' } } })
  const sizes = values.sizes.split(',').map(Number)
  const figures = []
  for (const size of sizes) figures.push(await measure(size))
  const [small, large] = [figures.at(0), figures.at(-1)]
  const growth = (large?.p95Ms ?? 0) / (small?.p95Ms ?? 1)
  console.log(`p95 grows ${growth.toFixed(2)} times while the events grow ${(sizes.at(-1) ?? 1) / (sizes[0] ?? 1)} times`)
  console.log(JSON.stringify({ bench: 'events', barMs: BAR_MS, isWithinBar: (large?.p95Ms ?? Infinity) <= BAR_MS, growth, figures }))
}

async function measure(events: number) {
  const service = await TestService.start()
  try {
    const beganMs = performance.now()
    fill(join(service.folder, 'sightline.db'), events, service.now)
    console.log(`\n${events} events, written in ${((performance.now() - beganMs) / 1000).toFixed(1)} s`)
    const client = await service.signIn('admin')
    const all: number[] = []
    const bySearch: Record<string, { p50Ms: number; p95Ms: number }> = {}
    for (const [name, searches] of Object.entries(searchesOf(await somePlates(client, service.now)))) {
      const times = await time(client, service.now, searches)
      all.push(...times)
      bySearch[name] = percentiles(times)
      console.log(
        `  ${name.padEnd(24)} p50 ${bySearch[name].p50Ms.toFixed(1).padStart(6)} ms   p95 ${bySearch[name].p95Ms.toFixed(1).padStart(6)} ms`,
      )
    }
    const total = percentiles(all)
    console.log(`  ${'all'.padEnd(24)} p50 ${total.p50Ms.toFixed(1).padStart(6)} ms   p95 ${total.p95Ms.toFixed(1).padStart(6)} ms`)
    return { events, ...total, bySearch }
  } finally {
    await service.close()
  }
}

/** What people search for, from the everyday to the rare. Several of a kind take turns. */
function searchesOf({ plates, middle }: { plates: string[]; middle: string }): Record<string, Search[]> {
  return {
    everything: [{}],
    'a page deep inside': [{ after: middle }],
    'one kind': eventKinds.map((kind) => ({ kinds: [kind] })),
    'one channel': Array.from({ length: DEVICES }, (_, device) => ({ channels: [{ sn: snOf(device), chlIndex: 1 }], kinds: ['person'] })),
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

/** Writes devices, channels and events straight into the database: over the gateway a million would take a day. */
function fill(file: string, count: number, nowMs: number): void {
  const numbers = new SeededRandom(7)
  const random = () => numbers.below(1_000_000) / 1_000_000
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T
  const database = new DatabaseSync(file)
  database.exec('begin')
  const device = database.prepare(
    `insert into device (sn, key_hex, organization_id, site_id, name, dev_type, model, version, status, status_since_ms) values (?, '', '${organizationId}', ?, ?, 2, '', '', 2, 1)`,
  )
  const channel = database.prepare(
    `insert into channel (sn, chl_index, name, status, status_since_ms, support_fun_json, streams_json) values (?, ?, ?, 0, 1, '[]', '[]')`,
  )
  for (let index = 0; index < DEVICES; index += 1) {
    device.run(snOf(index), siteIds[index % siteIds.length] ?? '', `Recorder ${index}`)
    for (let chlIndex = 0; chlIndex < CHANNELS; chlIndex += 1) channel.run(snOf(index), chlIndex, `Camera ${chlIndex + 1}`)
  }
  const plates = Array.from({ length: Math.max(100, count / 40) }, () => drawPlate(random))
  const event = database.prepare('insert or ignore into event values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const seen = database.prepare('insert into event_plate values (?, ?, ?) on conflict do update set last_event_id = excluded.last_event_id')
  for (let index = 0; index < count; index += 1) {
    const id = drawEventId(nowMs - SPAN_MS + (SPAN_MS * index) / count)
    const at = Math.floor(random() * DEVICES)
    const kind = pick(kindShares)
    const attributes = drawAttributes(kind, pick)
    const plate = kind === 'plate' || (kind === 'vehicle' && random() < 0.5) ? pick(plates) : null
    const key = plate === null ? null : comparablePlate(plate)
    const place = [organizationId, siteIds[at % siteIds.length] ?? '', snOf(at), Math.floor(random() * CHANNELS)] as const
    const picture = `snapshots/${randomUUID()}.jpg`
    event.run(id, ...place, kind, packTraits(attributes), plate, key, JSON.stringify(attributes), picture, 'Some site', 'Some camera')
    if (key !== null) seen.run(organizationId, key, id)
  }
  database.exec('commit; pragma wal_checkpoint(truncate)')
  database.close()
}

function drawAttributes(kind: EventKind, pick: <T>(values: readonly T[]) => T): EventAttributes {
  // Nobody wears both a hat and a vest, so that there is something to search for in vain.
  const drawn = attributesOfKind[kind].map((name) => [name, pick<string>(attributeValues[name])])
  const attributes = Object.fromEntries(drawn) as EventAttributes
  return attributes.clothingType === 'vest' ? { ...attributes, hat: 'no' } : attributes
}

function drawPlate(random: () => number): string {
  const letter = () => String.fromCharCode(65 + Math.floor(random() * 16))
  const digit = () => Math.floor(random() * 10)
  return `${letter()}${letter()} ${digit()}${digit()}${digit()} ${letter()}`
}

function snOf(device: number): string {
  return `BENCH${String(device).padStart(5, '0')}`
}
