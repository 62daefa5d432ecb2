import type { Kysely } from 'kysely'
import { deviceStatuses } from '#contract/enums.ts'
import type { Schema } from '../schema.ts'

/** At no node that there is: what was there when the service ended is waited for, and away when it does not come back. */
const NO_NODE = ''
/** A screen that was there had reported within this time of the last report of all: it does so each ten seconds. */
const REPORTED_WITHIN_MS = 60_000

/** At which node the screen of an output is connected, and which of a station's screens and cameras an alarm is about. */
export async function up(db: Kysely<Schema>): Promise<void> {
  await db.schema.alterTable('station_output').addColumn('node_id', 'text').execute()
  await db.schema.alterTable('station_output').addColumn('gone_ms', 'bigint').execute()
  await db.schema.createIndex('station_output_node').on('station_output').column('node_id').execute()
  await db.schema.alterTable('alarm').addColumn('screen_key', 'text').execute()
  const reports = db.selectFrom('station_output').select(({ fn }) => fn.max<number | string | null>('reported_at_ms').as('last_ms'))
  const lastMs = Number((await reports.executeTakeFirst())?.last_ms ?? 0)
  const online = db.selectFrom('device').where('status', '=', deviceStatuses.online).select('sn')
  await db
    .updateTable('station_output')
    .set({ node_id: NO_NODE })
    .where('reported_at_ms', '>=', lastMs - REPORTED_WITHIN_MS)
    .where('sn', 'in', online)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('station_trouble as away')
            .whereRef('away.sn', '=', 'station_output.sn')
            .whereRef('away.vo_id', '=', 'station_output.vo_id')
            .where('away.kind', '=', 'away')
            .where('away.end_ms', 'is', null)
            .select('away.id'),
        ),
      ),
    )
    .execute()
}
