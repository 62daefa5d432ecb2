import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely'
import { devicePage as call } from '#contract/calls/device/device-page.ts'
import { matches, patternFor } from '../../db/contains.ts'
import { prepared } from '../../db/prepared.ts'
import type { Schema } from '../../db/schema.ts'
import { handler } from '../handler.ts'
import { seesDevice, type Asker } from '../../access/sees-channel.ts'
import { boundDevices, toDevice } from './views.ts'

export const devicePage = handler(call, async ({ pageNum, pageSize, search, siteId }, { db }, { userId, organizationId, role }) => {
  const pattern = search === undefined || search === '' ? undefined : patternFor(search)
  const wanted = { userId, organizationId, isAdministrator: role === 'administrator', siteId, pattern }
  const offset = (pageNum - 1) * pageSize
  const rows = await findPage(db, { ...wanted, pageSize, offset })
  // A page that has room left is the last one, and tells how many there are.
  const isLast = rows.length < pageSize && (rows.length > 0 || pageNum === 1)
  const total = isLast ? offset + rows.length : await countAll(db, wanted)
  return { total, devices: rows.map(toDevice) }
})

interface Wanted extends Asker {
  siteId: Expression<string> | undefined
  pattern: Expression<string> | undefined
}
interface WantedPage extends Wanted {
  pageSize: Expression<number>
  offset: Expression<number>
}

function isWanted({ siteId, pattern, ...asker }: Wanted) {
  return (expression: ExpressionBuilder<Schema, 'device'>) => {
    const conditions: Expression<SqlBool>[] = [seesDevice(asker)(expression)]
    if (siteId !== undefined) conditions.push(expression('device.site_id', '=', siteId))
    if (pattern !== undefined) {
      const names = ['device.name', 'device.model', 'device.sn'].map((column) => sql.ref(column))
      conditions.push(matches(sql<string>`(${sql.join(names, sql` || ' ' || `)})`, pattern))
    }
    return expression.and(conditions)
  }
}

const findPage = prepared((db, { pageSize, offset, ...wanted }: WantedPage) =>
  boundDevices(db).where(isWanted(wanted)).orderBy('device.name').orderBy('device.sn').limit(pageSize).offset(offset),
)

const findTotal = prepared((db, wanted: Wanted) =>
  db
    .selectFrom('device')
    .where(isWanted(wanted))
    .select(({ fn }) => fn.countAll<number | string>().as('total')),
)

async function countAll(...question: Parameters<typeof findTotal>): Promise<number> {
  const [row] = await findTotal(...question)
  return Number(row?.total)
}
