import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { attributesOfKind, attributeValues, type EventAttributes, type EventKind } from '#contract/event-attributes.ts'
import { comparablePlate } from '#contract/plates.ts'
import type { Db } from '#server/db/open.ts'
import { drawEventId } from '#server/events/event-id.ts'
import type { EventRow } from '#server/events/event-search.ts'
import { packTraits } from '#server/events/traits.ts'
import { fleetSn, siteOf } from './fleet.ts'
import { SeededRandom } from './seeded-random.ts'

const AT_ONCE = 10_000
const kindShares: readonly EventKind[] = ['motion', 'motion', 'motion', 'person', 'person', 'person', 'vehicle', 'vehicle', 'plate', 'face']

interface Wanted {
  database: 'sqlite' | 'postgres'
  count: number
  /** Of the fleet, with so many channels each. */
  devices: number
  channels: number
  /** Where the fleet is, as `addFleet` has it. */
  sites?: readonly string[]
  fromMs: number
  toMs: number
  /** Keys of the pictures that they have, in turns; each one of its own that is not there unless named. */
  pictures?: readonly string[]
}

/** Writes events of the fleet, evenly over a time, straight into the database: over the gateway a million would take a day. */
export async function addManyEvents(db: Db, wanted: Wanted): Promise<void> {
  const draw = eventsOf(wanted)
  for (let index = 0; index < wanted.count; index += AT_ONCE) {
    const rows = Array.from({ length: Math.min(AT_ONCE, wanted.count - index) }, (_, offset) => draw(index + offset))
    await write[wanted.database](rows).execute(db)
  }
  await sql`insert into event_plate (organization_id, plate_key, last_event_id)
    select organization_id, plate_key, max(id) from event where plate_key is not null group by organization_id, plate_key`.execute(db)
  // What PostgreSQL does by itself within a minute, and what nobody searches before.
  if (wanted.database === 'postgres') await sql`vacuum analyze`.execute(db)
}

/** Two events may have drawn the same number. */
const write = {
  sqlite: (rows: EventRow[]) => {
    const names = Object.keys(rows[0] ?? {})
    const fields = names.map((name) => sql`value ->> ${sql.lit(name)}`)
    const columns = sql.join(names.map((name) => sql.ref(name)))
    return sql`insert or ignore into event (${columns}) select ${sql.join(fields)} from json_each(${JSON.stringify(rows)})`
  },
  postgres: (rows: EventRow[]) =>
    sql`insert into event select * from json_populate_recordset(null::event, ${JSON.stringify(rows)}::json) on conflict do nothing`,
}

function eventsOf({ count, devices, channels, sites, fromMs, toMs, pictures = [] }: Wanted): (index: number) => EventRow {
  const numbers = new SeededRandom(7)
  const pick = <T>(values: readonly T[]): T => values[numbers.below(values.length)] as T
  const plates = Array.from({ length: Math.max(100, count / 40) }, () => drawPlate(numbers))
  return (index) => {
    const at = numbers.below(devices)
    const kind = pick(kindShares)
    const attributes = drawAttributes(kind, pick)
    const similarity = kind === 'face' ? numbers.below(101) : undefined
    const plate = kind === 'plate' || (kind === 'vehicle' && numbers.below(2) === 0) ? pick(plates) : null
    return {
      id: drawEventId(fromMs + ((toMs - fromMs) * index) / count),
      organization_id: 'harbor-logistics',
      site_id: siteOf(at, sites),
      sn: fleetSn(at),
      chl_index: numbers.below(channels),
      kind,
      traits: packTraits(attributes, similarity),
      plate,
      plate_key: plate === null ? null : comparablePlate(plate),
      attributes_json: JSON.stringify(attributes),
      person_json: null,
      box_json: null,
      snapshot_key: pictures[index % pictures.length] ?? `snapshots/${randomUUID()}.jpg`,
      site_name: 'Some site',
      source_name: 'Some camera',
    }
  }
}

function drawAttributes(kind: EventKind, pick: <T>(values: readonly T[]) => T): EventAttributes {
  // Nobody wears both a hat and a vest, so that there is something to search for in vain.
  const drawn = attributesOfKind[kind].map((name) => [name, pick<string>(attributeValues[name])])
  const attributes = Object.fromEntries(drawn) as EventAttributes
  return attributes.clothingType === 'vest' ? { ...attributes, hat: 'no' } : attributes
}

function drawPlate(numbers: SeededRandom): string {
  const letter = () => String.fromCharCode(65 + numbers.below(16))
  const digit = () => numbers.below(10)
  return `${letter()}${letter()} ${digit()}${digit()}${digit()} ${letter()}`
}
