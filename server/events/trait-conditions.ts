import { sql, type RawBuilder } from 'kysely'
import { valuesWanted, type AttributeName } from '#contract/event-attributes.ts'
import { codeOf, placeOf, similarityCode, type TraitFilter } from './traits.ts'

/** Conditions on a column of packed attributes, one for each attribute that the filter names, and one for the least similarity. */
export function traitConditions(column: string, { attributes = {}, minSimilarity }: TraitFilter): RawBuilder<boolean>[] {
  const conditions = valuesWanted(attributes).map(({ name, values }) => {
    const codes = values.map((value) => sql.lit(codeOf(name, value)))
    return sql<boolean>`${codeIn(column, name)} in (${sql.join(codes)})`
  })
  if (minSimilarity === undefined) return conditions
  return [...conditions, sql<boolean>`${codeIn(column, 'similarity')} >= ${sql.lit(similarityCode(minSimilarity))}`]
}

/** Numbers in the text, not as parameters: a driver may hand those over as fractions, and the division must be whole. */
function codeIn(column: string, name: AttributeName | 'similarity') {
  const { unit, size } = placeOf(name)
  return sql<number>`(${sql.ref(column)} / ${sql.lit(unit)}) % ${sql.lit(size)}`
}
