import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloudRenewal } from '#contract/cloud-storage.ts'
import { orderTypes } from '#contract/payment.ts'
import { licenceStatuses } from '#contract/states/licence.ts'
import { orderStatuses, orderTransitions, type OrderStatus } from '#contract/states/order.ts'
import { wayTo } from '#contract/states/state-machine.ts'
import { CallFault } from '#server/calls/call-fault.ts'
import { ProviderFault } from '#server/sales/payment/provider.ts'
import { deep } from '#tests/support/depth.ts'
import {
  anyOf,
  charges,
  givesBack,
  inTurn,
  learns,
  lookAt,
  makesRoom,
  takesRenewalsBack,
  type Effect,
  type Orders,
} from '#tests/support/payment/order-model.ts'
import { plans, type Plan } from '#tests/support/payment/order-plans.ts'
import { OrderWorld } from '#tests/support/payment/order-world.ts'

const { toBePaid, paid, toBeUsed, exception, cancelled, chargeback, returned } = orderStatuses

/** Does it; a refusal is an answer, anything else a fault. */
async function attempt(work: Promise<unknown>): Promise<void> {
  await work.catch((fault: unknown) => {
    if (!(fault instanceof CallFault) && !(fault instanceof ProviderFault)) throw fault
  })
}

/** How an order may stand of which nobody knew before. One that is placed at the same time makes room for itself; a renewal is charged at once. */
function newborn(isAutomatic: boolean, isAlone: boolean): OrderStatus[] {
  const whole = isAutomatic ? [toBePaid, paid, toBeUsed, exception] : [toBePaid]
  return isAlone ? whole : [...whole, cancelled]
}

/** After something was done, each order stands as the model allows, reached by a way that there is. */
async function check(world: OrderWorld, before: Orders, { effect, isAlone }: { effect: Effect; isAlone: boolean }): Promise<void> {
  const after = await lookAt(world)
  for (const [id, { status, isAutomatic }] of after) {
    const known = before.get(id)
    if (known === undefined) {
      expect(newborn(isAutomatic, isAlone).map(nameOf), 'a new order').toContain(nameOf(status))
      continue
    }
    // Paid and to be used change by the clock.
    const may = new Set([...effect(known, new Set([known.status]), id)].flatMap((one) => (isGiven(one) ? [paid, toBeUsed] : [one])))
    expect([...may].map(nameOf), `from ${nameOf(known.status)}`).toContain(nameOf(status))
    const isReached = known.status === status || wayTo(orderTransitions, known.status, status).length > 0 || status === toBeUsed
    expect(isReached, `${nameOf(known.status)} to ${nameOf(status)}`).toBe(true)
  }
  const waiting = [...after.values()].filter(({ status }) => status === toBePaid)
  expect(waiting.filter(({ isAutomatic }) => !isAutomatic).length, 'orders that wait').toBeLessThanOrEqual(1)
}

/** At every moment: whatever was given has been paid, and no order was charged twice while nobody sat there. */
async function checkMoney(world: OrderWorld): Promise<void> {
  const taken = Map.groupBy(
    [...world.truth().values()].filter(({ isPaid }) => isPaid),
    ({ payId }) => payId,
  )
  for (const { status, kind, payments } of await world.orders()) {
    const sessions = payments.flatMap(({ id }) => taken.get(id) ?? [])
    if (isGiven(status)) expect(sessions.length, `${kind} is given for nothing`).toBeGreaterThan(0)
    expect(sessions.filter(({ isCharge }) => isCharge).length, 'charges of one order').toBeLessThanOrEqual(1)
  }
}

