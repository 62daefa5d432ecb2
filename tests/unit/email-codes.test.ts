import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { codeOf } from '#contract/errors.ts'
import { EmailCodes } from '#server/access/email-codes.ts'
import { CallFault } from '#server/calls/call-fault.ts'
import { openDatabase, type Db } from '#server/db/open.ts'
import { Sealer } from '#server/runtime/sealer.ts'
import { DAY_MS } from '#shared/time/day.ts'

const MINUTE_MS = 60_000
const WRONG = 'AAAAAA'
const name = 'guard'
const owner = { key: 'guard in their browser' }
const network = (number: number) => ({ key: `network ${number}`, among: name })
let db: Db
let nowMs: number
let codes: EmailCodes

beforeEach(async () => {
  nowMs = Date.UTC(2026, 0, 1)
  db = await openDatabase(':memory:')
  codes = new EmailCodes({ db, now: () => nowMs, sealer: new Sealer(randomBytes(32)) })
})
afterEach(() => db.destroy())

const ask = (by: typeof owner) => codes.issue(name, 'reset', by)

/** What is answered to a guess: nothing wrong, or the code of the refusal. */
async function guess(code: string, by: typeof owner): Promise<number> {
  try {
    await codes.check(name, 'reset', code, by)
    return 200
  } catch (fault) {
    if (fault instanceof CallFault) return codeOf(fault.error)
    throw fault
  }
}

/** How many wrong guesses of this one are heard. */
async function heard(by: typeof owner): Promise<number> {
  for (let count = 0; ; count += 1) if ((await guess(WRONG, by)) !== codeOf('email-code-wrong')) return count
}

test('many networks have 500 guesses together at the codes of a name, also when they ask anew, and its known browsers go on', async () => {
  const { code = '' } = await ask(owner)
  let guesses = 0
  for (let round = 0; round < 4; round += 1) {
    for (let number = 0; number < 60; number += 1) {
      await ask(network(number))
      guesses += await heard(network(number))
    }
    nowMs += 2 * MINUTE_MS
  }
  expect(guesses).toBe(500)
  expect(await guess(code, network(1_000))).toBe(codeOf('code-expired'))
  expect(await guess(code, owner)).toBe(200)
  nowMs += 40 * MINUTE_MS
  const { code: later = '' } = await ask(network(1_001))
  expect(await guess(later, network(1_001))).toBe(200)
})

test('many networks have no more guesses where all of them guess at once', async () => {
  const networks = Array.from({ length: 60 }, (_, number) => network(number))
  const guessAtOnce = async () => {
    for (const one of networks) await ask(one)
    const answers = await Promise.all(networks.flatMap((one) => Array.from({ length: 5 }, () => guess(WRONG, one))))
    return answers.filter((answer) => answer === codeOf('email-code-wrong')).length
  }
  expect(await guessAtOnce()).toBe(300)
  nowMs += 2 * MINUTE_MS
  expect(await guessAtOnce()).toBeLessThanOrEqual(200)
})

test('a name is mailed no more than 80 codes in a day, whoever asks, and whoever asks always has one for some minutes', async () => {
  let mails = 0
  for (let number = 0; nowMs < Date.UTC(2026, 0, 1) + DAY_MS; number += 1) {
    const { code, expiresAtMs } = await ask(network(number))
    if (code !== undefined) mails += 1
    expect(expiresAtMs - nowMs).toBeGreaterThanOrEqual(5 * MINUTE_MS)
    nowMs += 2 * MINUTE_MS
  }
  expect(mails).toBeLessThanOrEqual(80)
  // The person's own browser waits for none of that.
  nowMs += 4 * MINUTE_MS
  expect((await ask(owner)).code).toBeDefined()
})

test('the code of the newest mail is good, though a stranger has asked for it, and so are those before it', async () => {
  const { code: first = '' } = await ask(owner)
  nowMs += 125_000
  const { code: second = '' } = await ask(network(1))
  expect(second).not.toBe('')
  for (const code of [second, first]) expect(await guess(code, owner)).toBe(200)
  await codes.use(name, 'reset')
  for (const code of [second, first]) expect(await guess(code, owner)).toBe(codeOf('code-used'))
})
