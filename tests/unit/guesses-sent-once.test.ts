import { expect, test } from 'vitest'
import { isSentOnce, type Call } from '#contract/define-call.ts'
import { registry } from '#contract/registry.ts'
import { describeSchema } from '#tests/support/describe-schema.ts'

/** In such fields stands what the service keeps secret, and counts wrong guesses at; `idCode` only says which picture a code is of. */
const isSecret = (field: string) => /password|code$/i.test(field) && field !== 'idCode'

/** The names of all fields of what a schema takes, however deep they are. */
function fieldsOf(described: unknown): string[] {
  if (typeof described !== 'object' || described === null) return []
  const own = 'shape' in described ? Object.keys(described.shape as object) : []
  return [...own, ...Object.values(described).flatMap(fieldsOf)]
}

const calls: readonly Call[] = Object.values(registry)
const guesses = calls.filter(({ input }) => fieldsOf(describeSchema(input)).some(isSecret))
/** The service knows the question of somebody who is signed in by its id, and does once what it changes. */
const isDoneOnce = ({ changes, access }: Call) => changes === true && access.who !== 'open'

test('a wrong password or code counts once, though the line to the service dies before it is answered', () => {
  expect(guesses.filter((call) => !isDoneOnce(call) && !isSentOnce(call)).map(({ path }) => path)).toEqual([])
  // Those of shares and of people who are not signed in are among what was looked at.
  expect(guesses.map(({ path }) => path)).toEqual(expect.arrayContaining([registry.archivesShareGet.path, registry.userExist.path]))
})
