import { CallFault } from '../../calls/call-fault.ts'
import type { Db } from '../../db/open.ts'
import type { Nodes } from '../../nodes/nodes.ts'
import type { Now } from '../../runtime/clock.ts'
import { randomId } from '../../runtime/secrets.ts'

/** Longer than any import takes: one of which the end could not be written is over by then. */
const MOST_MS = 2 * 60_000

/** One import at a time for each organization, at whichever node: each costs a thread and its memory. A node that is gone has none under way any more. */
export class ImportTurns {
  readonly #db: Db
  readonly #now: Now
  readonly #nodeId: string

  constructor({ db, now, nodes }: { db: Db; now: Now; nodes: Pick<Nodes, 'id'> }) {
    this.#db = db
    this.#now = now
    this.#nodeId = nodes.id
  }

  /** Does it while no other import of the organization is under way. Fails with plate-too-frequent when one is. */
  async run<T>(organizationId: string, work: () => Promise<T>): Promise<T> {
    const nowMs = this.#now()
    const own = { turn_id: randomId(), node_id: this.#nodeId, ends_at_ms: nowMs + MOST_MS }
    const taken = await this.#db
      .insertInto('import_turn')
      .values({ organization_id: organizationId, ...own })
      .onConflict((conflict) =>
        conflict
          .column('organization_id')
          .doUpdateSet(own)
          .where(({ or, eb, selectFrom }) =>
            or([eb('import_turn.ends_at_ms', '<=', nowMs), eb('import_turn.node_id', 'not in', selectFrom('node').select('id'))]),
          ),
      )
      .returning('turn_id')
      .executeTakeFirst()
    if (taken === undefined) throw new CallFault('plate-too-frequent')
    try {
      return await work()
    } finally {
      await this.#db.deleteFrom('import_turn').where('turn_id', '=', own.turn_id).execute()
    }
  }
}
