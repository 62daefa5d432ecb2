/** Tables of objects. */
export interface ObjectSchema {
  stored_object: StoredObjectTable
  stored_usage: StoredUsageTable
  store_sweep: StoreSweepTable
}

/** An object of the store, and whose it is. */
interface StoredObjectTable {
  object_key: string
  organization_id: string
  bytes: number
}

/** What the objects of an organization come to. The database itself counts it, with each of them (`0526-stored-objects`). */
interface StoredUsageTable {
  organization_id: string
  objects: number
  bytes: number
}

/**
 * One row: as whose the objects of this database are marked in the store, and when the store is to be looked through next. `next_owner_id`: the mark that is
 * taking the place of that one, null when it has.
 */
interface StoreSweepTable {
  owner_id: string
  next_owner_id: string | null
  due_at_ms: number
}
