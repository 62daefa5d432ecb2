import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { payTypes, type PayType } from '#contract/payment.ts'
import { Sweeper } from '#server/runtime/clock.ts'
import { openDatabase } from '#server/db/open.ts'
import { CardProvider } from '#server/sales/payment/card/card-provider.ts'
import { signNotice } from '#server/sales/payment/notice-signature.ts'
import { ProviderFault } from '#server/sales/payment/provider.ts'
import { SandboxProvider } from '#server/sales/payment/sandbox/sandbox-provider.ts'
import { writeTables } from '#tests/support/database.ts'
import { CardStandIn, STAND_IN_KEY, STAND_IN_WEBHOOK_SECRET } from '#tests/support/payment/card-stand-in.ts'
import { testProvider, type ProviderStand, type Refusal } from '#tests/support/payment/provider-suite.ts'

const MINUTE_MS = 60_000
const sandboxCards: Record<Refusal | 'good' | 'won' | 'lost' | 'once', string> = {
  good: '4242424242424242',
  declined: '4000000000000002',
  'card-limit': '4000000000006975',
  restricted: '4000000000009987',
  funds: '4000000000009995',
  lost: '4000000000000259',
  won: '4000000000001976',
  once: '4000000000000341',
}
const sandboxAccounts: typeof sandboxCards = {
  good: 'balance@wallet.example',
  declined: 'declined@wallet.example',
  'card-limit': 'limit@wallet.example',
  restricted: 'restricted@wallet.example',
  funds: 'poor@wallet.example',
  lost: 'dispute-lost@wallet.example',
  won: 'dispute-won@wallet.example',
  once: 'once@wallet.example',
}
const declineCodes: Record<Refusal, string> = {
  declined: 'generic_decline',
  'card-limit': 'card_velocity_exceeded',
  restricted: 'restricted_card',
  funds: 'insufficient_funds',
}

testProvider('sandbox', () => startSandbox(payTypes.card, sandboxCards))
testProvider('sandbox’s online wallet', () => startSandbox(payTypes.wallet, sandboxAccounts))
testProvider('card', async () => (await startCards()).stand)

async function startSandbox(payType: PayType, means: typeof sandboxCards): Promise<ProviderStand> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-sandbox-'))
  const file = join(folder, 'sightline.db')
  await writeTables(file)
  const db = await openDatabase(file)
  let aheadMs = 0
  const now = () => Date.now() + aheadMs
  const faults: unknown[] = []
  const sweeper = new Sweeper((fault) => faults.push(fault))
  const provider = new SandboxProvider({ db, now, sweeper, origin: () => 'http://localhost' })
  const notices: ProviderStand['notices'] = []
  provider.announceTo(async (body, headers) => notices.push({ body, headers }))
  const pay = async (ref: string, card: string) => {
    if ((await provider.pay(ref, card)) === undefined) throw new Error('The check-out is not open.')
  }
  const until = (ref: string, state: string) => expect.poll(async () => (await provider.find(ref))?.announced).toBe(state)
  return {
    provider,
    payType,
    now,
    advance: (ms) => (aheadMs += ms),
    pay: (ref) => pay(ref, means.good),
    refuse: (ref, refusal) => pay(ref, means[refusal]),
    payOnce: (ref) => pay(ref, means.once),
    async dispute(ref, outcome) {
      await pay(ref, means[outcome])
      aheadMs += MINUTE_MS
      await until(ref, 'disputed')
      return {
        async end() {
          aheadMs += MINUTE_MS
          await until(ref, outcome === 'won' ? 'succeeded' : 'lost')
        },
      }
    },
    notices,
    async close() {
      await sweeper.close()
      await db.destroy()
      await rm(folder, { recursive: true })
      expect(faults).toEqual([])
    },
  }
}

