import * as fc from 'fast-check'
import * as z from 'zod/mini'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#contract/define-call.ts'
import { registry, type CallName } from '#contract/registry.ts'
import { almost } from '#tests/support/almost.ts'
import { arbitraryInput } from '#tests/support/registry/arbitrary-input.ts'
import { administrator, BLINDED, CallersAtWork, refusals } from '#tests/support/registry/callers-at-work.ts'
import { fittingInputs } from '#tests/support/registry/fitting-inputs.ts'
import { identifiersOf } from '#tests/support/registry/objects.ts'
import { hiddenOwner, noOwner, otherOwner } from '#tests/support/registry/owners.ts'
import { callers, isIn, whoMay, withoutSession, type Audience, type Caller } from '#tests/support/registry/who-may.ts'

type Identifiers = Readonly<Record<string, string>>
const calls = Object.entries(registry) as [CallName, Call][]
const own = identifiersOf(administrator)
const other = identifiersOf(otherOwner)
const hidden = identifiersOf(hiddenOwner)
const absent = identifiersOf(noOwner)
/** Optional fields come after a few. */
const MOST_SEEDS = 60
let atWork: CallersAtWork
let password = ''

beforeAll(async () => {
  atWork = await CallersAtWork.start()
  password = atWork.service.person('admin').password
})
afterAll(() => atWork.close())

/** What an input is made from. */
interface Draw {
  isPlain: boolean
  seed: number
}

/** The plainest first. */
const draws: Draw[] = [true, false].flatMap((isPlain) => Array.from({ length: MOST_SEEDS }, (_, index) => ({ isPlain, seed: index + 1 })))

/** Those inputs of these draws that the call takes, with these values for what names objects. */
function* inputsOf(call: Call, identifiers: Identifiers, from = draws): Generator<{ draw: Draw; input: unknown }> {
  const lists = Object.fromEntries(Object.entries(identifiers).map(([name, value]) => [name, [value]]))
  const kinds = new Map<boolean, fc.Arbitrary<unknown>>()
  for (const draw of from) {
    const inputs = kinds.get(draw.isPlain) ?? arbitraryInput(call.input, { isPlain: draw.isPlain, identifiers: lists })
    kinds.set(draw.isPlain, inputs)
    const [input] = fc.sample(inputs, { seed: draw.seed, numRuns: 1 })
    if (call.input.safeParse(input).success) yield { draw, input }
  }
}

const schemaOf = (call: Call) => z.toJSONSchema(call.input, { unrepresentable: 'any', io: 'input' })
const hasField = (input: unknown, field: string) => JSON.stringify(input ?? null).includes(`"${field}":`)

/** By call and field, the draw that had it last: it has it whoever's objects are named, and others need not be made before it. */
const drawsWith = new Map<string, Draw>()

/** The plainest of them; with `field`, one that has it, else undefined. */
function inputWith(call: Call, identifiers: Identifiers, field?: string): unknown {
  const question = `${call.path} ${field}`
  const known = drawsWith.get(question)
  for (const { draw, input } of inputsOf(call, identifiers, known === undefined ? draws : [known, ...draws])) {
    if (field !== undefined && !hasField(input, field)) continue
    drawsWith.set(question, draw)
    return input
  }
  if (field === undefined) throw new Error(`No input was found that ${call.path} takes.`)
  return undefined
}

/** Asks about one object, which is of the `asked` in this field alone; what else the question needs is one's own. */
function questionAbout(name: CallName, field: string, asked: Identifiers, mine: Identifiers): unknown {
  const fitting = fittingInputs[name]?.[field]
  if (fitting !== undefined) return fitting(asked, mine, atWork.startedAtMs)
  return inputWith(registry[name], { ...mine, password, [field]: asked[field] ?? '' }, field)
}

/** Stands for the caller until it is known who that is. */
const SOMEBODY = 'is-somebody'

/** For each caller, what they would ask about what they could name; where a call names a person, it is the caller. */
function questionsOfAll(call: Call): (caller: Caller) => unknown {
  const [ofOwn, ofOther] = [inputWith(call, own), inputWith(call, other)]
  const ofSomebody = inputWith(call, { ...own, userId: SOMEBODY })
  return (caller) => {
    if (caller in withoutSession || caller === 'installer within') return ofOwn
    return caller === 'stranger' ? ofOther : namedBy(caller, ofSomebody)
  }
}

/** The same input with the caller for somebody. */
function namedBy(caller: Caller, input: unknown): unknown {
  if (input === SOMEBODY) return `is-${caller}`
  if (Array.isArray(input)) return input.map((item) => namedBy(caller, item))
  if (typeof input !== 'object' || input === null || input instanceof File) return input
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, namedBy(caller, value)]))
}

describe.each(calls)('%s', (name, call) => {
  test('lets in and keeps out whom the table of the specification says', async () => {
    const found: Partial<Record<Caller, unknown>> = {}
    const expected: Partial<Record<Caller, unknown>> = {}
    const questionOf = questionsOfAll(call)
    for (const caller of callers) {
      const { status, code } = await atWork.answerTo(caller, call, questionOf(caller))
      expect(status, caller).toBe(200)
      const isKeptOut = refusals.has(code)
      found[caller] = isKeptOut ? code : 'in'
      const refusal = caller in withoutSession ? withoutSession[caller as keyof typeof withoutSession] : 5000
      expected[caller] = isIn(whoMay[name], caller) ? 'in' : refusal
    }
    expect(found).toEqual(expected)
  })
})

