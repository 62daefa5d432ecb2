import type { Selectable } from 'kysely'
import { MOST_STEPS, type AlarmState, type Assignee, type HandlingStep } from '#contract/calls/event/alarm-handling.ts'
import type { Db } from '../db/open.ts'
import type { AlarmTable } from '../db/schema.ts'

interface Step {
  state: AlarmState | undefined
  note: string | undefined
  /** Null takes it from whoever has it. */
  assignee: Assignee | null | undefined
  byName: string
  atMs: number
}

/**
 * Writes what a person does about alarms, and remembers it as a step of each. An alarm whose handling is of another version by now is left
 * alone; the others are answered as they are afterwards. All of it happens at once, or nothing.
 */
export async function handleAlarms(
  db: Db,
  alarms: readonly { id: string; version: number }[],
  { state, note, assignee, byName, atMs }: Step,
): Promise<Selectable<AlarmTable>[]> {
  const change: Pick<HandlingStep, 'state' | 'note' | 'assigneeName'> = {
    ...(state !== undefined && { state }),
    ...(note !== undefined && { note }),
    ...(assignee !== undefined && { assigneeName: assignee?.name ?? null }),
  }
  return db.transaction().execute(async (inside) => {
    const handled: Selectable<AlarmTable>[] = []
    for (const [version, same] of Map.groupBy(alarms, (alarm) => alarm.version)) {
      const rows = await inside
        .updateTable('alarm')
        .set({
          handling_version: version + 1,
          handled_by_name: byName,
          handled_at_ms: atMs,
          ...(state !== undefined && { handling_state: state }),
          ...(note !== undefined && { note }),
          ...(assignee !== undefined && { assignee_id: assignee?.userId ?? null, assignee_name: assignee?.name ?? null }),
        })
        .where('handling_version', '=', version)
        .where(
          'id',
          'in',
          same.map(({ id }) => id),
        )
        .returningAll()
        .execute()
      if (rows.length === 0) continue
      const step = { version: version + 1, at_ms: atMs, by_name: byName, change_json: JSON.stringify(change) }
      await inside
        .insertInto('alarm_step')
        .values(rows.map(({ id }) => ({ ...step, alarm_id: id })))
        .execute()
      await inside
        .deleteFrom('alarm_step')
        .where(
          'alarm_id',
          'in',
          rows.map(({ id }) => id),
        )
        .where('version', '<=', version + 1 - MOST_STEPS)
        .execute()
      handled.push(...rows)
    }
    return handled
  })
}

/** What was done about an alarm, the newest first. */
export async function stepsOf(db: Db, alarmId: string): Promise<HandlingStep[]> {
  const steps = await db.selectFrom('alarm_step').where('alarm_id', '=', alarmId).selectAll().orderBy('version', 'desc').execute()
  return steps.map((step) => ({ version: step.version, atMs: step.at_ms, byName: step.by_name, ...JSON.parse(step.change_json) }))
}
