import { sql } from 'kysely'
import { DAY_MS } from '#shared/time/day.ts'
import { randomId } from '../runtime/secrets.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/open.ts'
import type { ListedObject } from './object-store.ts'

const EVERY_MS = DAY_MS
/** After a pass that failed. */
const AGAIN_MS = 60 * 60_000
/** How often it is asked whether a pass is due. */
const LOOK_EVERY_MS = 60_000
/** What is younger may be on its way to the row that will name it. */
const YOUNG_MS = DAY_MS
/** Here each database that keeps objects in the store has a mark that says so. */
const OWNERS = 'owners'
const MARK = Buffer.from('A database of the service keeps its objects here.\n')
/** All other folders in which the service keeps objects. What else lies in a bucket is not its own. */
const folders = [
  'archives',
  'avatars',
  'branding',
  'demonstration',
  'logos',
  'parts',
  'plans',
  'recordings',
  'redactions',
  'snapshots',
  'start',
  'stations',
]

/** A row that names an object; `organization_id`: in whose share that counts, null for what is paid for by itself. */
interface Naming {
  key: string | null
  organization_id: string | null
}

/** Everything that names objects, what names most of them first. */
const namings: readonly ((db: Db, keys: readonly string[]) => Promise<Naming[]>)[] = [
  (db, keys) => {
    const events = db.selectFrom('event').where('snapshot_key', 'in', keys)
    return events.select(['snapshot_key as key', 'organization_id']).distinct().execute()
  },
  (db, keys) => {
    const recordings = db.selectFrom('cloud_recording').where('object_key', 'in', keys)
    return recordings.select(['object_key as key', sql<null>`null`.as('organization_id')]).execute()
  },
  (db, keys) => db.selectFrom('archive').where('object_key', 'in', keys).select(['object_key as key', 'organization_id']).execute(),
  (db, keys) =>
    db.selectFrom('archive_redaction').where('object_key', 'in', keys).select(['object_key as key', 'organization_id']).execute(),
  (db, keys) => db.selectFrom('user').where('avatar_key', 'in', keys).select(['avatar_key as key', 'organization_id']).execute(),
  (db, keys) => db.selectFrom('site_plan').where('picture_key', 'in', keys).select(['picture_key as key', 'organization_id']).execute(),
  (db, keys) => {
    const outputs = db.selectFrom('station_output').innerJoin('device', 'device.sn', 'station_output.sn')
    return outputs.where('picture_key', 'in', keys).select(['picture_key as key', 'device.organization_id']).execute()
  },
  ...(['logo_key', 'background_key', 'favicon_key'] as const).map(
    (column) => (db: Db, keys: readonly string[]) =>
      db
        .selectFrom('organization')
        .where(column, 'in', keys)
        .select([`${column} as key`, 'id as organization_id'])
        .execute(),
  ),
  // Of an event that is forgotten already.
  (db, keys) => {
    const alarms = db.selectFrom('alarm').where('snapshot_key', 'in', keys)
    return alarms.select(['snapshot_key as key', 'organization_id']).distinct().execute()
  },
]

/**
 * Looks through the store once a day, a page at each sweep, at whichever node comes first: what is older than a day and named by no row is deleted, since what
 * was to name it failed, or the store did when it was to delete it; and what is named and not counted, as of before objects were, is counted. Where another
 * database keeps objects as well, whose rows nobody here can ask, nothing is done: each pass makes a new mark, so that a copy of a database, and one that was
 * brought back from a backup, do not know the mark that they find. Nothing is deleted by the first pass over a store either: whoever else keeps objects there has
 * until the next one to say so.
 */
