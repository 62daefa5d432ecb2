import * as fc from 'fast-check'
import { durationTypes } from '#contract/licence-terms.ts'
import {
  anyOf,
  cancels,
  charges,
  givesBack,
  inTurn,
  learns,
  makesRoom,
  nothing,
  oneOf,
  takesRenewalsBack,
  timesOut,
  type Effect,
  type Orders,
} from './order-model.ts'
import type { OrderWorld } from './order-world.ts'

const MINUTE_MS = 60_000

/** Something that is done, and what it may do to orders. */
interface Deed {
  work: (world: OrderWorld) => Promise<unknown>
  effect: Effect
}

/** A deed for how everything stands, if it makes sense then. `startsCharges`: renewals may begin by it. */
export interface Plan {
  name: string
  startsCharges: boolean
  deed: (world: OrderWorld, orders: Orders) => Deed | undefined
}

const picks = fc.nat({ max: 7 })
const purchase = fc.record({ kind: fc.constantFrom('buy', 'renew', 'upgrade'), chlNum: fc.integer({ min: 1, max: 30 }) })

/** Clicks, messages, banks, clocks, and what the service does by itself. */
export const plans: fc.Arbitrary<Plan> = fc.oneof(
  { weight: 4, arbitrary: purchase.map(place) },
  { weight: 2, arbitrary: fc.boolean().map(placeCloud) },
  { weight: 1, arbitrary: picks.map((pick) => plan(`cancel ${pick}`, (_world, orders) => cancelOne(orders, pick))) },
  { weight: 5, arbitrary: picks.map((pick) => plan(`press pay ${pick}`, (world, orders) => payOne(world, orders, pick))) },
  { weight: 5, arbitrary: picks.map((pick) => plan(`pay at the provider ${pick}`, (world) => atProvider(world, pick))) },
  { weight: 1, arbitrary: picks.map((pick) => plan(`declined ${pick}`, (world) => declined(world, pick))) },
  { weight: 2, arbitrary: fc.tuple(picks, fc.boolean()).map(([pick, isWon]) => plan(`dispute ${pick} ${isWon}`, dispute(pick, isWon))) },
  { weight: 5, arbitrary: fc.tuple(picks, fc.boolean()).map(([pick, isKept]) => plan(`message ${pick} ${isKept}`, message(pick, isKept))) },
  { weight: 1, arbitrary: picks.map((pick) => plan(`lose message ${pick}`, lose(pick))) },
  { weight: 3, arbitrary: fc.tuple(picks, fc.boolean()).map(([pick, isPaid]) => plan(`come back ${pick} ${isPaid}`, back(pick, isPaid))) },
  { weight: 5, arbitrary: fc.constant(plan('sweep', sweep)) },
  { weight: 1, arbitrary: fc.boolean().map((isDown) => turn(isDown ? 'down' : 'up', (world) => (world.bank.isDown = isDown))) },
  {
    weight: 1,
    arbitrary: fc.boolean().map((is) => turn(is ? 'answers get lost' : 'answers arrive', (world) => (world.bank.losesAnswers = is))),
  },
  { weight: 2, arbitrary: fc.constantFrom(6_000, MINUTE_MS, 12 * MINUTE_MS, 31 * MINUTE_MS, 29 * 24 * 60 * MINUTE_MS).map(wait) },
  // What renews itself: its time comes, banks agree, refuse or take their time, and somebody switches it off and on in between.
  { weight: 4, arbitrary: fc.constantFrom(0, 24, 71).map(untilRenewal) },
  { weight: 2, arbitrary: fc.boolean().map(switchRenewals) },
  { weight: 1, arbitrary: fc.boolean().map((is) => turn(is ? 'banks refuse' : 'banks agree', (world) => refuseCharges(world, is))) },
  {
    weight: 1,
    arbitrary: fc.boolean().map((isSlow) => turn(isSlow ? 'banks are slow' : 'banks are quick', (world) => (world.bank.isSlow = isSlow))),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(picks, fc.boolean()).map(([pick, isPaid]) => plan(`bank decides ${pick} ${isPaid}`, decide(pick, isPaid))),
  },
)

function plan(name: string, deed: Plan['deed'], startsCharges = false): Plan {
  return { name, deed, startsCharges }
}

/** Something outside the service changes. */
function turn(name: string, change: (world: OrderWorld) => void): Plan {
  return plan(name, () => ({ work: async (world) => change(world), effect: nothing }))
}

/** What the service may hear when it asks about everything. */
function hearsAll(world: OrderWorld): Effect {
  return world.bank.isDown ? nothing : inTurn(...[...world.truth().values()].map((session) => oneOf(nothing, learns(session))))
}