test('the address of a share opens the shared archive to whoever has it, and an address that is not quite it nothing', async () => {
  const shared = [
    registry.archivesShareGet,
    registry.archivesShareBrandingGet,
    registry.archivesVideoNoTokenList,
    registry.archivesDownloadTokenNoTokenGet,
  ]
  const { shareId = '' } = own
  for (const call of shared) {
    expect((await atWork.answerTo('visitor', call, { shareId })).code, call.path).toBe(200)
    expect((await atWork.answerTo('visitor', call, { shareId: almost(shareId) })).code, call.path).toBe(31101)
  }
})

/** Who knows the secret in a share's address needs no organization: for open calls identifiers are keys. A screen is no person (`station-permission.test.ts`). */
const unasked = new Set<Audience>(['everybody', 'a paired screen'])
const naming = calls
  .filter(([name]) => !unasked.has(whoMay[name]))
  .flatMap(([name, call]) => {
    const schema = schemaOf(call)
    const mayHave = (field: string) => hasField(schema, field) && inputWith(call, own, field) !== undefined
    return Object.keys(own).flatMap((field) =>
      fittingInputs[name]?.[field] !== undefined || mayHave(field) ? [[name, field, call] as const] : [],
    )
  })

/** Parts and movements of a device, goods of the price list, layouts of a tour (kept as they come, and looked up among one's own), names of exports that only who asks hears of, and what is a key of its own to open calls. */
const namingNothingKept = new Set([
  'batchId',
  'diskId',
  'moveId',
  'layoutIds',
  'voId',
  'goodsId',
  'exportId',
  'installerId',
  'searchId',
  'pairingId',
  'openingId',
])
test('every field that names an object is in the table of identifiers', () => {
  const schemas = calls.map(([, call]) => schemaOf(call))
  const names = new Set([...JSON.stringify(schemas).matchAll(/"(\w*I[dD]s?|sns?)":/g)].map(([, name]) => name ?? ''))
  expect([...names].filter((name) => !(name in own) && !namingNothingKept.has(name))).toEqual([])
})

/** How a call answers about one's own object, and about two that one must not tell apart. Identifiers and times do not count. */
async function answersAbout(
  caller: Parameters<CallersAtWork['answerTo']>[0],
  [name, field, call]: (typeof naming)[number],
  theirs: Identifiers,
) {
  const mine = caller === 'administrator' ? own : { ...own, userId: `is-${caller}` }
  const answer = async (asked: Identifiers) => {
    const { status, code, data, text } = await atWork.answerTo(caller, call, questionAbout(name, field, asked, mine))
    expect(status).toBe(200)
    return JSON.stringify({ code, data: comparable(call.download === true && code === 200 ? text : data, asked) })
  }
  return { theirs: await answer(theirs), absent: await answer(absent), own: await answer(mine) }
}

/** An answer without what is different each time: the identifiers that were asked for, new identifiers and times. */
function comparable(data: unknown, asked: Identifiers): unknown {
  let text = JSON.stringify(data ?? null)
  for (const value of new Set(Object.values(asked))) if (value !== '') text = text.replaceAll(`"${value}"`, '"(asked)"')
  return JSON.parse(text, (name, value: unknown) => (/Ms$|Id$|^(token|url|ticket)$/.test(name) ? typeof value : value))
}

test.each(naming)('%s takes the %s of another organization for one that does not exist', async (...question) => {
  const answers = await answersAbout('administrator', question, other)
  expect(answers.theirs).toBe(answers.absent)
  // An answer that is the same for one's own would show nothing: such a question needs an input that fits.
  expect(answers.own).not.toBe(answers.absent)
})

const forLower = naming.filter(([name]) => isIn(whoMay[name], 'site-administrator'))

test.each(forLower)('%s takes the %s of a site that is not assigned for one that does not exist', async (...question) => {
  const answers = await answersAbout('site-administrator', question, hidden)
  expect(answers.theirs).toBe(answers.absent)
})

/** What belongs to the site as a whole is theirs who administer it; its viewing station too, which has no channel. */
const ofTheSite = new Set(['siteId', 'siteIds', 'ruleId', 'planId'])
const ofTheStation = new Set(['userConfigsPut', 'stationRemoteGet', 'stationRemoteDo'])
const ofTheChannel = forLower.filter(([name, field]) => !ofTheSite.has(field) && !ofTheStation.has(name))

test.each(ofTheChannel)('%s takes the %s of a channel without any right for one that does not exist', async (...question) => {
  const answers = await answersAbout(BLINDED, question, hidden)
  expect(answers.theirs).toBe(answers.absent)
})

test('the table, the objects and the callers are as many as is told', () => {
  const counts = [calls.length, callers.length, naming.length, forLower.length, ofTheChannel.length]
  console.log(
    '%i calls by %i callers; fields that name objects: %i of other organizations, %i of other sites, %i of other channels',
    ...counts,
  )
  expect(Math.min(...counts)).toBeGreaterThan(10)
})
