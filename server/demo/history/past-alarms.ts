import type { Insertable } from 'kysely'
import type { AlarmRule } from '#contract/calls/event/alarm-rule.ts'
import { DAY_MS } from '#shared/time/day.ts'
import { channelKey } from '#shared/channel-key.ts'
import type { AlarmTable } from '../../db/schema.ts'
import { alarmKindOf, covers, decidedBy, type Seen } from '../../events/evaluate.ts'
import { timeOfEvent } from '../../events/event-id.ts'
import type { EventRow } from '../../events/event-search.ts'
import { isWithinSchedule } from '../../events/schedule.ts'
import type { PastChannel } from './past-events.ts'
import type { Seeded } from './seeded.ts'

const MINUTE_MS = 60_000
const OUTAGES = 14

type AlarmRow = Insertable<AlarmTable>
interface SeenEvent extends Seen {
  row: EventRow
}
interface Past {
  events: readonly EventRow[]
  rules: readonly AlarmRule[]
  channels: readonly PastChannel[]
  /** Groups of the plates that are in one, by the plate as it is compared. */
  groupOfPlate: ReadonlyMap<string, string>
}

/** The alarms that these rules would have raised for these events, and some outages. */
export function pastAlarms(past: Past, nowMs: number, draw: Seeded): AlarmRow[] {
  return [...alarmsOfEvents(past, draw), ...outages(past, nowMs, draw)]
}

function alarmsOfEvents({ events, rules, channels, groupOfPlate }: Past, draw: Seeded): AlarmRow[] {
  const timeZones = new Map(channels.map(({ place, timeZone }) => [place.site_id, timeZone]))
  const alarms: AlarmRow[] = []
  for (const rule of rules) {
    if (!rule.isEnabled || rule.trigger.kind === 'device-health') continue
    const withinMs = rule.trigger.kind === 'combination' ? rule.trigger.withinS * 1000 : 0
    const lastAt = new Map<string, number>()
    let recent: SeenEvent[] = []
    for (const row of events) {
      const atMs = timeOfEvent(row.id)
      const place = { siteId: row.site_id, sn: row.sn, chlIndex: row.chl_index }
      if (!covers(rule.scope, place)) continue
      const seen = see(row, groupOfPlate)
      recent = recent.filter((one) => timeOfEvent(one.row.id) >= atMs - withinMs)
      const decided = decidedBy(
        rule.trigger,
        seen,
        recent.filter((one) => one.row.site_id === row.site_id),
      )
      if (withinMs > 0) recent.push(seen)
      if (decided === undefined || !isWithinSchedule(rule.schedule, atMs, timeZones.get(row.site_id) ?? '')) continue
      const channel = channelKey(row.sn, row.chl_index)
      if (atMs - (lastAt.get(channel) ?? 0) < rule.alertIntervalS * 1000) continue
      lastAt.set(channel, atMs)
      alarms.push({
        id: draw.id(),
        ...placeOf(row),
        kind: alarmKindOf(rule.trigger, seen),
        started_at_ms: atMs,
        recovered_at_ms: atMs,
        rule_id: rule.ruleId,
        rule_name: rule.name,
        plate: row.plate,
        snapshot_key: row.snapshot_key,
        event_ids_json: JSON.stringify(decided.map((one) => one.row.id)),
      })
    }
  }
  return alarms
}

function see(row: EventRow, groupOfPlate: ReadonlyMap<string, string>): SeenEvent {
  return {
    row,
    kind: row.kind,
    attributes: JSON.parse(row.attributes_json),
    plate: row.plate,
    plateGroupId: groupOfPlate.get(row.plate_key ?? ''),
  }
}

/** Cameras that were away for some minutes or hours, and came back. */
function outages({ rules, channels }: Past, nowMs: number, draw: Seeded): AlarmRow[] {
  const rule = rules.find(({ trigger }) => trigger.kind === 'device-health')
  return Array.from({ length: OUTAGES }, () => {
    const startedMs = nowMs - DAY_MS / 8 - draw.below(29 * DAY_MS)
    return {
      id: draw.id(),
      ...placeOf(draw.pick(channels).place),
      kind: 'channel-offline' as const,
      started_at_ms: startedMs,
      recovered_at_ms: startedMs + MINUTE_MS + draw.below(2 * 60 * MINUTE_MS),
      rule_id: rule?.ruleId ?? null,
      rule_name: rule?.name ?? null,
    }
  })
}

function placeOf({ organization_id, site_id, sn, chl_index, site_name, source_name }: PastChannel['place']) {
  return { organization_id, site_id, sn, chl_index, site_name, source_name }
}
