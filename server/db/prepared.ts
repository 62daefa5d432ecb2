import { ValueNode, type Compilable, type CompiledQuery, type Expression } from 'kysely'
import type { Db } from './open.ts'

/** What a prepared query is asked with, as its caller has it: values where the query has expressions. */
type Filled<Asked> = { [Name in keyof Asked]: FilledValue<Asked[Name]> }
type FilledValue<T> = T extends Expression<infer V> ? V : T extends readonly Expression<infer V>[] ? readonly V[] : T

/**
 * A query that is put into words once, since that costs more than most answers. `build` is given stand-ins for texts, numbers and what is
 * in lists; it is asked again for each combination of what makes the words differ: yes and no, what is missing, and the lengths of lists.
 */
export function prepared<Asked extends object, Row>(
  build: (db: Db, asked: Asked) => Compilable<Row>,
): (db: Db, asked: Filled<Asked>) => Promise<Row[]> {
  /** By dialect: each numbers its parameters in its own way. */
  const words = new WeakMap<object, Map<string, CompiledQuery<Row>>>()
  return async (db, asked) => {
    const { adapter } = db.getExecutor()
    const known = words.get(adapter) ?? new Map<string, CompiledQuery<Row>>()
    words.set(adapter, known)
    const shape = shapeOf(asked)
    const query = known.get(shape) ?? build(db, standIns(asked) as Asked).compile()
    known.set(shape, query)
    const parameters = query.parameters.map((value) => (value instanceof StandIn ? value.valueIn(asked) : value))
    return (await db.executeQuery<Row>({ ...query, parameters })).rows
  }
}

/** Takes the place of a value while a query is put into words. */
class StandIn implements Expression<unknown> {
  readonly #name: string
  readonly #index: number | undefined

  constructor(name: string, index?: number) {
    this.#name = name
    this.#index = index
  }

  get expressionType(): undefined {
    return undefined
  }

  toOperationNode(): ValueNode {
    return ValueNode.create(this)
  }

  valueIn(asked: object): unknown {
    const value: unknown = Reflect.get(asked, this.#name)
    return this.#index === undefined ? value : (value as unknown[])[this.#index]
  }
}

function isFixed(value: unknown): boolean {
  return value === undefined || typeof value === 'boolean'
}

function shapeOf(asked: object): string {
  let shape = ''
  for (const value of Object.values(asked)) shape += isFixed(value) ? `${value} ` : Array.isArray(value) ? `${value.length} ` : '? '
  return shape
}

function standIns(asked: object): object {
  const standIn = ([name, value]: [string, unknown]) => {
    if (isFixed(value)) return [name, value]
    return [name, Array.isArray(value) ? value.map((_, index) => new StandIn(name, index)) : new StandIn(name)]
  }
  return Object.fromEntries(Object.entries(asked).map(standIn))
}
