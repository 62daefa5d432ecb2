import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { durationTypes } from '#contract/licence-terms.ts'
import { licenceStatuses } from '#contract/states/licence.ts'
import { orderStatuses, orderTransitions, type OrderStatus } from '#contract/states/order.ts'
import { wayTo } from '#contract/states/state-machine.ts'
import { CallFault } from '#server/calls/call-fault.ts'
import { ProviderFault } from '#server/sales/payment/provider.ts'
import { deep } from '#tests/support/depth.ts'
import {
  anyOf,
  cancels,
  givesBack,
  learns,
  lookAt,
  makesRoom,
  nothing,
  oneOf,
  inTurn,
  timesOut,
  type Effect,
  type Orders,
} from '#tests/support/payment/order-model.ts'
import { OrderWorld } from '#tests/support/payment/order-world.ts'

const MINUTE_MS = 60_000
const { toBePaid, paid, toBeUsed, cancelled, chargeback, returned } = orderStatuses

/** Something that is done, and what it may do to orders. `pick` chooses among what is there. */
interface Deed {
  work: (world: OrderWorld) => Promise<unknown>
  effect: Effect
}
type Plan = (world: OrderWorld, orders: Orders) => Deed | undefined

/** What the service may hear when it asks about everything. */
function hearsAll(world: OrderWorld): Effect {
  return world.isDown ? nothing : inTurn(...[...world.truth().values()].map(learns))
}

function sweep(world: OrderWorld): Deed {
  const late = timesOut(world.nowMs)
  const all = world.isDown ? late : anyOf(late, hearsAll(world), givesBack)
  return { work: () => world.sweep(), effect: oneOf(all) }
}

function at<Item>(items: readonly Item[], pick: number): Item | undefined {
  return items[pick % items.length]
}

const picks = fc.nat({ max: 7 })
const purchase = fc.record({ kind: fc.constantFrom('buy', 'renew', 'upgrade'), chlNum: fc.integer({ min: 1, max: 30 }) })

/** Clicks, messages, banks and clocks: one plan each. */
const plans: fc.Arbitrary<{ name: string; plan: Plan }> = fc.oneof(
  { weight: 4, arbitrary: purchase.map(place) },
  { weight: 1, arbitrary: picks.map((pick) => named(`cancel ${pick}`, (world, orders) => cancelOne(world, orders, pick))) },
  { weight: 5, arbitrary: picks.map((pick) => named(`press pay ${pick}`, (world, orders) => payOne(world, orders, pick))) },
  { weight: 5, arbitrary: picks.map((pick) => named(`pay at the provider ${pick}`, (world) => atProvider(world, pick))) },
  { weight: 1, arbitrary: picks.map((pick) => named(`declined ${pick}`, (world) => declined(world, pick))) },
  { weight: 2, arbitrary: fc.tuple(picks, fc.boolean()).map(([pick, isWon]) => named(`dispute ${pick} ${isWon}`, dispute(pick, isWon))) },
  {
    weight: 5,
    arbitrary: fc.tuple(picks, fc.boolean()).map(([pick, isKept]) => named(`message ${pick} ${isKept}`, message(pick, isKept))),
  },
  { weight: 1, arbitrary: picks.map((pick) => named(`lose message ${pick}`, lose(pick))) },
  { weight: 3, arbitrary: fc.tuple(picks, fc.boolean()).map(([pick, isPaid]) => named(`come back ${pick} ${isPaid}`, back(pick, isPaid))) },
  { weight: 4, arbitrary: fc.constant(named('sweep', (world) => sweep(world))) },
  { weight: 1, arbitrary: fc.boolean().map((isDown) => named(isDown ? 'down' : 'up', turn(isDown))) },
  { weight: 3, arbitrary: fc.constantFrom(6_000, MINUTE_MS, 12 * MINUTE_MS, 31 * MINUTE_MS, 29 * 24 * 60 * MINUTE_MS).map(wait) },
)

function named(name: string, plan: Plan): { name: string; plan: Plan } {
  return { name, plan }
}

function place({ kind, chlNum }: { kind: 'buy' | 'renew' | 'upgrade'; chlNum: number }) {
  const durationType = durationTypes.days30
  const wish = kind === 'upgrade' ? ({ kind, chlNum } as const) : ({ kind, chlNum, durationType } as const)
  return named(`order ${kind} ${chlNum}`, (world) => ({ work: () => world.place(wish), effect: oneOf(nothing, makesRoom) }))
}

