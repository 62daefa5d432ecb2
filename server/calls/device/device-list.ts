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
  const { order, isDescending, after, limit } = input
  const column = columns[order]
  const way = isDescending ? 'desc' : 'asc'
  let page = boundDevices(db).where(isWanted(input, who))
  // A place of another order, which somebody made up, is none: nothing is compared with what it is not.
  if (after !== undefined)
    page = page.where(
      ({ eb, refTuple, tuple }) =>
        eb(
          refTuple(column, 'device.sn'),
          isDescending ? '<' : '>',
          tuple(typed(order, after.key), after.serialNumber),
        ) as Expression<SqlBool>,
    )
  return page
    .orderBy(column, way)
    .orderBy('device.sn', way)
    .limit(limit + 1)
    .execute()
}

const numeric = new Set<DeviceOrder>(['type', 'status', 'since'])
function typed(order: DeviceOrder, key: string | number): never {
  return (numeric.has(order) ? Math.trunc(Number(key) || 0) : String(key)) as never
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