async function startCards(key = STAND_IN_KEY): Promise<{ stand: ProviderStand; standIn: CardStandIn }> {
  let aheadMs = 0
  const now = () => Date.now() + aheadMs
  const standIn = await CardStandIn.start(now)
  const notices: ProviderStand['notices'] = []
  standIn.hear = async (body, headers) => notices.push({ body, headers })
  const provider = new CardProvider({ url: standIn.url, key, webhookSecret: STAND_IN_WEBHOOK_SECRET, now })
  const stand: ProviderStand = {
    provider,
    payType: payTypes.card,
    now,
    advance: (ms) => (aheadMs += ms),
    pay: (ref) => standIn.pay(ref),
    refuse: (ref, refusal) => standIn.decline(ref, declineCodes[refusal]),
    async dispute(ref, outcome) {
      await standIn.pay(ref)
      await standIn.dispute(ref, 'needs_response')
      return { end: () => standIn.dispute(ref, outcome) }
    },
    payOnce: async (ref) => {
      await standIn.pay(ref)
      standIn.refusesCharges = declineCodes.funds
    },
    notices,
    close: () => standIn.close(),
  }
  return { stand, standIn }
}

describe('the card provider over HTTP', () => {
  let cards: Awaited<ReturnType<typeof startCards>>
  beforeAll(async () => {
    cards = await startCards()
  })
  afterAll(() => cards.stand.close())

  const request = () => ({
    payId: crypto.randomUUID(),
    payType: payTypes.card,
    title: 'Video licence',
    email: 'buyer@example.org',
    amountCents: 800,
    payBeforeMs: cards.stand.now() + 10 * MINUTE_MS,
    successUrl: 'http://localhost/s',
    cancelUrl: 'http://localhost/c',
    keepsMeans: false,
  })

  test('asks for a longer life than the order has, since the API takes no shorter one', async () => {
    await expect(cards.stand.provider.open(request())).resolves.toMatchObject({ ref: expect.stringMatching(/^cs_/) })
  })

  test('gives money back once, though it is asked twice', async () => {
    const { ref } = await cards.stand.provider.open(request())
    await cards.stand.pay(ref)
    const before = cards.standIn.refunds
    await Promise.all([cards.stand.provider.refund(ref), cards.stand.provider.refund(ref)])
    expect(cards.standIn.refunds).toBe(before + 1)
  })

  test('ignores signed events that are about nothing it opened', async () => {
    const { ref } = await cards.stand.provider.open(request())
    await cards.stand.refuse(ref, 'declined')
    const { body, headers } = cards.stand.notices.at(-1) ?? { body: '', headers: {} }
    expect(await cards.stand.provider.readNotice(body, headers)).toMatchObject({ ref })
    const balance = JSON.stringify({ id: 'evt_1', type: 'balance.available', data: { object: { object: 'balance' } } })
    const signature = { 'stripe-signature': signNotice(balance, STAND_IN_WEBHOOK_SECRET, cards.stand.now()) }
    expect(await cards.stand.provider.readNotice(balance, signature)).toBe('ignored')
    const stranger = await startCards()
    // Whether it is a charge of the service, the service knows: of this one it has none.
    expect(await stranger.stand.provider.readNotice(body, headers)).toMatchObject({ ref: expect.stringMatching(/^pi_/) })
    await stranger.stand.close()
  })

  test('fails when the provider is down, gone, or does not take the key, and keeps the key to itself', async () => {
    const { ref } = await cards.stand.provider.open(request())
    cards.standIn.isDown = true
    await expect(cards.stand.provider.look(ref)).rejects.toThrow('HTTP 500 (api_error, no code)')
    cards.standIn.isDown = false
    const wrongKey = await startCards('sk_wrong_key')
    const fault: unknown = await wrongKey.stand.provider.open(request()).catch((reason: unknown) => reason)
    expect(fault).toBeInstanceOf(ProviderFault)
    expect(String(fault)).toContain('HTTP 401')
    expect(String(fault)).not.toContain('sk_wrong_key')
    await wrongKey.stand.close()
    await expect(wrongKey.stand.provider.look(ref)).rejects.toThrow('cannot be reached')
  })
})
