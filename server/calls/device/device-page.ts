import { sql } from 'kysely'
import { devicePage as call } from '#contract/calls/device/device-page.ts'
import { handler } from '../../handler.ts'
import { boundDevices, toDevice } from './views.ts'

export const devicePage = handler(call, async ({ pageNum, pageSize, search, siteId }, { db, rights }, caller) => {
  const seen = [...(await rights.deviceSns(caller))]
  if (seen.length === 0) return { total: 0, devices: [] }
  let query = boundDevices(db).where('device.organization_id', '=', caller.organizationId)
  if (caller.role !== 'administrator') query = query.where('device.sn', 'in', seen)
  if (siteId !== undefined) query = query.where('device.site_id', '=', siteId)
  if (search !== undefined && search !== '') {
    const pattern = `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
    const text = sql<string>`lower(${sql.ref('device.name')} || ' ' || ${sql.ref('device.model')} || ' ' || ${sql.ref('device.sn')})`
    query = query.where(sql<boolean>`${text} like ${pattern} escape '\\'`)
  }
  const { total } = await query
    .clearSelect()
    .select(({ fn }) => fn.countAll<number | string>().as('total'))
    .executeTakeFirstOrThrow()
  const page = query.orderBy('device.name').orderBy('device.sn').limit(pageSize)
  const rows = await page.offset((pageNum - 1) * pageSize).execute()
  return { total: Number(total), devices: rows.map(toDevice) }
})