function cancelOne(world: OrderWorld, orders: Orders, pick: number): Deed | undefined {
  const id = at([...orders.keys()], pick)
  return id === undefined ? undefined : { work: () => world.cancel(id), effect: cancels(id) }
}

function payOne(world: OrderWorld, orders: Orders, pick: number): Deed | undefined {
  const id = at([...orders.keys()], pick)
  // Whoever presses has the clock looked at first.
  return id === undefined
    ? undefined
    : { work: () => world.pay(id), effect: inTurn(oneOf(nothing, hearsAll(world)), timesOut(world.nowMs)) }
}

/** A page of the provider that is left open in a tab may be of a check-out that is over. */
function isOpen(world: OrderWorld, session: string): boolean {
  return world.truth().get(session)?.status === 'open'
}

function atProvider(world: OrderWorld, pick: number): Deed | undefined {
  const one = at(world.checkouts, pick)
  if (one === undefined) return undefined
  return { work: async () => isOpen(world, one.session) && world.bank.pay(one.session), effect: nothing }
}

function declined(world: OrderWorld, pick: number): Deed | undefined {
  const one = at(world.checkouts, pick)
  if (one === undefined) return undefined
  return { work: async () => isOpen(world, one.session) && world.bank.decline(one.session, 'restricted_card'), effect: nothing }
}

function dispute(pick: number, isWon: boolean): Plan {
  return (world) => {
    const one = at(world.checkouts, pick)
    if (one === undefined) return undefined
    const work = async () => {
      const seen = world.truth().get(one.session)
      if (seen?.isPaid !== true || seen.isRefunded || seen.dispute === 'won' || seen.dispute === 'lost') return
      await world.bank.dispute(one.session, seen.dispute === undefined ? 'needs_response' : isWon ? 'won' : 'lost')
    }
    return { work, effect: nothing }
  }
}

function message(pick: number, isKept: boolean): Plan {
  return (world) => {
    const body = at(world.messages, pick)
    if (body === undefined) return undefined
    const work = async () => {
      await world.deliver(body)
      if (!isKept) world.messages = world.messages.filter((other) => other !== body)
    }
    // One that was heard already says nothing; which check-out it is about, the service finds out.
    return { work, effect: oneOf(nothing, ...(world.isDown ? [] : [...world.truth().values()].map(learns))) }
  }
}

function lose(pick: number): Plan {
  return (world) => {
    const body = at(world.messages, pick)
    const work = async () => void (world.messages = world.messages.filter((other) => other !== body))
    return { work, effect: nothing }
  }
}

function back(pick: number, isPaid: boolean): Plan {
  return (world) => {
    const one = at(world.checkouts, pick)
    const seen = one && world.truth().get(one.session)
    if (one === undefined || seen === undefined) return undefined
    const effect = world.isDown ? nothing : learns(seen)
    return { work: () => world.comeBack(one.payId, isPaid ? 'success' : 'cancel'), effect }
  }
}

function turn(isDown: boolean): Plan {
  return (world) => ({ work: async () => void (world.isDown = isDown), effect: nothing })
}

function wait(ms: number) {
  return named(`wait ${ms / MINUTE_MS} min`, (world) => ({ work: async () => world.advance(ms), effect: nothing }))
}

/** Does it; a refusal is an answer, anything else a fault. */
async function attempt(work: Promise<unknown>): Promise<void> {
  await work.catch((fault: unknown) => {
    if (!(fault instanceof CallFault) && !(fault instanceof ProviderFault)) throw fault
  })
}

/** After something was done, each order stands as the model allows, reached by a way that there is. */
async function check(world: OrderWorld, before: Orders, { effect, isAlone }: { effect: Effect; isAlone: boolean }): Promise<void> {
  for (const [id, { status }] of await lookAt(world)) {
    const known = before.get(id)
    if (known === undefined) {
      // One that is placed at the same time makes room for itself.
      expect(isAlone ? [toBePaid] : [toBePaid, cancelled], 'a new order').toContain(status)
      continue
    }
    // Paid and to be used change by the clock.
    const may = new Set([...effect(known, new Set([known.status]), id)].flatMap((one) => (isGiven(one) ? [paid, toBeUsed] : [one])))
    expect([...may].map(nameOf), `from ${nameOf(known.status)}`).toContain(nameOf(status))
    const isReached = known.status === status || wayTo(orderTransitions, known.status, status).length > 0 || status === toBeUsed
    expect(isReached, `${nameOf(known.status)} to ${nameOf(status)}`).toBe(true)
  }
  expect([...(await lookAt(world)).values()].filter(({ status }) => status === toBePaid).length, 'orders that wait').toBeLessThanOrEqual(1)
}

