import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PayType } from '#contract/payment.ts'
import { ProviderFault, type CheckoutRequest, type Notice, type PaymentProvider } from '#server/sales/payment/provider.ts'

export type Refusal = 'declined' | 'card-limit' | 'restricted' | 'funds'

/** A provider with people, banks and a clock around it. */
export interface ProviderStand {
  provider: PaymentProvider
  /** The way of payment that is tried. */
  payType: PayType
  now(): number
  advance(ms: number): void
  /** A person pays with a good card. Rejects when that is not possible (any more). */
  pay(ref: string): Promise<void>
  refuse(ref: string, refusal: Refusal): Promise<void>
  /** A person pays, and the bank disputes it; `end` decides the dispute. */
  dispute(ref: string, outcome: 'won' | 'lost'): Promise<{ end(): Promise<void> }>
  /** A person pays with a card that its bank refuses (for want of funds) when it is charged later. */
  payOnce(ref: string): Promise<void>
  /** Messages that the provider sent, the newest last. */
  notices: { body: string; headers: Record<string, string> }[]
  close(): Promise<void>
}

const faultCodes: Record<Refusal, number> = { declined: 23017, 'card-limit': 23020, restricted: 23021, funds: 23022 }
const STALE_MS = 6 * 60_000

/** What every payment provider must do: run on each implementation. */
export function testProvider(name: string, start: () => Promise<ProviderStand>): void {
  describe(`the ${name} provider`, () => {
    let stand: ProviderStand
    beforeEach(async () => {
      stand = await start()
    })
    afterEach(() => stand.close())

    const request = (changes: Partial<CheckoutRequest> = {}): CheckoutRequest => ({
      payId: randomUUID(),
      payType: stand.payType,
      title: 'Video licence: 2 cameras, 30 days',
      email: 'buyer@example.org',
      amountCents: 800,
      payBeforeMs: stand.now() + 30 * 60_000,
      successUrl: 'http://localhost/user/vms-license-pay-res?result=success',
      cancelUrl: 'http://localhost/user/vms-license-pay-res?result=cancel',
      keepsMeans: false,
      ...changes,
    })
    /** What is kept of somebody who paid and agreed. */
    const kept = async (pay = stand.pay) => {
      const { ref } = await stand.provider.open(request({ keepsMeans: true }))
      await pay(ref)
      return (await stand.provider.look(ref)).means ?? ''
    }
    const stateOf = async (ref: string) => (await stand.provider.look(ref)).state

    test('opens a check-out once for each payment, for the right amount', async () => {
      const once = request()
      const { ref, url } = await stand.provider.open(once)
      expect(URL.canParse(url)).toBe(true)
      stand.advance(STALE_MS)
      expect(await stand.provider.open(once)).toEqual({ ref, url })
      expect((await stand.provider.open(request())).ref).not.toBe(ref)
      expect(await stand.provider.look(ref)).toEqual({ state: 'open', amountCents: 800, currency: 'USD', fault: null, means: null })
    })

    test('takes money once, and cannot be closed after', async () => {
      const { ref } = await stand.provider.open(request())
      await stand.pay(ref)
      await expect(stand.pay(ref)).rejects.toThrow()
      await stand.provider.close(ref)
      expect(await stand.provider.look(ref)).toEqual({ state: 'succeeded', amountCents: 800, currency: 'USD', fault: null, means: null })
    })

    test.each(Object.keys(faultCodes) as Refusal[])('says why a card was refused (%s), and takes another', async (refusal) => {
      const { ref } = await stand.provider.open(request())
      await stand.refuse(ref, refusal)
      expect(await stand.provider.look(ref)).toMatchObject({ state: 'open', fault: faultCodes[refusal] })
      await stand.pay(ref)
      expect(await stand.provider.look(ref)).toMatchObject({ state: 'succeeded', fault: null })
    })

    test('takes no money after it was closed', async () => {
      const { ref } = await stand.provider.open(request())
      await stand.provider.close(ref)
      await stand.provider.close(ref)
      await expect(stand.pay(ref)).rejects.toThrow()
      expect(await stateOf(ref)).toBe('closed')
    })

    test('gives money back, once', async () => {
      const { ref } = await stand.provider.open(request())
      await stand.pay(ref)
      await stand.provider.refund(ref)
      await stand.provider.refund(ref)
      expect(await stateOf(ref)).toBe('refunded')
    })

    test.each(['won', 'lost'] as const)('knows of a dispute, and that it was %s', async (outcome) => {
      const { ref } = await stand.provider.open(request())
      const dispute = await stand.dispute(ref, outcome)
      expect(await stateOf(ref)).toBe('disputed')
      await dispute.end()
      expect(await stateOf(ref)).toBe(outcome === 'won' ? 'succeeded' : 'lost')
    })

    test('keeps what somebody paid with who agreed, and nobody else’s', async () => {
      const { ref: once } = await stand.provider.open(request())
      await stand.pay(once)
      expect((await stand.provider.look(once)).means).toBeNull()
      const { ref } = await stand.provider.open(request({ keepsMeans: true }))
      expect((await stand.provider.look(ref)).means).toBeNull()
      await stand.pay(ref)
      expect((await stand.provider.look(ref)).means).toEqual(expect.any(String))
    })

    /** A charge of what is kept, that was prepared. */
    const prepared = async (means: string, payId = randomUUID()) => {
      const wish = { payId, payType: stand.payType, title: 'Cloud storage', amountCents: 299, means }
      const { ref } = await stand.provider.prepareCharge(wish)
      expect(await stand.provider.prepareCharge(wish)).toEqual({ ref })
      return ref
    }

    test('charges what is kept, once however often it is asked, and gives it back', async () => {
      const means = await kept()
      const ref = await prepared(means)
      expect(await stateOf(ref)).toBe('open')
      await stand.provider.charge(ref)
      await stand.provider.charge(ref)
      expect(await stand.provider.look(ref)).toMatchObject({ state: 'succeeded', amountCents: 299, currency: 'USD', fault: null })
      await stand.provider.close(ref)
      await stand.provider.refund(ref)
      await stand.provider.refund(ref)
      expect(await stateOf(ref)).toBe('refunded')
      expect(await prepared(means)).not.toBe(ref)
    })

    test('takes nothing for a charge that was prepared and closed', async () => {
      const ref = await prepared(await kept())
      await stand.provider.close(ref)
      await stand.provider.charge(ref)
      expect(await stateOf(ref)).toBe('closed')
    })

    test('says that a bank refused what is kept, and takes nothing for that charge any more', async () => {
      const ref = await prepared(await kept(stand.payOnce))
      await stand.provider.charge(ref)
      expect(await stand.provider.look(ref)).toMatchObject({ state: 'closed', fault: faultCodes.funds })
      await stand.provider.charge(ref)
      expect(await stateOf(ref)).toBe('closed')
    })

    test('signs what it sends, and believes nothing that is unsigned, changed, or old', async () => {
      const { ref } = await stand.provider.open(request())
      await stand.pay(ref)
      const { body, headers } = stand.notices.at(-1) ?? { body: '', headers: {} }
      const read = (text: string, given: Record<string, string>) => stand.provider.readNotice(text, given)
      expect(await read(body, headers)).toMatchObject({ ref })
      expect(await read(`${body} `, headers)).toBeUndefined()
      expect(await read(body, {})).toBeUndefined()
      const [signed = ''] = Object.keys(headers).filter((header) => header.endsWith('signature'))
      expect(signed).not.toBe('')
      for (const forged of [
        '',
        't=1',
        'v1=00',
        `t=${Math.floor(stand.now() / 1_000)},v1=`,
        `t=${Math.floor(stand.now() / 1_000)},v1=${'0'.repeat(64)}`,
      ]) {
        expect(await read(body, { ...headers, [signed]: forged })).toBeUndefined()
      }
      stand.advance(STALE_MS)
      expect(await read(body, headers)).toBeUndefined()
    })

    test('sends every change with an identifier of its own', async () => {
      const { ref } = await stand.provider.open(request())
      const dispute = await stand.dispute(ref, 'lost')
      await dispute.end()
      const read = stand.notices.map(({ body, headers }) => stand.provider.readNotice(body, headers))
      const about = (await Promise.all(read)).filter((notice): notice is Notice => typeof notice === 'object' && notice.ref === ref)
      expect(about.length).toBeGreaterThanOrEqual(3)
      expect(new Set(about.map(({ eventId }) => eventId)).size).toBe(about.length)
    })

    test('knows no check-out but its own', async () => {
      await expect(stand.provider.look('no-such-checkout')).rejects.toThrow(ProviderFault)
    })
  })
}
