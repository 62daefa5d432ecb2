import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import type { KyselyPlugin } from 'kysely'
import { RECORDINGS_FUNCTION } from '#contract/archives.ts'
import type { CloudPurchase } from '#contract/calls/cloud-storage/cloud-purchase.ts'
import { cloudRenewal, priceOfCloud } from '#contract/cloud-storage.ts'
import type { Purchase } from '#contract/calls/licence/purchase.ts'
import { channelStatuses, deviceStatuses, deviceTypes } from '#contract/enums.ts'
import { durationTypes } from '#contract/licence-terms.ts'
import { payTypes, TERMS_VERSION, type PayResult } from '#contract/payment.ts'
import type { Settings } from '#contract/settings.ts'
import type { Principal } from '#server/access/caller.ts'
import { Quotas } from '#server/access/quotas.ts'
import { openDatabase, type Db } from '#server/db/open.ts'
import { Mail } from '#server/mail/mail.ts'
import { ResourceNews } from '#server/push/resource-news.ts'
import type { PushHub } from '#server/push/hub.ts'
import { Sweeper } from '#server/runtime/clock.ts'
import { createCommerce, type Commerce } from '#server/sales/orders/commerce.ts'
import { returnLink } from '#server/sales/payment/return-link.ts'
import { signNotice } from '#server/sales/payment/notice-signature.ts'
import { writeTables } from '../database.ts'
import { CardStandIn, STAND_IN_KEY, STAND_IN_WEBHOOK_SECRET, type SeenSession } from './card-stand-in.ts'

/** The service was killed at a statement of its database. */
class Killed extends Error {}

/** Sweeps when it is told to, each task after the other. */
class HandSweeper extends Sweeper {
  readonly #tasks: (() => void | Promise<void>)[] = []

  override add(task: () => void | Promise<void>): void {
    this.#tasks.push(task)
  }

  async sweep(): Promise<void> {
    for (const task of this.#tasks) await task()
  }
}

const MINUTE_MS = 60_000

/**
 * Everything of the service that sells, orders and takes money, over a database of its own and a card provider on loopback, with a clock,
 * sweeps, messages and sudden deaths by hand. Each sequence of a test has an organization of its own.
 */
export class OrderWorld {
  readonly #folder: string
  readonly #db: Db
  readonly #standIn: CardStandIn
  readonly #log = Fastify({ logger: false }).log
  #sweeper = new HandSweeper(() => {})
  #commerce: Commerce
  #nowMs = Date.UTC(2026, 0, 1)
  /** Statements that are left until the service dies; none dies without it. */
  #statementsLeft: number | undefined
  #organizations = 0
  who: Principal = { sessionId: 's', userId: '', organizationId: '', role: 'administrator' }
  /** Messages of the provider that nobody has heard yet, or that may come once more. */
  messages: string[] = []
  /** Check-outs that a person was led to, and by which address each leads back. */
  checkouts: { session: string; payId: string }[] = []

  private constructor(folder: string, db: Db, standIn: CardStandIn) {
    this.#folder = folder
    this.#standIn = standIn
    this.#db = db.withPlugin(this.#death())
    this.#commerce = this.#build()
    standIn.hear = async (body) => this.messages.push(body)
  }

  static async start(): Promise<OrderWorld> {
    const folder = await mkdtemp(join(tmpdir(), 'sightline-orders-'))
    const file = join(folder, 'sightline.db')
    await writeTables(file)
    let now = () => 0
    const standIn = await CardStandIn.start(() => now())
    const world = new OrderWorld(folder, await openDatabase(file), standIn)
    now = () => world.#nowMs
    return world
  }

