import type { Selectable } from 'kysely'
import { alarmHandle as call, type HandlingChange } from '#contract/calls/event/alarm-handle.ts'
import type { Assignee } from '#contract/calls/event/alarm-handling.ts'
import type { Caller } from '../../access/caller.ts'
import type { Context } from '../../context.ts'
import type { AlarmTable } from '../../db/schema.ts'
import { toAlarm } from '../../events/alarms.ts'
import { handleAlarms } from '../../events/handle-alarms.ts'
import { CallFault } from '../call-fault.ts'
import { handler } from '../handler.ts'
import { markRead } from './mark-read.ts'
import { visibleAlarms } from '../../events/visible-alarms.ts'

type AlarmRow = Selectable<AlarmTable>

export const alarmHandle = handler(call, async ({ alarms: named, change }, context, caller) => {
  const { db, objectLinks } = context
  const ids = named.map(({ alarmId }) => alarmId)
  const seen = await visibleAlarms(context, caller, false).where('alarm.id', 'in', ids).selectAll('alarm').execute()
  if (seen.length === 0) throw new CallFault('not-found')
  const assignee = await assigneeFor(context, seen, change)
  const { alias } = await db.selectFrom('user').where('id', '=', caller.userId).select('alias').executeTakeFirstOrThrow()
  const versions = new Map(named.map(({ alarmId, version }) => [alarmId, version]))
  const step = { state: change.state, note: change.note, assignee, byName: alias, atMs: context.now() }
  const handled = await handleAlarms(
    db,
    seen.map(({ id }) => ({ id, version: versions.get(id) ?? 0 })),
    step,
  )
  await context.alarms.tellAll(handled)
  const done = handled.map(({ id }) => id)
  const read = await markRead(context, caller, { named: done, untilMs: null })
  const overtaken = await nowOf(context, caller, ids)
  return {
    alarms: handled.map((row) => toAlarm(row, true, objectLinks)),
    overtaken: overtaken.filter(({ id }) => !done.includes(id)).map((row) => toAlarm(row, row.reader !== null, objectLinks)),
    read,
  }
})

/** Whom the change names, if all of these alarms are theirs to see. Fails with assignee-cannot-see. */
async function assigneeFor(
  { rights }: Context,
  alarms: readonly AlarmRow[],
  { assignee }: HandlingChange,
): Promise<Assignee | null | undefined> {
  if (assignee === undefined || assignee === null) return assignee
  const places = new Map(alarms.map((alarm) => [`${alarm.sn} ${alarm.chl_index}`, alarm]))
  let found: Assignee | undefined
  for (const alarm of places.values()) {
    const people = rights.assigneesOfAlarm(alarm).where('user.id', '=', assignee.person)
    found = await people.select(['user.id as userId', 'user.alias as name']).executeTakeFirst()
    if (found === undefined) throw new CallFault('assignee-cannot-see')
  }
  return found
}

/** The alarms as they are by now, with whether the person has read them. */
function nowOf(context: Context, caller: Caller, ids: readonly string[]) {
  return visibleAlarms(context, caller, false)
    .where('alarm.id', 'in', ids)
    .leftJoin('alarm_read', (join) => join.onRef('alarm_read.alarm_id', '=', 'alarm.id').on('alarm_read.user_id', '=', caller.userId))
    .selectAll('alarm')
    .select('alarm_read.user_id as reader')
    .execute()
}