/** When everything has been heard: money was taken once at most, and what was given is what was paid for. */
async function checkBooks(world: OrderWorld): Promise<void> {
  await world.settle()
  const truth = world.truth()
  const licences = await world.licences()
  for (const order of await world.orders()) {
    const sessions = order.payments.flatMap(({ provider_ref }) => truth.get(provider_ref ?? '') ?? [])
    const lost = sessions.filter(({ isPaid, dispute }) => isPaid && dispute !== undefined && dispute !== 'won')
    const held = sessions.filter((session) => session.isPaid && !session.isRefunded && !lost.includes(session))
    const own = licences.filter(({ order_id }) => order_id === order.id)
    const gone: readonly number[] = [licenceStatuses.terminated, licenceStatuses.notEffective]
    // What was used up before a bank questioned it stays used up.
    const used = isGiven(order.status) ? [] : [licenceStatuses.expired]
    const alive = own.filter(({ status }) => ![...gone, ...used].includes(status))
    const what = `${order.kind}, ${nameOf(order.status)}`
    expect([paid, toBeUsed, cancelled, chargeback, returned], what).toContain(order.status)
    expect(held.length, `${what}: money kept`).toBe(isGiven(order.status) ? 1 : 0)
    expect(alive.length, `${what}: licences`).toBe(isGiven(order.status) && order.kind !== 'upgrade' ? 1 : 0)
    if (order.status === chargeback) expect(lost.length, what).toBe(1)
    if (order.status === returned) expect(sessions.filter(({ isRefunded }) => isRefunded).length, what).toBe(1)
    if (order.status === cancelled) expect(sessions.filter(({ isPaid }) => isPaid).length, what).toBe(0)
    for (const payment of order.payments) expect(payment.is_refund_due, what).toBe(0)
  }
  expect(world.refundsRefused, 'refunds that were not possible').toBe(0)
}

function isGiven(status: OrderStatus): boolean {
  return status === paid || status === toBeUsed
}

function nameOf(status: OrderStatus): string {
  return Object.entries(orderStatuses).find(([, one]) => one === status)?.[0] ?? String(status)
}

/** One plan, or two at once, or one at which the service dies. */
type Step = { first: { name: string; plan: Plan }; second: { name: string; plan: Plan } | null; diesAt: number | null }

const steps: fc.Arbitrary<Step> = fc.record({
  first: plans,
  second: fc.option(plans, { freq: 5 }),
  diesAt: fc.option(fc.nat({ max: 25 }), { freq: 4 }),
})

class StepCommand implements fc.AsyncCommand<object, OrderWorld> {
  readonly #step: Step

  constructor(step: Step) {
    this.#step = step
  }

  check(): boolean {
    return true
  }

  async run(_model: object, world: OrderWorld): Promise<void> {
    const before = await lookAt(world)
    const { first, second, diesAt } = this.#step
    const deeds = [first, second].flatMap((one) => one?.plan(world, before) ?? [])
    const effects = deeds.map(({ effect }) => effect)
    const isWhole = diesAt === null && deeds.length === 1
    const work = () => Promise.all(deeds.map((deed) => attempt(deed.work(world))))
    await (diesAt === null ? work() : world.kill(diesAt, work))
    // What the provider knows after two things at once, it may have known before either was heard of.
    const heard = [...world.truth().values()].map(learns)
    const effect = isWhole ? inTurn(...effects) : anyOf(...effects, ...heard, makesRoom)
    await check(world, before, { effect, isAlone: deeds.length === 1 })
  }

  toString(): string {
    const { first, second, diesAt } = this.#step
    return `${first.name}${second === null ? '' : ` | ${second.name}`}${diesAt === null ? '' : ` † ${diesAt}`}`
  }
}

let world: OrderWorld
beforeAll(async () => {
  world = await OrderWorld.start()
})
afterAll(() => world.close())

test(
  'whatever is clicked, told, late or killed: each order ends in one right state, money is taken once at most, and nothing is given for nothing',
  async () => {
    const sequences = fc.commands([steps.map((step) => new StepCommand(step))], { maxCommands: 40, size: '+1' })
    await fc.assert(
      fc.asyncProperty(sequences, async (commands) => {
        await world.begin()
        await fc.asyncModelRun(() => ({ model: {}, real: world }), commands)
        await checkBooks(world)
      }),
      { numRuns: deep(500, 40), seed: 20261125, endOnFailure: true },
    )
  },
  deep(600_000, 60_000),
)
