import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import * as z from 'zod/mini'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '#contract/define-call.ts'
import { registry } from '#contract/registry.ts'
import type { Db } from '#server/db/open.ts'
import { readRows, restoreRows, type DatabaseRows } from '#tests/support/database-rows.ts'
import { arbitraryInput } from '#tests/support/registry/arbitrary-input.ts'
import { ask } from '#tests/support/registry/ask.ts'
import { identifiersOf, putObjects } from '#tests/support/registry/objects.ts'
import { ownOwner } from '#tests/support/registry/owners.ts'
import { channel, demoDevices, TestService } from '#tests/support/service.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'

const changing = Object.entries(registry as Readonly<Record<string, Call>>).filter(([, call]) => call.changes === true)
/** What the names of secrets have in common, whoever adds a call. */
const SECRET_NAME = /passw|secret|token|code$|key$|sign$|uuid/i
/** Among so many of each kind is every secret that a call can be told. */
const SAMPLES = 40
/** Rates are not what is tried here: each try comes so much later, and sessions last longer. */
const PAUSE_MS = 61_000
const TRIES_OF_A_SESSION = 20
let tries = 0
let service: TestService
let admin: ServiceClient
let db: Db
let world: DatabaseRows

beforeAll(async () => {
  service = await TestService.start()
  await service.connectDevice(demoDevices.gate, [channel(0)])
  db = await service.openDatabase()
  await putObjects(db, ownOwner, service.now)
  world = await readRows(db)
  admin = await service.signIn('admin')
})
afterAll(async () => {
  await db.destroy()
  await service.close()
})

/** Inputs that the call takes, with what is optional too, and with real identifiers where they name something: as many as it needs to tell it every secret. */
function inputsFor(call: Call): unknown[] {
  const identifiers = Object.fromEntries(Object.entries(identifiersOf(ownOwner)).map(([name, value]) => [name, [value]]))
  const inputs = [false, true].flatMap((isPlain) =>
    fc.sample(arbitraryInput(call.input, { isPlain, identifiers }), { seed: 1, numRuns: SAMPLES }),
  )
  const good = inputs.filter((input) => call.input.safeParse(input).success)
  const [first, ...others] = good.toSorted((one, other) => secretsIn(other).length - secretsIn(one).length)
  const asked = [first]
  const named = new Set(secretsIn(first).map(({ name }) => name))
  for (const input of others) {
    const more = secretsIn(input).filter(({ name }) => !named.has(name))
    if (more.length > 0) asked.push(input)
    for (const { name } of more) named.add(name)
  }
  return asked
}

/** The names of the secrets that the call can be told, as its schema has them. */
function secretNames(call: Call): string[] {
  const names = new Set<string>()
  z.toJSONSchema(call.input, {
    unrepresentable: 'any',
    io: 'input',
    override: ({ jsonSchema: { properties = {} } }) => {
      for (const [name, value] of Object.entries(properties)) if (SECRET_NAME.test(name) && mayBeText(value)) names.add(name)
    },
  })
  return [...names].toSorted()
}

/** Whether this describes a text, perhaps among other things. */
function mayBeText(schema: object | boolean): boolean {
  if (typeof schema === 'boolean') return schema
  const { type, anyOf = [] } = schema as { type?: string; anyOf?: object[] }
  return type === 'string' || anyOf.some(mayBeText)
}

/** Every text in an input whose name is that of a secret. */
function secretsIn(input: unknown): { name: string; text: string }[] {
  if (Array.isArray(input)) return input.flatMap(secretsIn)
  if (typeof input !== 'object' || input === null || input instanceof File) return []
  return Object.entries(input).flatMap(([name, value]) =>
    typeof value === 'string' && value.length > 3 && SECRET_NAME.test(name) ? [{ name, text: value }] : secretsIn(value),
  )
}

test.each(changing)('%s leaves one line in the trail, with who, what, when and from where, and no secret', async (_name, call) => {
  const inputs = inputsFor(call)
  const told = new Set(inputs.flatMap(secretsIn).map(({ name }) => name))
  expect([...told].toSorted(), 'the secrets that it is told').toEqual(secretNames(call))
  for (const input of inputs) await expectOneLine(call, input)
})

async function expectOneLine(call: Call, input: unknown): Promise<void> {
  service.advance(PAUSE_MS)
  await restoreRows(db, world, ['session', 'session_token', 'audit'])
  tries += 1
  if (tries % TRIES_OF_A_SESSION === 0 || !(await isLive())) admin = await service.signIn('admin')
  await db.deleteFrom('audit').execute()
  const beforeMs = service.now
  const id = randomUUID()
  const isOpen = call.access.who === 'open'
  const { status, code } = await ask(service.url, call, input, isOpen ? undefined : admin.token, { id })
  expect(status).toBe(200)
  const rows = await db.selectFrom('audit').selectAll().execute()
  expect(rows.map(({ path, address }) => [path, address])).toEqual([[call.path, '127.0.0.1']])
  const [row] = rows
  expect(row?.code).toBe(code)
  expect(row?.at_ms).toBeGreaterThanOrEqual(beforeMs)
  expect(row?.at_ms).toBeLessThanOrEqual(service.now)
  if (!isOpen) expect([row?.organization_id, row?.user_id]).toEqual([ownOwner.organizationId, ownOwner.userId])
  // A text may stand in the question as a secret and as none.
  const shown = JSON.stringify(input, (name, value: unknown) => (SECRET_NAME.test(name) ? undefined : value)) ?? ''
  for (const { text } of secretsIn(input)) if (!shown.includes(text)) expect(row?.input_json).not.toContain(text)
  if (isOpen) return
  await ask(service.url, call, input, admin.token, { id })
  expect(await db.selectFrom('audit').select('path').execute(), 'the same intent again').toHaveLength(1)
}

async function isLive(): Promise<boolean> {
  const { code } = await ask(service.url, registry.profileGet, null, admin.token)
  return code === 200
}
