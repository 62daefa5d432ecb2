import type { Selectable } from 'kysely'
import type { AlarmRule } from '#contract/calls/event/alarm-rule.ts'
import { MOST_RULES } from '#contract/calls/event/event-rule-add-or-edit.ts'
import { CallFault } from '../calls/call-fault.ts'
import type { Db } from '../db/open.ts'
import type { AlarmRuleTable } from '../db/schema/event.ts'
import { randomId } from '../runtime/secrets.ts'

/** The alarm rules of organizations, as the contract has them. */
export class RuleBook {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  /** All rules, by name. */
  async list(organizationId: string): Promise<AlarmRule[]> {
    const rows = await this.#db.selectFrom('alarm_rule').where('organization_id', '=', organizationId).selectAll().orderBy('name').execute()
    return rows.map(toRule)
  }

  /** Rules that are switched on: about the health of devices, or about events. */
  async enabled(organizationId: string, about: 'health' | 'events'): Promise<AlarmRule[]> {
    const rows = await this.#db
      .selectFrom('alarm_rule')
      .where('organization_id', '=', organizationId)
      .where('is_enabled', '=', 1)
      .where('kind', about === 'health' ? '=' : '!=', 'device-health')
      .selectAll()
      .orderBy('name')
      .execute()
    return rows.map(toRule)
  }

  async find(organizationId: string, ruleId: string): Promise<AlarmRule | undefined> {
    const row = await this.#db
      .selectFrom('alarm_rule')
      .where('organization_id', '=', organizationId)
      .where('id', '=', ruleId)
      .selectAll()
      .executeTakeFirst()
    return row === undefined ? undefined : toRule(row)
  }

  /** Writes a new rule, or the one with this id anew. Fails with alarm-rule-name-taken, too-many-alarm-rules. */
  async save(organizationId: string, ruleId: string | undefined, rule: Omit<AlarmRule, 'ruleId'>): Promise<AlarmRule> {
    return this.#db.transaction().execute(async (db) => {
      const others = await db.selectFrom('alarm_rule').where('organization_id', '=', organizationId).select(['id', 'name']).execute()
      if (others.some(({ id, name }) => name === rule.name && id !== ruleId))
        throw new CallFault('alarm-rule-name-taken', { field: 'name' })
      if (ruleId === undefined && others.length >= MOST_RULES) throw new CallFault('too-many-alarm-rules')
      const id = ruleId ?? randomId()
      const values = toRow(rule)
      await db
        .insertInto('alarm_rule')
        .values({ id, organization_id: organizationId, ...values })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
        .execute()
      return { ...rule, announce: rule.announce ?? 'none', isUrgent: rule.isUrgent === true, ruleId: id }
    })
  }

  async delete(organizationId: string, ruleId: string): Promise<void> {
    await this.#db.deleteFrom('alarm_rule').where('organization_id', '=', organizationId).where('id', '=', ruleId).execute()
  }
}

/** A rule as the table has it, but for whose it is. */
export function toRow(rule: Omit<AlarmRule, 'ruleId'>) {
  return {
    name: rule.name,
    kind: rule.trigger.kind,
    is_enabled: rule.isEnabled ? 1 : 0,
    trigger_json: JSON.stringify(rule.trigger),
    scope_json: JSON.stringify(rule.scope),
    schedule_json: JSON.stringify(rule.schedule),
    alert_interval_s: rule.alertIntervalS,
    emails_json: JSON.stringify(rule.emails),
    announce: rule.announce ?? 'none',
    is_urgent: rule.isUrgent ? 1 : 0,
  }
}

function toRule(row: Selectable<AlarmRuleTable>): AlarmRule {
  return {
    ruleId: row.id,
    name: row.name,
    isEnabled: row.is_enabled === 1,
    scope: JSON.parse(row.scope_json),
    trigger: JSON.parse(row.trigger_json),
    schedule: JSON.parse(row.schedule_json),
    alertIntervalS: row.alert_interval_s as AlarmRule['alertIntervalS'],
    emails: JSON.parse(row.emails_json),
    announce: row.announce,
    isUrgent: row.is_urgent === 1,
  }
}
