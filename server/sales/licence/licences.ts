import type { Coverage } from '#contract/calls/licence/licence-info.ts'
import type { Purchase } from '#contract/calls/licence/purchase.ts'
import type { Quote } from '#contract/calls/licence/quote.ts'
import { licenceStatuses } from '#contract/states/licence.ts'
import { orderStatuses, orderTransitions } from '#contract/states/order.ts'
import { CallFault } from '../../calls/call-fault.ts'
import type { Now, Sweeper } from '../../runtime/clock.ts'
import type { Db } from '../../db/open.ts'
import type { Mail } from '../../mail/mail.ts'
import { countCameras, freeChannels, lockAccount } from './account.ts'
import { changeState } from '../../runtime/state-change.ts'
import { freeInfo, pickLicences, toLicenceInfo } from './licence-views.ts'
import { readPriceMatrix } from './price-matrix.ts'
import type { ResourceNews } from '../../push/resource-news.ts'
import { quotePurchase, quoteTrial } from './quote-purchase.ts'
import { remind } from './reminders.ts'
import { advance, isInForce, isWaiting, type Licence } from './time-line.ts'

/** Licences of organizations: what they cover, what they cost, and the guard that asks for one. */
export class Licences {
  readonly #db: Db
  readonly #now: Now
  readonly #mail: Mail
  readonly #news: ResourceNews

