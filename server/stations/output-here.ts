import type { Selectable } from 'kysely'
import type { StationOutputTable } from '../db/schema/station.ts'

/** Whether the screen of an output is connected, at whichever node. */
export function isOutputHere({ node_id, gone_ms }: Pick<Selectable<StationOutputTable>, 'node_id' | 'gone_ms'>): boolean {
  return node_id !== null && gone_ms === null
}