function sweep(world: OrderWorld): Deed {
  const late = timesOut(world.nowMs)
  const all = world.bank.isDown ? anyOf(late, charges) : anyOf(late, charges, hearsAll(world), givesBack)
  return { work: () => world.sweep(), effect: oneOf(all) }
}

function at<Item>(items: readonly Item[], pick: number): Item | undefined {
  return items[pick % items.length]
}

function place({ kind, chlNum }: { kind: 'buy' | 'renew' | 'upgrade'; chlNum: number }): Plan {
  const durationType = durationTypes.days30
  const wish = kind === 'upgrade' ? ({ kind, chlNum } as const) : ({ kind, chlNum, durationType } as const)
  return plan(`order ${kind} ${chlNum}`, () => ({ work: (world) => world.place(wish), effect: oneOf(nothing, makesRoom) }))
}

function placeCloud(autoRenew: boolean): Plan {
  const effect = oneOf(nothing, inTurn(makesRoom, takesRenewalsBack))
  return plan(`order cloud ${autoRenew}`, () => ({ work: (world) => world.placeCloud(autoRenew), effect }))
}

function switchRenewals(isOn: boolean): Plan {
  const effect = isOn ? nothing : oneOf(nothing, takesRenewalsBack)
  return plan(`renewals ${isOn ? 'on' : 'off'}`, () => ({ work: (world) => world.setRenewals(isOn), effect }), isOn)
}

function untilRenewal(andHours: number): Plan {
  const work = async (world: OrderWorld) => world.advance((await world.untilRenewalMs()) + andHours * 60 * MINUTE_MS)
  return plan(`wait for the renewal and ${andHours} h`, () => ({ work, effect: nothing }))
}

function refuseCharges(world: OrderWorld, isRefused: boolean): void {
  world.bank.refusesCharges = isRefused ? 'insufficient_funds' : undefined
}

function decide(pick: number, isPaid: boolean): Plan['deed'] {
  return (world) => {
    const one = at(
      [...world.truth().values()].filter(({ isCharge, status }) => isCharge && status === 'open'),
      pick,
    )
    return one && { work: () => world.bank.decide(one.id, isPaid), effect: nothing }
  }
}

function cancelOne(orders: Orders, pick: number): Deed | undefined {
  const id = at([...orders.keys()], pick)
  return id === undefined ? undefined : { work: (world) => world.cancel(id), effect: cancels(id) }
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

function dispute(pick: number, isWon: boolean): Plan['deed'] {
  return (world, orders) => {
    const own = new Set([...orders.values()].flatMap(({ payments }) => [...payments.keys()]))
    const one = at(
      [...world.truth().values()].filter(({ payId, isPaid }) => isPaid && own.has(payId)),
      pick,
    )
    if (one === undefined) return undefined
    const work = async () => {
      const seen = world.truth().get(one.id)
      if (seen?.isPaid !== true || seen.isRefunded || seen.dispute === 'won' || seen.dispute === 'lost') return
      await world.bank.dispute(one.id, seen.dispute === undefined ? 'needs_response' : isWon ? 'won' : 'lost')
    }
    return { work, effect: nothing }
  }
}

function message(pick: number, isKept: boolean): Plan['deed'] {
  return (world) => {
    const body = at(world.messages, pick)
    if (body === undefined) return undefined
    const work = async () => {
      await world.deliver(body)
      if (!isKept) world.messages = world.messages.filter((other) => other !== body)
    }
    // One that was heard already says nothing; which check-out it is about, the service finds out.
    return { work, effect: oneOf(nothing, ...(world.bank.isDown ? [] : [...world.truth().values()].map(learns))) }
  }
}

function lose(pick: number): Plan['deed'] {
  return (world) => {
    const body = at(world.messages, pick)
    const work = async () => void (world.messages = world.messages.filter((other) => other !== body))
    return { work, effect: nothing }
  }
}

function back(pick: number, isPaid: boolean): Plan['deed'] {
  return (world) => {
    const one = at(world.checkouts, pick)
    const seen = one && world.truth().get(one.session)
    if (one === undefined || seen === undefined) return undefined
    const { isDown, losesAnswers } = world.bank
    const effect = isDown ? nothing : losesAnswers ? oneOf(nothing, learns(seen)) : learns(seen)
    return { work: () => world.comeBack(one.payId, isPaid ? 'success' : 'cancel'), effect }
  }
}

function wait(ms: number): Plan {
  return plan(`wait ${ms / MINUTE_MS} min`, () => ({ work: async (world) => world.advance(ms), effect: nothing }))
}