  constructor({ db, now, sweeper, mail, news }: { db: Db; now: Now; sweeper: Sweeper; mail: Mail; news: ResourceNews }) {
    this.#db = db
    this.#now = now
    this.#mail = mail
    this.#news = news
    sweeper.add(() => this.#advanceDue())
  }

  /**
   * The licence guard: whether all cameras of the organization, and `addedChannels` more, are covered by free channels and the licence in
   * force. Fails with licence-needed (never bought), licence-ended (trial or licence ended), licence-too-small (for fewer cameras). Other
   * services ask it before they open or add channels.
   */
  async require(organizationId: string, { addedChannels = 0 } = {}): Promise<Coverage> {
    const licences = await this.upToDate(this.#db, organizationId)
    const coverage = await this.#coverage(organizationId, licences)
    if (coverage.cameras + addedChannels <= coverage.covered) return coverage
    throw new CallFault(guardFault(licences))
  }

  /**
   * Whether there is anything to work with: a licence in force, or free channels. Fails with licence-needed (never bought) and licence-ended
   * (trial or licence ended, or its payment is disputed). Asked before what needs a licence and no camera more (rule 6.9).
   */
  async requireAny(organizationId: string): Promise<void> {
    const licences = await this.upToDate(this.#db, organizationId)
    if (licences.some(isInForce) || (await freeChannels(this.#db, organizationId)) > 0) return
    throw new CallFault(guardFault(licences))
  }

  /** How many cameras the organization may have open, and the guard's fault for one more. */
  async allowance(organizationId: string): Promise<{ covered: number; fault: GuardFault }> {
    const licences = await this.upToDate(this.#db, organizationId)
    const { covered } = await this.#coverage(organizationId, licences)
    return { covered, fault: guardFault(licences) }
  }

  async coverage(organizationId: string): Promise<Coverage> {
    return this.#coverage(organizationId, await this.upToDate(this.#db, organizationId))
  }

  /** What `/vms/license-inst/query` answers. */
  async describe(organizationId: string) {
    const licences = await this.upToDate(this.#db, organizationId)
    const { current, renewal, ended } = pickLicences(licences)
    const freeChlNum = await freeChannels(this.#db, organizationId)
    const around = {
      freeChlNum,
      nowMs: this.#now(),
      isRenewed: renewal !== undefined,
      isLast: current === undefined && renewal === undefined,
    }
    const show = (licence: Licence | undefined) => (licence === undefined ? null : toLicenceInfo(licence, around))
    return {
      valid: licences.some(isInForce),
      currentInfo: show(current) ?? freeInfo(freeChlNum, ended !== undefined),
      renewInfo: show(renewal),
      expireInfo: show(ended),
      coverage: await this.#coverage(organizationId, licences),
    }
  }

  /**
   * Price of a purchase as things stand; for an upgrade or a renewal with more cameras also which licence gains how many. Fails when the
   * purchase is not possible: wrong-state, no-licence-to-renew, licence-renewed-already, upgrade-adds-nothing, no-free-trial,
   * serial-number-unknown.
   */
  async quote(
    db: Db,
    organizationId: string,
    purchase: Purchase,
  ): Promise<{ quote: Quote; licenceId: string | null; addedChlNum: number }> {
    const licences = await this.upToDate(db, organizationId)
    if (purchase.kind === 'trial')
      return { quote: await this.#trial(db, organizationId, purchase.sns, licences), licenceId: null, addedChlNum: 0 }
    const bought = licences.find((licence) => isInForce(licence) && licence.license_type === 'paid')
    refuseImpossible(purchase, bought, licences)
    const inUse = bought && { chlNum: bought.chl_num, durationType: bought.duration_type, endsAtMs: bought.ends_at_ms ?? 0 }
    const quote = quotePurchase(purchase, { cells: await readPriceMatrix(db), inUse, nowMs: this.#now() })
    const addedChlNum = purchase.kind === 'buy' || bought === undefined ? 0 : Math.max(0, purchase.chlNum - bought.chl_num)
    return { quote, licenceId: addedChlNum > 0 ? (bought?.id ?? null) : null, addedChlNum }
  }

  /** The organization's licences as the clock has them now; what changed is written. `db` may be a transaction. */
  async upToDate(db: Db, organizationId: string): Promise<Licence[]> {
    const read = () => db.selectFrom('licence').where('organization_id', '=', organizationId).selectAll().execute()
    const licences = await read()
    if (advance(licences, this.#now()).length === 0) return licences
    if (db.isTransaction) await this.#advance(db, organizationId)
    else {
      await db.transaction().execute((inside) => this.#advance(inside, organizationId))
      await this.#news.tell(organizationId, 'purchases')
    }
    return read()
  }

  async #advance(db: Db, organizationId: string): Promise<void> {
    await lockAccount(db, organizationId)
    const licences = await db.selectFrom('licence').where('organization_id', '=', organizationId).selectAll().execute()
    const advanced = advance(licences, this.#now())
    const all = [...advanced, ...licences.filter(({ id }) => !advanced.some((licence) => licence.id === id))]
    for (const licence of advanced) {
      const { id, order_id, status, starts_at_ms, ends_at_ms, remaining_ms, due_at_ms } = licence
      await db.updateTable('licence').set({ status, starts_at_ms, ends_at_ms, remaining_ms, due_at_ms }).where('id', '=', id).execute()
      // An order whose licence has begun is no longer "to be used".
      await db
        .updateTable('vas_order')
        .set({ status: changeState(orderTransitions, orderStatuses.toBeUsed, orderStatuses.paid) })
        .where('id', '=', order_id)
        .where('status', '=', orderStatuses.toBeUsed)
        .execute()
      await remind(db, this.#mail, { changed: licence, all })
    }
  }

  async #advanceDue(): Promise<void> {
    const due = this.#db.selectFrom('licence').where('due_at_ms', '<=', this.#now()).select('organization_id').distinct()
    for (const { organization_id } of await due.execute()) await this.upToDate(this.#db, organization_id)
  }

  async #coverage(organizationId: string, licences: readonly Licence[]): Promise<Coverage> {
    const cameras = await countCameras(this.#db, organizationId)
    const freeChlNum = await freeChannels(this.#db, organizationId)
    const licensedChlNum = licences.find(isInForce)?.chl_num ?? 0
    return { cameras, covered: freeChlNum + licensedChlNum, freeChlNum, licensedChlNum }
  }

  /** One trial for each device and for each organization, ever, and none beside a licence that was paid for. */
  async #trial(db: Db, organizationId: string, sns: readonly string[], licences: readonly Licence[]): Promise<Quote> {
    const owned = await db
      .selectFrom('device')
      .where('organization_id', '=', organizationId)
      .where('sn', 'in', [...sns])
      .select('sn')
      .execute()
    const isOwned = new Set(owned.map(({ sn }) => sn))
    const stranger = sns.findIndex((sn) => !isOwned.has(sn))
    if (stranger !== -1) throw new CallFault('serial-number-unknown', { field: `purchase.sns.${stranger}` })
    if (licences.some((licence) => isInForce(licence) || isWaiting(licence) || licence.status === licenceStatuses.notEffective))
      throw new CallFault('no-free-trial')
    const tried = await db
      .selectFrom('licence_trial')
      .where('sn', 'in', [...sns])
      .select('sn')
      .execute()
    const again = sns.findIndex((sn) => tried.some((row) => row.sn === sn))
    if (again !== -1) throw new CallFault('no-free-trial', { field: `purchase.sns.${again}` })
    if (licences.some(({ license_type }) => license_type === 'trial')) throw new CallFault('no-free-trial')
    const channels = db.selectFrom('channel').where('sn', 'in', [...sns])
    const { total } = await channels.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
    return quoteTrial(Math.max(1, total))
  }
}

type GuardFault = 'licence-too-small' | 'licence-ended' | 'licence-needed'

function guardFault(licences: readonly Licence[]): GuardFault {
  if (licences.some(isInForce)) return 'licence-too-small'
  return licences.length > 0 ? 'licence-ended' : 'licence-needed'
}

function refuseImpossible(purchase: Exclude<Purchase, { kind: 'trial' }>, bought: Licence | undefined, licences: readonly Licence[]): void {
  if (purchase.kind === 'buy') {
    if (bought !== undefined) throw new CallFault('wrong-state')
    return
  }
  if (bought === undefined) throw new CallFault('no-licence-to-renew')
  if (purchase.kind === 'renew' && licences.some(isWaiting)) throw new CallFault('licence-renewed-already')
  if (purchase.kind === 'upgrade' && purchase.chlNum <= bought.chl_num) throw new CallFault('upgrade-adds-nothing', { field: 'chlNum' })
}