/** When everything has been heard: money was taken once at most, and what was given is what was paid for. */
async function checkBooks(world: OrderWorld): Promise<void> {
  await world.settle()
  const truth = Map.groupBy(world.truth().values(), ({ payId }) => payId)
  const terms = [...(await world.licences()), ...(await world.terms())]
  const orders = await world.orders()
  for (const order of orders) {
    const sessions = order.payments.flatMap(({ id }) => truth.get(id) ?? [])
    const lost = sessions.filter(({ isPaid, dispute }) => isPaid && dispute !== undefined && dispute !== 'won')
    const held = sessions.filter((session) => session.isPaid && !session.isRefunded && !lost.includes(session))
    const own = terms.filter(({ order_id }) => order_id === order.id)
    const gone: readonly number[] = [licenceStatuses.terminated, licenceStatuses.notEffective]
    // What was used up before a bank questioned it stays used up.
    const used = isGiven(order.status) ? [] : [licenceStatuses.expired]
    const alive = own.filter(({ status }) => ![...gone, ...used].includes(status))
    const what = `${order.order_type === orderTypes.cloudStorage ? 'cloud ' : ''}${order.kind}, ${nameOf(order.status)}`
    expect([paid, toBeUsed, cancelled, chargeback, returned].map(nameOf), what).toContain(nameOf(order.status))
    expect(held.length, `${what}: money kept`).toBe(isGiven(order.status) ? 1 : 0)
    expect(alive.length, `${what}: terms`).toBe(isGiven(order.status) && order.kind !== 'upgrade' ? 1 : 0)
    if (order.status === chargeback) expect(lost.length, what).toBe(1)
    if (order.status === returned) expect(sessions.filter(({ isRefunded }) => isRefunded).length, what).toBe(1)
    if (order.status === cancelled) expect(sessions.filter(({ isPaid }) => isPaid).length, what).toBe(0)
    for (const payment of order.payments) expect(payment.is_refund_due, what).toBe(0)
  }
  expect(world.bank.refundsRefused, 'refunds that were not possible').toBe(0)
  checkRenewals(orders)
}

/** Each term is renewed once, whatever became of that, and its bank is asked once a day at most. */
function checkRenewals(orders: Awaited<ReturnType<OrderWorld['orders']>>): void {
  const bySource = Map.groupBy(
    orders.filter(({ renews_order_id }) => renews_order_id !== null),
    ({ renews_order_id }) => renews_order_id,
  )
  for (const renewals of bySource.values()) {
    expect(renewals.filter(({ paid_at_ms }) => paid_at_ms !== null).length, 'renewals of one term').toBeLessThanOrEqual(1)
    const tries = renewals.flatMap(({ payments }) => payments.filter(({ is_automatic }) => is_automatic === 1))
    const atMs = tries.map(({ created_at_ms }) => created_at_ms).toSorted((one, other) => one - other)
    for (const [index, ms] of atMs.slice(1).entries()) expect(ms - (atMs[index] ?? 0), 'tries').toBeGreaterThanOrEqual(cloudRenewal.pauseMs)
  }
}

function isGiven(status: OrderStatus): boolean {
  return status === paid || status === toBeUsed
}

function nameOf(status: OrderStatus): string {
  return Object.entries(orderStatuses).find(([, one]) => one === status)?.[0] ?? String(status)
}

/** One plan, or two at once, or one at which the service dies. */
type Step = { first: Plan; second: Plan | null; diesAt: number | null }

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
    const known = [...world.truth().values()]
    const chargesBefore = world.bank.confirms
    const mayCharge = [this.#step.first, this.#step.second].some((plan) => plan?.startsCharges) || (await world.renewsItself())
    const { first, second, diesAt } = this.#step
    const deeds = [first, second].flatMap((one) => one?.deed(world, before) ?? [])
    const effects = deeds.map(({ effect }) => effect)
    const isWhole = diesAt === null && deeds.length === 1
    // Whoever dies takes both along, and nothing of them goes on behind the next step's back.
    const work = async () => {
      const done = await Promise.allSettled(deeds.map((deed) => attempt(deed.work(world))))
      for (const one of done) if (one.status === 'rejected') throw one.reason
    }
    await (diesAt === null ? work() : world.kill(diesAt, work))
    // What the provider knows after two things at once, or knew before them, may be heard in either's place.
    const heard = [...known, ...world.truth().values()].map(learns)
    const effect = isWhole ? inTurn(...effects) : anyOf(...effects, ...heard, makesRoom, takesRenewalsBack, charges, givesBack)
    await check(world, before, { effect, isAlone: isWhole })
    await checkMoney(world)
    if (!mayCharge) expect(world.bank.confirms, 'nothing is charged that does not renew itself').toBe(chargesBefore)
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
  'whatever is clicked, told, late, killed or renews itself: each order ends in one right state, money is taken once at most, and nothing is given for nothing',
  async () => {
    const sequences = fc.commands([steps.map((step) => new StepCommand(step))], { maxCommands: 40, size: '+1' })
    await fc.assert(
      fc.asyncProperty(fc.boolean(), sequences, async (hasCloud, commands) => {
        await world.begin()
        if (hasCloud) await world.buyCloud()
        await fc.asyncModelRun(() => ({ model: {}, real: world }), commands)
        await checkBooks(world)
      }),
      { numRuns: deep(500, 40), seed: 20261125, endOnFailure: true },
    )
  },
  deep(600_000, 60_000),
)