  async close(): Promise<void> {
    await this.#standIn.close()
    await this.#db.destroy()
    await rm(this.#folder, { recursive: true })
  }

  /** A new organization that owns nothing. Those before are left as they were settled. */
  async begin(): Promise<void> {
    await this.#db.updateTable('cloud_term').set({ auto_renew: 0, due_at_ms: null }).execute()
    await this.#db.updateTable('licence').set({ due_at_ms: null }).execute()
    await this.#db.updateTable('payment').set({ check_at_ms: Number.MAX_SAFE_INTEGER }).execute()
    this.bank.forget()
    this.#organizations += 1
    const id = `o${this.#organizations}`
    const organization = { id, name: id, host: `${id}.example`, product_name: id, page_title: id, accent_color: '#884400' }
    await this.#db
      .insertInto('organization')
      .values({ ...organization, logo_url: null, background_url: null, favicon_url: null })
      .execute()
    const person = { login_name: id, email: `${id}@${id}.example`, alias: id, phone: '', role: 'administrator', status: 1 } as const
    await this.#db
      .insertInto('user')
      .values({ id: `u${id}`, organization_id: id, ...person, password_hash: '', language: 'en-US', theme: 'system' })
      .execute()
    this.who = { sessionId: 's', userId: `u${id}`, organizationId: id, role: 'administrator' }
    this.messages = []
    this.checkouts = []
    this.bank.heal()
    await this.#bindDevice(id)
  }

  /** A device with a camera whose past can be stored. */
  async #bindDevice(sn: string): Promise<void> {
    const since = { name: sn, status_since_ms: this.#nowMs }
    const device = {
      ...since,
      sn,
      key_hex: '',
      organization_id: sn,
      site_id: null,
      dev_type: deviceTypes.ipc,
      status: deviceStatuses.online,
    }
    await this.#db
      .insertInto('device')
      .values({ ...device, model: 'm', version: '1' })
      .execute()
    const camera = { ...since, sn, chl_index: 0, status: channelStatuses.online, streams_json: '[]' }
    await this.#db
      .insertInto('channel')
      .values({ ...camera, support_fun_json: JSON.stringify([RECORDINGS_FUNCTION]) })
      .execute()
  }

  get nowMs(): number {
    return this.#nowMs
  }

  advance(ms: number): void {
    this.#nowMs += ms
  }

  /** The process dies at the `statements`-th statement from now on that `work` needs, if it needs so many; another takes over. */
  async kill(statements: number, work: () => Promise<unknown>): Promise<void> {
    this.#statementsLeft = statements
    try {
      await work()
    } catch (fault) {
      if (!(fault instanceof Killed)) throw fault
    } finally {
      this.#statementsLeft = undefined
      await this.#sweeper.close()
      this.#commerce = this.#build()
    }
  }

  async place(purchase: Exclude<Purchase, { kind: 'trial' }>): Promise<void> {
    const { orders, licences } = this.#commerce
    const { quote } = await licences.quote(this.#db, this.who.organizationId, purchase)
    await orders.place(this.who, { purchase, amountCents: quote.amountCents, acceptedTerms: TERMS_VERSION })
  }

  /** Orders cloud storage for the camera. */
  async placeCloud(autoRenew: boolean): Promise<string> {
    const purchase: CloudPurchase = { kind: 'buy', goodsId: 'event-7', cycle: durationTypes.days30, channels: [this.#camera], autoRenew }
    const amountCents = priceOfCloud(purchase.goodsId, purchase.cycle)
    return (await this.#commerce.cloudStorage.order(this.who, { purchase, amountCents, acceptedTerms: TERMS_VERSION })).id
  }

  /** Orders, pays for and is given cloud storage that renews itself. */
  async buyCloud(): Promise<void> {
    await this.pay(await this.placeCloud(true))
    await this.bank.pay(this.checkouts.at(-1)?.session ?? '')
    for (const body of this.messages.splice(0)) await this.deliver(body)
  }

  /** Switches the renewal of cloud storage on or off. */
  async setRenewals(isOn: boolean): Promise<void> {
    await this.#commerce.cloudRenewals.set(this.who.organizationId, [this.#camera], isOn)
  }

  /** The time until what ends next is renewed, if anything does. */
  async untilRenewalMs(): Promise<number> {
    const ends = (await this.terms()).flatMap(({ ends_at_ms }) => ends_at_ms ?? [])
    const due = ends.map((atMs) => atMs - cloudRenewal.beforeEndMs + MINUTE_MS - this.#nowMs).filter((ms) => ms > 0)
    return due.length === 0 ? MINUTE_MS : Math.min(...due)
  }

  /** Whether anything renews itself, so that money may be taken while nobody sits there. */
  async renewsItself(): Promise<boolean> {
    const { organizationId } = this.who
    const terms = this.#db.selectFrom('cloud_term').where('organization_id', '=', organizationId).where('auto_renew', '=', 1)
    return (await terms.select('id').executeTakeFirst()) !== undefined
  }

  get #camera(): { sn: string; chlIndex: number } {
    return { sn: this.who.organizationId, chlIndex: 0 }
  }

  /** Terms of cloud storage, as the clock has them. */
  terms() {
    return this.#commerce.cloudTerms.upToDate(this.who.organizationId)
  }

  async cancel(orderId: string): Promise<void> {
    await this.#commerce.orders.cancel(this.who.organizationId, orderId)
  }

  /** Presses "Pay". */
  async pay(orderId: string): Promise<void> {
    const { payment, url } = await this.#commerce.payments.begin(this.who, orderId, payTypes.card)
    const session = url.split('/').at(-1) ?? ''
    if (!this.checkouts.some((known) => known.session === session)) this.checkouts.push({ session, payId: payment.id })
  }

  /** The browser comes back from the check-out. */
  async comeBack(payId: string, result: PayResult): Promise<void> {
    const { sign_key: key } = await this.#db.selectFrom('payment').where('id', '=', payId).select('sign_key').executeTakeFirstOrThrow()
    const sign = returnSign(payId, { result, key })
    await this.#commerce.payments.comeBack(result, { payId, sign })
  }

  /** Hands a message over; whoever fails to hear it keeps it. */
  async deliver(body: string): Promise<void> {
    const headers = { 'stripe-signature': signNotice(body, STAND_IN_WEBHOOK_SECRET, this.#nowMs) }
    if (!(await this.#commerce.payments.receive('card', body, headers))) throw new Error('A message that was signed was not believed.')
  }

  sweep(): Promise<void> {
    return this.#sweeper.sweep()
  }

  /** What a person does at the provider, or a bank, and how both are. */
  get bank(): CardStandIn {
    return this.#standIn
  }

  /** The provider's own books, by its name for each check-out. */
  truth(): Map<string, SeenSession> {
    return new Map(this.#standIn.seen().map((session) => [session.id, session]))
  }

  /** The orders with their payments, the oldest first. */
  async orders() {
    const { organizationId } = this.who
    const orders = await this.#db.selectFrom('vas_order').where('organization_id', '=', organizationId).selectAll().orderBy('id').execute()
    const payments = await this.#db
      .selectFrom('payment')
      .innerJoin('vas_order', 'vas_order.id', 'payment.order_id')
      .where('organization_id', '=', organizationId)
      .selectAll('payment')
      .execute()
    return orders.map((order) => ({ ...order, payments: payments.filter(({ order_id }) => order_id === order.id) }))
  }

  async licences() {
    await this.#commerce.licences.upToDate(this.#db, this.who.organizationId)
    return this.#db.selectFrom('licence').where('organization_id', '=', this.who.organizationId).selectAll().execute()
  }

  /** Everybody is well and time goes by, until nothing is open any more: messages arrive, sweeps run, days pass. */
  async settle(): Promise<void> {
    this.bank.heal()
    for (const { id } of this.bank.seen()) await this.bank.decide(id, true)
    for (const body of this.messages) await this.deliver(body)
    for (const waitMs of [MINUTE_MS + 1_000, 31 * MINUTE_MS, 6_000, 6_000, 25 * 60 * MINUTE_MS, 6_000, 25 * 60 * MINUTE_MS, 6_000, 6_000]) {
      this.advance(waitMs)
      await this.sweep()
    }
  }

  #build(): Commerce {
    const now = () => this.#nowMs
    this.#sweeper = new HandSweeper(() => {})
    const payment = { provider: 'card', url: this.#standIn.url, key: STAND_IN_KEY, webhookSecret: STAND_IN_WEBHOOK_SECRET } as const
    const settings = { payment, origins: ['http://localhost'] } as unknown as Settings
    const db = this.#db
    // Nobody is connected.
    const push = { send: () => {} } as unknown as PushHub
    const mail = new Mail({ db, now, settings, quotas: new Quotas({ db, now, log: this.#log }) })
    return createCommerce({
      settings,
      now,
      log: this.#log,
      db,
      sweeper: this.#sweeper,
      news: new ResourceNews({ db, push, log: this.#log }),
      mail,
    })
  }

  #death(): KyselyPlugin {
    return {
      transformQuery: ({ node }) => {
        if (this.#statementsLeft !== undefined) {
          if (this.#statementsLeft <= 0) throw new Killed()
          this.#statementsLeft -= 1
        }
        return node
      },
      transformResult: async ({ result }) => result,
    }
  }
}

function returnSign(payId: string, { result, key }: { result: PayResult; key: string }): string {
  return new URL(returnLink('http://localhost', { payId, result, key })).searchParams.get('sign') ?? ''
}
