import { sql, type Expression, type RawBuilder } from 'kysely'

/** Between texts that are searched as one; nobody's name has it. */
const BETWEEN = sql.lit('\n')

/** Whether one of the columns, all texts and none of them null, contains what a person typed, in capitals or small letters of any script alike. */
export function contains(columns: readonly string[], typed: string): RawBuilder<boolean> {
  const texts = columns.map((column) => sql.ref(column))
  // Folded together: on SQLite each folding costs more than the rest.
  return matches(sql<string>`(${sql.join(texts, sql` || ${BETWEEN} || `)})`, patternFor(typed))
}

/** The same of any text; `pattern` is that of `patternFor`. */
export function matches(text: Expression<string>, pattern: Expression<string> | string): RawBuilder<boolean> {
  return sql<boolean>`folded(${text}) like folded(${pattern}) escape '\\'`
}

/** What a text matches that contains what a person typed. */
export function patternFor(typed: string): string {
  return `%${typed.replaceAll(/[\\%_]/g, '\\$&')}%`
}
