import { sql, type Expression, type RawBuilder } from 'kysely'

/** Whether one of the columns, all texts, contains what a person typed, in capitals or small letters of any script alike. */
export function contains(columns: readonly string[], typed: string): RawBuilder<boolean> {
  const conditions = columns.map((column) => matches(sql.ref<string>(column), patternFor(typed)))
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`
}

/** The same of any text; `pattern` is that of `patternFor`. */
export function matches(text: Expression<string>, pattern: Expression<string> | string): RawBuilder<boolean> {
  return sql<boolean>`folded(${text}) like folded(${pattern}) escape '\\'`
}

/** What a text matches that contains what a person typed. */
export function patternFor(typed: string): string {
  return `%${typed.replaceAll(/[\\%_]/g, '\\$&')}%`
}
