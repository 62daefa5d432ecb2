import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { profileGet } from '#contract/calls/user/profile-get.ts'
import type { Call } from '#contract/define-call.ts'
import { errors } from '#contract/errors.ts'
import { registry } from '#contract/registry.ts'
import type { Db } from '#server/db/open.ts'
import { deep } from '#tests/support/depth.ts'
import { readRows, restoreRows, type DatabaseRows } from '#tests/support/database-rows.ts'
import { arbitraryInput } from '#tests/support/registry/arbitrary-input.ts'
import { ask } from '#tests/support/registry/ask.ts'
import { bent, damage } from '#tests/support/registry/bent-input.ts'
import { identifiersOf, putObjects, type Owner } from '#tests/support/registry/objects.ts'
import { putOrganizationObjects } from '#tests/support/registry/organization-objects.ts'
import { noOwner, otherOwner, ownOwner } from '#tests/support/registry/owners.ts'
import type { PersonApart } from '#tests/support/service-apart-main.ts'
import { ServiceApart } from '#tests/support/service-apart.ts'

/** The same each time, so that a run tells of what was changed; to look for more: `FUZZ_SEED=$RANDOM npx vitest run --project service fuzz`. */
const SEED = Number(process.env['FUZZ_SEED'] ?? 7)
/** How many calls are under way at once, and how often each is made before everything is put back: a round makes each call so often. */
const AT_ONCE = 10
const IN_A_ROW = deep(20, 2)
/** Rates and locks are not what is tried here: every request comes so much later, so that each call is made about once a minute. */
const PAUSE_MS = 6_100
const MOST_GROWTH_BYTES = 32 * 1024 * 1024
const LEAK = /\bat .{1,200}\.ts:\d|node_modules|SQLITE|constraint failed|select .* from |insert into |key_hex|password_hash|argon2|scrypt/i
/** Where anybody leaves something: whoever tries a name, known or not, or holds the address of a share, which is a key. */
const ofEverybody = new Set([
  // Written down by the service itself, a line a day.
  'archive_space',
  'sign_in_guard',
  'email_code',
  'sign_in_step',
  'image_code',
  'audit',
  'session',
  'session_token',
  'session_place',
  'archive_download',
  'archive_share_opening',
])

type Somebody = PersonApart | 'nobody'
/** Who asks, in turns, and whose things must stay as they are. */
const rounds: { people: readonly Somebody[]; victim: Owner }[] = [
  { people: ['admin', 'operator', 'nobody'], victim: otherOwner },
  { people: ['stranger'], victim: ownOwner },
]
const calls = Object.values(registry) as Call[]
/** At the least each round once. */
const LEAST_REQUESTS = rounds.length * calls.length * IN_A_ROW
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? deep(process.env['TEST_DATABASE'] === 'postgres' ? 3_000 : 20_000, LEAST_REQUESTS))
const everyOwner = [ownOwner, otherOwner, noOwner].map(identifiersOf)
const identifiers = Object.fromEntries(
  Object.keys(identifiersOf(ownOwner)).map((name) => [name, everyOwner.map((owner) => owner[name] ?? '')]),
)
const codes = new Map<number, number>()
let service: ServiceApart
let db: Db
let world: DatabaseRows

beforeAll(async () => {
  console.log(`Fuzz seed ${SEED}, ${REQUESTS} requests (FUZZ_SEED, FUZZ_REQUESTS)`)
  service = await ServiceApart.start()
  db = await service.openDatabase()
  for (const owner of [ownOwner, otherOwner]) {
    await putObjects(db, owner, service.startedAtMs)
    await putOrganizationObjects(db, owner, service.startedAtMs)
  }
  world = await readRows(db)
})
afterAll(async () => {
  await db.destroy()
  await service.close()
})

