import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '#contract/define-call.ts'
import { registry } from '#contract/registry.ts'
import { arbitraryInput } from '#tests/support/registry/arbitrary-input.ts'
import { ask } from '#tests/support/registry/ask.ts'
import { TestService } from '#tests/support/service.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'
import { StationScreen } from '#tests/support/station-screen.ts'

/** Codes of the specification for wrong input (chapter 8 of docs/rules.md). */
const PARAMETER_ERRORS = [1000, 4500, 7000, 20001]
/** Of no kind that any field takes. */
const WRONG = [[['wrong']]]
/** Rates are not what is tried here: each try comes so much later, and sessions last longer. */
const PAUSE_MS = 61_000
const TRIES_OF_A_SESSION = 20
let tries = 0
let service: TestService
let admin: ServiceClient
let screen: StationScreen

beforeAll(async () => {
  service = await TestService.start()
  admin = await service.signIn('admin')
  screen = await StationScreen.paired(service, admin, 'Hall')
})
afterAll(() => service.close())

/** The plainest input that the call takes. */
function plainInput(call: Call): unknown {
  for (const isPlain of [true, false]) {
    const inputs = arbitraryInput(call.input, { isPlain })
    // The first one nearly always is one, and the others take long to make.
    for (const numRuns of [1, 100]) {
      const found = fc.sample(inputs, { seed: 1, numRuns }).find((input) => call.input.safeParse(input).success)
      if (found !== undefined) return found
    }
  }
  return undefined
}

/** Every way to break one field of an input: without it, and with something of another kind in it. */
function breakEach(call: Call): [how: string, field: string, input: unknown][] {
  const whole = plainInput(call)
  if (typeof whole !== 'object' || whole === null) return []
  return Object.keys(whole)
    .flatMap((field): [string, string, unknown][] => {
      const { [field]: _, ...without } = whole as Record<string, unknown>
      return [
        ['without', field, without],
        ['with a wrong', field, { ...whole, [field]: WRONG }],
      ]
    })
    .filter(([, , input]) => !call.input.safeParse(input).success)
}

const cases = Object.entries(registry as Readonly<Record<string, Call>>).flatMap(([name, call]) =>
  breakEach(call).map(([how, field, input]) => [name, how, field, call, input] as const),
)

test.each(cases)('%s %s %s is refused as wrong input, and the field is named', async (_name, _how, field, call, input) => {
  service.advance(PAUSE_MS)
  tries += 1
  if (tries % TRIES_OF_A_SESSION === 0) admin = await service.signIn('admin')
  if (call.access.who === 'station') await screen.renew()
  const { status, code, data } = await ask(service.url, call, input, call.access.who === 'station' ? screen.client.token : admin.token)
  expect(status).toBe(200)
  expect(PARAMETER_ERRORS).toContain(code)
  expect((data as { field?: string }).field?.split('.')[0]).toBe(field)
})

test('every call that needs something is among those that are broken', () => {
  const broken = new Set(cases.map(([name]) => name))
  const asking = Object.entries(registry as Readonly<Record<string, Call>>).filter(([, call]) => !call.input.safeParse({}).success)
  expect(asking.map(([name]) => name).filter((name) => !broken.has(name))).toEqual([])
  console.log(`${broken.size} calls, ${cases.length} fields broken`)
})
