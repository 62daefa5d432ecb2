import { MOST_PLATE_GROUPS } from '#contract/calls/vehicle/plate.ts'
import { CallFault } from '../../calls/call-fault.ts'
import type { Db } from '../../db/open.ts'
import { randomId } from '../../runtime/secrets.ts'
import { mergePlates, type Merged } from './merge-plates.ts'
import { requireRoom, toRow, type PlateFields } from './plate-rows.ts'

/** Rows of one statement: each takes a dozen parameters, and databases bound their number. */
const ROWS_AT_ONCE = 500

/** The plate database: groups, and plates that are in one group each. */
export class Plates {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  /** Plates with the names of their groups. Who asks may narrow it. */
  query(organizationId: string) {
    return this.#db
      .selectFrom('plate')
      .innerJoin('plate_group', 'plate_group.id', 'plate.group_id')
      .where('plate.organization_id', '=', organizationId)
      .selectAll('plate')
      .select('plate_group.name as group_name')
  }

  /** Groups with the number of their plates. Who asks may narrow it. */
  queryGroups(organizationId: string) {
    return this.#db
      .selectFrom('plate_group')
      .where('plate_group.organization_id', '=', organizationId)
      .select(['plate_group.id', 'plate_group.name'])
      .select(({ selectFrom }) =>
        selectFrom('plate')
          .whereRef('plate.group_id', '=', 'plate_group.id')
          .select(({ fn }) => fn.countAll().as('total'))
          .as('plate_total'),
      )
  }

  async findGroup(organizationId: string, groupId: string) {
    return this.queryGroups(organizationId).where('plate_group.id', '=', groupId).executeTakeFirst()
  }

  /** Makes a group, and answers its id. Fails with plate-group-name-taken, too-many-plate-groups. */
  async addGroup(organizationId: string, name: string): Promise<string> {
    const { total } = await this.#db
      .selectFrom('plate_group')
      .where('organization_id', '=', organizationId)
      .select(({ fn }) => fn.countAll().as('total'))
      .executeTakeFirstOrThrow()
    if (Number(total) >= MOST_PLATE_GROUPS) throw new CallFault('too-many-plate-groups')
    const made = await this.#db
      .insertInto('plate_group')
      .values({ id: randomId(), organization_id: organizationId, name })
      .onConflict((conflict) => conflict.columns(['organization_id', 'name']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (made === undefined) throw new CallFault('plate-group-name-taken', { field: 'groupName' })
    return made.id
  }

  /** Fails with plate-group-missing, plate-group-name-taken. */
  async renameGroup(organizationId: string, groupId: string, name: string): Promise<void> {
    await this.#db.transaction().execute(async (db) => {
      const groups = await db.selectFrom('plate_group').where('organization_id', '=', organizationId).select(['id', 'name']).execute()
      if (!groups.some((group) => group.id === groupId)) throw new CallFault('plate-group-missing')
      if (groups.some((group) => group.name === name && group.id !== groupId))
        throw new CallFault('plate-group-name-taken', { field: 'groupName' })
      await db.updateTable('plate_group').set({ name }).where('id', '=', groupId).execute()
    })
  }

  /** Deletes a group with its plates. Fails with plate-group-missing when there is no such group. */
  async deleteGroup(organizationId: string, groupId: string): Promise<void> {
    const gone = await this.#db
      .deleteFrom('plate_group')
      .where('organization_id', '=', organizationId)
      .where('id', '=', groupId)
      .returning('id')
      .execute()
    if (gone.length === 0) throw new CallFault('plate-group-missing')
  }

  /** Adds plates to their groups, all or none, and answers their ids. Fails with plate-group-missing, plate-group-full, plate-exists. */
  async add(organizationId: string, plates: readonly PlateFields[]): Promise<string[]> {
    return this.#db.transaction().execute(async (db) => {
      for (const [groupId, adding] of Map.groupBy(plates, (plate) => plate.groupId)) {
        await requireRoom(db, organizationId, groupId, adding.length)
      }
      const rows = plates.map((plate) => ({ id: randomId(), organization_id: organizationId, ...toRow(plate) }))
      for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
        const some = rows.slice(from, from + ROWS_AT_ONCE)
        const added = await db
          .insertInto('plate')
          .values(some)
          .onConflict((conflict) => conflict.columns(['organization_id', 'plate_key']).doNothing())
          .returning('id')
          .execute()
        const ids = new Set(added.map((plate) => plate.id))
        const known = some.findIndex((row) => !ids.has(row.id))
        if (known !== -1) throw new DuplicatePlate(from + known)
      }
      return rows.map((row) => row.id)
    })
  }

  /** Fails with plate-missing, plate-group-missing, plate-group-full, plate-exists. */
  async change(organizationId: string, plateId: string, plate: PlateFields): Promise<void> {
    await this.#db.transaction().execute(async (db) => {
      const ours = db.selectFrom('plate').where('organization_id', '=', organizationId)
      const before = await ours.where('id', '=', plateId).select('group_id').executeTakeFirst()
      if (before === undefined) throw new CallFault('plate-missing')
      if (before.group_id !== plate.groupId) await requireRoom(db, organizationId, plate.groupId, 1)
      const row = toRow(plate)
      const twin = await ours.where('plate_key', '=', row.plate_key).where('id', '!=', plateId).select('id').executeTakeFirst()
      if (twin !== undefined) throw new CallFault('plate-exists', { field: 'plate' })
      await db.updateTable('plate').set(row).where('id', '=', plateId).execute()
    })
  }

  /** Moves plates to a group, all or none. Fails with plate-missing, plate-group-missing, plate-group-full. */
  async move(organizationId: string, plateIds: readonly string[], groupId: string): Promise<void> {
    const ids = [...new Set(plateIds)]
    await this.#db.transaction().execute(async (db) => {
      const ours = db.selectFrom('plate').where('organization_id', '=', organizationId)
      const there = await ours.where('id', 'in', ids).select(['id', 'group_id']).execute()
      if (there.length < ids.length) throw new CallFault('plate-missing')
      await requireRoom(db, organizationId, groupId, there.filter((plate) => plate.group_id !== groupId).length)
      await db
        .updateTable('plate')
        .set({ group_id: groupId })
        .where('organization_id', '=', organizationId)
        .where('id', 'in', ids)
        .execute()
    })
  }

  /** Writes a piece of an import: `mergePlates`. */
  async merge(organizationId: string, groupId: string, plates: readonly Omit<PlateFields, 'groupId'>[]): Promise<Merged> {
    return this.#db.transaction().execute((db) => mergePlates(db, { organizationId, groupId, plates }))
  }

  /** Deletes plates, all or none. Fails with plate-missing when one of them does not exist. */
  async delete(organizationId: string, plateIds: readonly string[]): Promise<void> {
    const ids = [...new Set(plateIds)]
    await this.#db.transaction().execute(async (db) => {
      const gone = await db
        .deleteFrom('plate')
        .where('organization_id', '=', organizationId)
        .where('id', 'in', ids)
        .returning('id')
        .execute()
      if (gone.length < ids.length) throw new CallFault('plate-missing')
    })
  }
}

/** That a plate exists, with the place of the plate among those that were to be added. */
export class DuplicatePlate extends CallFault {
  readonly index: number

  constructor(index: number) {
    super('plate-exists', { field: 'plate' })
    this.index = index
  }
}
