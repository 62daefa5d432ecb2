import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely'
import { deviceList as call, type DeviceFilter, type DeviceOrder } from '#contract/calls/device/device-list.ts'
import type { InputOf } from '#contract/define-call.ts'
import { contains } from '../../db/contains.ts'
import type { Db } from '../../db/open.ts'
import type { Schema } from '../../db/schema.ts'
import { askerOf, seesDevice, type Who } from '../../access/sees-channel.ts'
import { handler } from '../handler.ts'
import { boundDevices, toDevice } from './views.ts'

type Input = InputOf<typeof call>
const MOST_VALUES = 200

const columns = {
  name: 'device.name',
  site: 'site.name',
  type: 'device.dev_type',
  status: 'device.status',
  since: 'device.status_since_ms',
  model: 'device.model',
  version: 'device.version',
} as const satisfies Record<DeviceOrder, string>
const numeric: ReadonlySet<DeviceOrder> = new Set(['type', 'status', 'since'])
const keys = {
  name: ({ name }) => name,
  site: ({ site_name }) => site_name,
  type: ({ dev_type }) => dev_type,
  status: ({ status }) => status,
  since: ({ status_since_ms }) => status_since_ms,
  model: ({ model }) => model,
  version: ({ version }) => version,
} satisfies Record<DeviceOrder, (row: Row) => string | number>
type Row = Awaited<ReturnType<typeof findPage>>[number]

/** A page goes on behind the last device of the one before, wherever that stands by now: nothing is counted off, and nothing comes twice. */
export const deviceList = handler(call, async (input, { db }, caller) => {
  const rows = await findPage(db, input, caller)
  const shown = rows.slice(0, input.limit)
  const last = shown.at(-1)
  const next = rows.length > input.limit && last ? { key: keys[input.order](last), serialNumber: last.sn } : null
  const isFirst = input.after === undefined
  const [total, models, versions] = isFirst
    ? await Promise.all([countAll(db, input, caller), valuesOf(db, 'model', caller), valuesOf(db, 'version', caller)])
    : [null, null, null]
  return { devices: shown.map(toDevice), next, total, models, versions }
})

function findPage(db: Db, input: Input, who: Who) {
  const { order, isDescending, limit } = input
  const [column, way] = [sql.ref(columns[order]), isDescending ? 'desc' : 'asc'] as const
  // Joined before the order and its end are known, every device of an organization would be looked up with its site.
  const page =
    order === 'site'
      ? boundDevices(db).where(isWanted(input, who)).where(isBehind(input))
      : boundDevices(db).where('device.sn', 'in', ({ selectFrom }) =>
          selectFrom('device')
            .where(isWanted(input, who))
            .where(isBehind(input))
            .orderBy(column, way)
            .orderBy('device.sn', way)
            .limit(limit + 1)
            .select('device.sn'),
        )
  return page
    .orderBy(column, way)
    .orderBy('device.sn', way)
    .limit(limit + 1)
    .execute()
}

/** A place of another order, which somebody made up, is none: nothing is compared with what it is not. */
function isBehind({ order, isDescending, after }: Input): Expression<SqlBool> {
  if (after === undefined) return sql.lit(true)
  const key = numeric.has(order) ? Math.trunc(Number(after.key) || 0) : String(after.key)
  const [place, last] = [sql`(${sql.ref(columns[order])}, ${sql.ref('device.sn')})`, sql`(${key}, ${after.serialNumber})`]
  return isDescending ? sql<SqlBool>`${place} < ${last}` : sql<SqlBool>`${place} > ${last}`
}

function isWanted({ search, siteIds, statuses, types, model, version, hasClosed }: DeviceFilter, who: Who) {
  return (expression: ExpressionBuilder<Schema, 'device'>) => {
    const conditions: Expression<SqlBool>[] = [seesDevice(askerOf(who))(expression)]
    if (siteIds?.length) conditions.push(expression('device.site_id', 'in', siteIds))
    if (statuses?.length) conditions.push(expression('device.status', 'in', statuses))
    if (types?.length) conditions.push(expression('device.dev_type', 'in', types))
    if (model !== undefined) conditions.push(expression('device.model', '=', model))
    if (version !== undefined) conditions.push(expression('device.version', '=', version))
    if (search) conditions.push(contains(['device.name', 'device.model', 'device.sn'], search))
    if (hasClosed !== undefined) {
      const closed = expression.exists(
        expression.selectFrom('channel').whereRef('channel.sn', '=', 'device.sn').where('is_open', '=', 0).select(sql.lit(1).as('one')),
      )
      conditions.push(hasClosed ? closed : expression.not(closed))
    }
    return expression.and(conditions)
  }
}

async function countAll(db: Db, filter: DeviceFilter, who: Who): Promise<number> {
  const found = db.selectFrom('device').where(isWanted(filter, who))
  const { total } = await found.select(({ fn }) => fn.countAll<number | string>().as('total')).executeTakeFirstOrThrow()
  return Number(total)
}

/** The models, or versions, of the devices that the person sees. */
async function valuesOf(db: Db, column: 'model' | 'version', who: Who): Promise<string[]> {
  const seen = db
    .selectFrom('device')
    .where(seesDevice(askerOf(who)))
    .where(column, '!=', '')
  const rows = await seen.select(`${column} as value`).distinct().orderBy(column).limit(MOST_VALUES).execute()
  return rows.map(({ value }) => value)
}