export function sweepObjects({ sweeper, now, db, log, objects }: Pick<Context, 'sweeper' | 'now' | 'db' | 'log' | 'objects'>): void {
  let pass: AsyncGenerator<void> | undefined
  let lookAtMs = 0
  sweeper.tidy(async () => {
    pass ??= await begin()
    if (pass === undefined) return
    try {
      const { done } = await pass.next()
      if (done === true) pass = undefined
    } catch (fault) {
      pass = undefined
      await db
        .updateTable('store_sweep')
        .set({ due_at_ms: now() + AGAIN_MS })
        .execute()
      throw fault
    }
  })

  /** Undefined when none is due, or another node has it. */
  async function begin(): Promise<AsyncGenerator<void> | undefined> {
    if (now() < lookAtMs) return undefined
    lookAtMs = now() + LOOK_EVERY_MS
    const claim = db.updateTable('store_sweep').set({ due_at_ms: now() + EVERY_MS })
    const claimed = await claim.where('due_at_ms', '<=', now()).returning(['owner_id', 'next_owner_id']).executeTakeFirst()
    return claimed && lookThrough([claimed.owner_id, claimed.next_owner_id].filter((id) => id !== null).map((id) => markOf(id)))
  }

  /** Goes on by one page whenever it is asked to. `own`: the marks of this database, of which there are two where a pass has failed between them. */
  async function* lookThrough(own: readonly string[]): AsyncGenerator<void> {
    const marks = (await listOf(OWNERS)).map(({ key }) => key)
    const other = marks.find((key) => !own.includes(key))
    if (other !== undefined) return log.warn({ other }, 'Another database has objects in the same store, which is not tidied')
    const storeMs = await markAnew(marks)
    const done = { deleted: 0, counted: 0 }
    for (const folder of folders)
      for await (const page of objects.list(folder)) {
        const named = await namesOf(page.map(({ key }) => key))
        if (marks.length > 0) done.deleted += await deleteNameless(page, named, storeMs)
        done.counted += await countUncounted(page, named)
        yield
      }
    log.info(done, 'The object store was looked through')
  }

  async function listOf(folder: string): Promise<ListedObject[]> {
    const listed: ListedObject[] = []
    for await (const page of objects.list(folder)) listed.push(...page)
    return listed
  }

  /** Whoever knows only these marks, and not the row of now, finds another one than theirs from here on. Answers what time it is by the store's clock. */
  async function markAnew(before: readonly string[]): Promise<number> {
    const next = randomId()
    await db.updateTable('store_sweep').set({ next_owner_id: next }).execute()
    await objects.put(markOf(next), MARK, null)
    await db.updateTable('store_sweep').set({ owner_id: next, next_owner_id: null }).execute()
    await objects.delete(before)
    const mark = (await listOf(OWNERS)).find(({ key }) => key === markOf(next))
    return mark?.putAtMs ?? Number.NaN
  }

  /** In whose share each of these objects counts that a row names. */
  async function namesOf(keys: readonly string[]): Promise<Map<string, string | null>> {
    const named = new Map<string, string | null>()
    for (const ask of namings) {
      const others = keys.filter((key) => !named.has(key))
      if (others.length === 0) break
      for (const { key, organization_id } of await ask(db, others)) if (key !== null) named.set(key, organization_id)
    }
    return named
  }

  /** Answers how many these were. */
  async function deleteNameless(page: readonly ListedObject[], named: ReadonlyMap<string, unknown>, storeMs: number): Promise<number> {
    // A store that does not say when tells nothing of its age.
    const isOld = ({ putAtMs }: ListedObject) => putAtMs > 0 && putAtMs < storeMs - YOUNG_MS
    const nameless = page.filter((one) => !named.has(one.key) && isOld(one))
    try {
      await objects.delete(nameless.map(({ key }) => key))
    } catch (fault) {
      // One that may not be deleted keeps nobody from the rest.
      log.warn(fault, 'Objects that no row names could not be deleted')
      return 0
    }
    return nameless.length
  }

  /** Answers how many these were. */
  async function countUncounted(page: readonly ListedObject[], named: ReadonlyMap<string, string | null>): Promise<number> {
    const counting = page.flatMap(({ key, bytes }) => {
      const organization_id = named.get(key) ?? null
      return organization_id === null ? [] : [{ object_key: key, organization_id, bytes }]
    })
    if (counting.length === 0) return 0
    const keys = counting.map(({ object_key }) => object_key)
    const rows = await db.selectFrom('stored_object').where('object_key', 'in', keys).select('object_key').execute()
    const known = new Set(rows.map(({ object_key }) => object_key))
    const uncounted = counting.filter(({ object_key }) => !known.has(object_key))
    if (uncounted.length === 0) return 0
    await db
      .insertInto('stored_object')
      .values(uncounted)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    // Who deletes one now takes its count back afterwards; who was through before this has not seen it.
    for (const { object_key } of uncounted)
      if ((await objects.sizeOf(object_key)) === undefined)
        await db.deleteFrom('stored_object').where('object_key', '=', object_key).execute()
    return uncounted.length
  }
}

function markOf(ownerId: string): string {
  return `${OWNERS}/${ownerId}.txt`
}
