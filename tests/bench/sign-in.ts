import { parseArgs } from 'node:util'
import { codePicCreate } from '#contract/calls/user/code-pic-create.ts'
import { login } from '#contract/calls/user/login.ts'
import { preCheck } from '#contract/calls/account/pre-check.ts'
import { userInvite } from '#contract/calls/people/user-invite.ts'
import { passwordResetSendMessage } from '#contract/calls/account/password-reset-send-message.ts'
import { knownImageCode } from '#tests/support/image-code.ts'
import { SeededRandom } from '#tests/support/seeded-random.ts'
import { TestService } from '#tests/support/service.ts'

const KNOWN = 'known'
const UNKNOWN = 'unknown'
const WARM_UP = 3
const MINUTE_MS = 60_000
/** Of pairs of a known and an unknown name, how many beyond half may be told apart by which took longer. */
const BAR = 0.1

type Name = typeof KNOWN | typeof UNKNOWN

/**
 * Times what a stranger, or the administrator of another organization, can ask about a name, for names with and without an account, in a random
 * order, over HTTP: who compares the answers' times should learn nothing. Each name is fresh, so that no lock or resend wait is measured.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { rounds: { type: 'string', default: '150' } } })
  const rounds = Number(values.rounds)
  const service = await TestService.start()
  try {
    await addPeople(service, rounds + WARM_UP)
    const calls = {
      'sign in': (loginName: string) => service.client().failure(login, { loginName, password: 'wrong password' }),
      'ask how it stands': (loginName: string) => service.client().failure(preCheck, { loginName }),
      'forgot the password': async (loginName: string) => {
        const imageCode = await knownImageCode(service)
        return () => service.client().failure(passwordResetSendMessage, { loginName, ...imageCode })
      },
      'invite from elsewhere': async (loginName: string) => {
        const administrator = await service.signIn('stranger')
        // How many there may be in a day is not what is measured.
        await service.edit((db) => db.deleteFrom('day_usage').execute())
        const invited = { kind: 'user', email: emailOf(loginName), alias: 'Noor', role: 'live-only' } as const
        return () => administrator.call(userInvite, invited)
      },
    }
    await service.client().call(codePicCreate, null)
    const figures = []
    for (const [what, call] of Object.entries(calls)) {
      const times = await time(service, rounds, call)
      const figure = { what, rounds, ...compare(times) }
      figures.push(figure)
      console.log(
        `${what.padEnd(22)} known p50 ${figure.knownP50Ms.toFixed(2)} ms, unknown p50 ${figure.unknownP50Ms.toFixed(2)} ms, ` +
          `${(figure.difference * 100).toFixed(1)} % apart; told apart by time ${(figure.toldApart * 100).toFixed(0)} % of pairs (50 % is guessing)`,
      )
    }
    console.log(
      JSON.stringify({
        bench: 'sign-in',
        bar: BAR,
        isWithinBar: figures.every(({ toldApart }) => Math.abs(toldApart - 0.5) <= BAR),
        figures,
      }),
    )
  } finally {
    await service.close()
  }
}

const emailOf = (name: string) => `${name}@harbor.example`
const nameOf = (kind: Name, index: number) => `${kind}-person-${index}`

async function addPeople(service: TestService, count: number): Promise<void> {
  await service.edit(async (db) => {
    const person = await db.selectFrom('user').where('login_name', '=', 'guard').selectAll().executeTakeFirstOrThrow()
    for (let index = 0; index < count; index += 1) {
      const name = nameOf(KNOWN, index)
      const fresh = { id: name, login_name: name, email: emailOf(name) }
      await db
        .insertInto('user')
        .values({ ...person, ...fresh })
        .execute()
    }
  })
}

/** How long each kind's calls took, ms. A call that has to prepare something answers with what is to be timed. */
async function time(service: TestService, rounds: number, call: (loginName: string) => Promise<unknown>): Promise<Record<Name, number[]>> {
  const times: Record<Name, number[]> = { known: [], unknown: [] }
  const random = new SeededRandom(7)
  for (let index = 0; index < rounds + WARM_UP; index += 1) {
    // Rates are not what is measured.
    if (index % 2 === 0) service.advance(MINUTE_MS)
    const kinds: Name[] = random.below(2) === 0 ? [KNOWN, UNKNOWN] : [UNKNOWN, KNOWN]
    for (const kind of kinds) {
      const beganMs = performance.now()
      const prepared = await call(nameOf(kind, index))
      const readyMs = typeof prepared === 'function' ? performance.now() : beganMs
      if (typeof prepared === 'function') await (prepared as () => Promise<unknown>)()
      if (index >= WARM_UP) times[kind].push(performance.now() - readyMs)
    }
  }
  return times
}

function compare({ known, unknown }: Record<Name, number[]>) {
  const [knownP50Ms, unknownP50Ms] = [median(known), median(unknown)]
  const slower = known.flatMap((one) => unknown.map((other) => (one > other ? 1 : one === other ? 0.5 : 0) as number))
  const toldApart = slower.reduce((sum, value) => sum + value, 0) / slower.length
  return { knownP50Ms, unknownP50Ms, difference: Math.abs(knownP50Ms - unknownP50Ms) / Math.max(knownP50Ms, unknownP50Ms), toldApart }
}

function median(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0
}
