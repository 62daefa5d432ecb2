import type { DevNotify } from '#contract/calls/event/dev-notify.ts'
import type { Db } from '../db/open.ts'

/** Who is told of a device's outages. What another organization left behind when it unbound the device counts as nothing. */
export class DeviceNotices {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  async find(organizationId: string, sn: string): Promise<DevNotify | undefined> {
    const row = await this.#db
      .selectFrom('dev_notify')
      .where('sn', '=', sn)
      .where('organization_id', '=', organizationId)
      .selectAll()
      .executeTakeFirst()
    if (row === undefined) return undefined
    return {
      sn,
      isEnabled: row.is_enabled === 1,
      kinds: JSON.parse(row.kinds_json),
      emails: JSON.parse(row.emails_json),
      alertIntervalS: row.alert_interval_s as DevNotify['alertIntervalS'],
    }
  }

  /** Where the outages of which devices are told, by the devices' names; of those alone that the organization has. */
  async list(organizationId: string, db = this.#db): Promise<{ sn: string; name: string; emails: string[] }[]> {
    const rows = await db
      .selectFrom('dev_notify')
      .innerJoin('device', 'device.sn', 'dev_notify.sn')
      .where('dev_notify.organization_id', '=', organizationId)
      .where('device.organization_id', '=', organizationId)
      .select(['device.sn', 'device.name', 'dev_notify.emails_json'])
      .orderBy('device.name')
      .execute()
    return rows.map(({ sn, name, emails_json }) => ({ sn, name, emails: JSON.parse(emails_json) as string[] }))
  }

  async save(organizationId: string, { sn, isEnabled, kinds, emails, alertIntervalS }: DevNotify): Promise<void> {
    const values = {
      organization_id: organizationId,
      is_enabled: isEnabled ? 1 : 0,
      kinds_json: JSON.stringify(kinds),
      emails_json: JSON.stringify(emails),
      alert_interval_s: alertIntervalS,
    }
    await this.#db
      .insertInto('dev_notify')
      .values({ sn, ...values })
      .onConflict((conflict) => conflict.column('sn').doUpdateSet(values))
      .execute()
  }
}
