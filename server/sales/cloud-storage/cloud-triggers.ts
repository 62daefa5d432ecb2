import { sql, type RawBuilder } from 'kysely'
import { cloudTriggerOf, cloudTriggers, type CloudTrigger } from '#contract/cloud-storage.ts'
import type { EventKind } from '#contract/event-attributes.ts'

/** Triggers as a term holds them: their names in one text, each once. */
export function triggersText(chosen: readonly CloudTrigger[] = cloudTriggers): string {
  return cloudTriggers.filter((trigger) => chosen.includes(trigger)).join(' ')
}

/** The triggers that such a text names. */
export function triggersOf(text = ''): CloudTrigger[] {
  const names = text.split(' ')
  return cloudTriggers.filter((trigger) => names.includes(trigger))
}

/** The condition that the event is of a trigger that its camera's term holds, in a query of `event` and `cloud_term`. */
export function isTriggered(): RawBuilder<boolean> {
  const ways = cloudTriggers.map((trigger) => {
    const kinds = (Object.keys(cloudTriggerOf) as EventKind[]).filter((kind) => cloudTriggerOf[kind] === trigger)
    return sql`(${sql.ref('event.kind')} in (${sql.join(kinds)}) and ${sql.ref('cloud_term.triggers')} like ${`%${trigger}%`})`
  })
  return sql<boolean>`(${sql.join(ways, sql` or `)})`
}
