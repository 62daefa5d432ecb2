import { sql, type RawBuilder } from 'kysely'

/** Whether one of the columns, all texts, contains what a person typed, in capitals or small letters alike. */
export function contains(columns: readonly string[], typed: string): RawBuilder<boolean> {
  const pattern = `%${typed.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
  const conditions = columns.map((column) => sql`lower(${sql.ref(column)}) like ${pattern} escape '\\'`)
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`
}