/** Makes requests of one call until one is answered as none may be, and then looks for the smallest that is. */
async function tryCall(call: Call, tokens: ReadonlyMap<Somebody, string | undefined>, seed: number): Promise<void> {
  const valid = arbitraryInput(call.input, { identifiers })
  const questions = fc.record({
    input: fc.oneof(valid, bent(valid)),
    as: fc.constantFrom(...tokens.keys()),
    harm: fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: damage }),
  })
  const property = fc.asyncProperty(questions, async ({ input, as, harm }) => {
    service.advance(PAUSE_MS)
    const answer = await ask(service.url, call, input, tokens.get(as), { harm })
    const { status, code = 0, text, data } = answer
    expect(status).toBe(200)
    expect([200, ...Object.values(errors).map((error) => error.code)]).toContain(code)
    expect(code).not.toBe(500)
    if (code !== 200) expect(text).not.toMatch(LEAK)
    else if (call.download !== true) expect(call.output.safeParse(data).error?.issues).toBeUndefined()
    codes.set(code, (codes.get(code) ?? 0) + 1)
  })
  const verdict = await fc.check(property, { seed, numRuns: IN_A_ROW })
  if (verdict.failed)
    throw new Error(`${call.path} (FUZZ_SEED=${SEED})\n${fc.defaultReportMessage(verdict)}`, { cause: verdict.errorInstance })
}

/** Every call once or more often, by these people. Whatever they ask, the victim's things are as they were. */
async function goRound({ people, victim }: (typeof rounds)[number], seed: number): Promise<number> {
  const untouched = rowsIn(world, victim)
  expect(untouched.length).toBeGreaterThan(15)
  let made = 0
  for (let first = 0; first < calls.length; first += AT_ONCE) {
    await restoreRows(db, world, [])
    const tokens = new Map<Somebody, string | undefined>()
    for (const person of people) tokens.set(person, person === 'nobody' ? undefined : (await service.signIn(person)).token)
    const group = calls.slice(first, first + AT_ONCE)
    await Promise.all(group.map((call, number) => tryCall(call, tokens, seed + first + number)))
    made += group.length * IN_A_ROW
    expect(rowsIn(await readRows(db, world.keys()), victim)).toEqual(untouched)
  }
  await restoreRows(db, world, [])
  return made
}

/** How often a share was opened is counted for whoever has its link. */
const notCounted = (name: string, value: unknown) => (name === 'views' ? undefined : value)

/** Rows that name the owner's organization, person, device or objects in any column, as text, in order. */
function rowsIn(rows: DatabaseRows, owner: Owner): string[] {
  const names = new Set([owner.organizationId, ...Object.values(identifiersOf(owner))])
  const isTheirs = (row: Record<string, unknown>) => Object.values(row).some((value) => typeof value === 'string' && names.has(value))
  return [...rows]
    .flatMap(([table, found]) =>
      ofEverybody.has(table) ? [] : found.filter(isTheirs).map((row) => `${table} ${JSON.stringify(row, notCounted)}`),
    )
    .toSorted()
}

test('odd requests find no fault, no leak, no way into another organization, and leave no memory behind', {
  timeout: 1_800_000,
}, async () => {
  const startedMs = performance.now()
  let made = 0
  let afterFirstBytes = 0
  for (let number = 0; made < REQUESTS; number += 1) {
    const round = rounds[number % rounds.length]
    if (round === undefined) break
    made += await goRound(round, SEED + number * calls.length)
    // By then every call was made, and what is kept once is there.
    if (number === 0) afterFirstBytes = await service.heapBytes()
  }
  const growth = (await service.heapBytes()) - afterFirstBytes
  expect(growth).toBeLessThan(MOST_GROWTH_BYTES)
  await (await service.signIn('stranger')).call(profileGet, null)
  for (const code of [200, 1000, 20001, 5000, 10002]) expect([...codes.keys()]).toContain(code)
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1)
  const done = codes.get(200) ?? 0
  console.log(
    `${made} requests to ${calls.length} calls in ${seconds} s: ${done} done, ${codes.size} codes, heap ${(growth / 1e6).toFixed(1)} MB more`,
  )
})
