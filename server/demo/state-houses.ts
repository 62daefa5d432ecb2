import { durationTypes, licenceLimits } from '#contract/licence-terms.ts'
import { licenceStatuses } from '#contract/states/licence.ts'
import { orderStatuses } from '#contract/states/order.ts'
import type { Db } from '../db/open.ts'
import { seedPurchases, type Purchase } from './purchases.ts'

const { days30, year1 } = durationTypes
const { using, expiring, expired, terminated, notEffective, toBeUsedAgain } = licenceStatuses

interface StateHouse {
  /** Sign-in name of its administrator, and what is to be seen there. */
  loginName: string
  shows: string
  purchases: readonly Purchase[]
}

const paidYear: Purchase = {
  daysAgo: 20,
  kind: 'buy',
  chlNum: 8,
  term: year1,
  order: orderStatuses.paid,
  payment: 'succeeded',
  licence: using,
}

/**
 * Small organizations, each with a licence in a state that the demonstration organization does not have at this moment: one licence is in
 * force at most, so that no organization shows them all.
 */
export const stateHouses: readonly StateHouse[] = [
  { loginName: 'licence-none', shows: 'no licence was ever bought', purchases: [] },
  {
    loginName: 'licence-trial',
    shows: 'a free trial of the licence',
    purchases: [{ daysAgo: 5, kind: 'trial', chlNum: 4, term: licenceLimits.trialTerm, order: orderStatuses.onTrial, licence: using }],
  },
  { loginName: 'licence-using', shows: 'a licence in use', purchases: [paidYear] },
  {
    loginName: 'licence-ending',
    shows: 'a licence that ends soon, and that nothing follows',
    purchases: [{ ...paidYear, daysAgo: 26, term: days30, licence: expiring }],
  },
  {
    loginName: 'licence-expired',
    shows: 'a licence that has expired',
    purchases: [{ ...paidYear, daysAgo: 40, term: days30, licence: expired }],
  },
  {
    loginName: 'licence-terminated',
    shows: 'a licence whose payment was charged back',
    purchases: [{ ...paidYear, daysAgo: 10, order: orderStatuses.chargeback, payment: 'lost', licence: terminated }],
  },
  {
    loginName: 'licence-disputed',
    shows: 'a licence whose payment is disputed',
    purchases: [{ ...paidYear, daysAgo: 10, order: orderStatuses.chargeback, payment: 'disputed', licence: notEffective }],
  },
  {
    loginName: 'licence-again',
    shows: 'a licence whose dispute was won, and that waits for another one to end',
    purchases: [
      { ...paidYear, daysAgo: 60, order: orderStatuses.toBeUsed, licence: toBeUsedAgain },
      { ...paidYear, daysAgo: 10, term: days30 },
    ],
  },
]

/** Writes these organizations down, inside the transaction of the demonstration. Their administrators have one password, of which `hash` is. */
export async function seedStateHouses(db: Db, { hash, nowMs }: { hash: string; nowMs: number }): Promise<void> {
  for (const { loginName, purchases } of stateHouses) {
    const id = `state-${loginName}`
    const name = `Example: ${loginName.replace('-', ' ')}`
    const look = { product_name: 'Sightline', page_title: 'Sightline', accent_color: '#0c8276' }
    await db
      .insertInto('organization')
      .values({ id, name, host: null, ...look, logo_url: null, background_url: null, favicon_url: null })
      .execute()
    const person = {
      login_name: loginName,
      email: `${loginName}@states.example`,
      alias: name,
      phone: '',
      role: 'administrator',
      status: 1,
    } as const
    await db
      .insertInto('user')
      .values({ id, organization_id: id, ...person, password_hash: hash, language: 'en-US', theme: 'system' })
      .execute()
    const who = { organizationId: id, userId: id, freeChlNum: licenceLimits.freeChannels, nowMs }
    await seedPurchases(db, who, purchases)
  }
}
