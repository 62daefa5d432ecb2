/** Tables of objects. */
export interface ObjectSchema {
  stored_object: StoredObjectTable
  stored_usage: StoredUsageTable
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
