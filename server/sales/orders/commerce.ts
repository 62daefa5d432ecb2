import type { FastifyBaseLogger } from 'fastify'
import { orderTypes, type OrderType } from '#contract/payment.ts'
import type { Settings } from '#contract/settings.ts'
import type { Now, Sweeper } from '../../runtime/clock.ts'
import { CloudProduct } from '../cloud-storage/cloud-product.ts'
import { CloudRenewals } from '../cloud-storage/cloud-renewals.ts'
import { CloudStorage } from '../cloud-storage/cloud-storage.ts'
import { CloudTerms } from '../cloud-storage/cloud-terms.ts'
import type { Db } from '../../db/open.ts'
import { LicenceProduct } from '../licence/licence-product.ts'
import { Licences } from '../licence/licences.ts'
import { CardProvider } from '../payment/card/card-provider.ts'
import type { Mail } from '../../mail/mail.ts'
import type { PaymentProvider } from '../payment/provider.ts'
import { SandboxProvider } from '../payment/sandbox/sandbox-provider.ts'
import type { ResourceNews } from '../../push/resource-news.ts'
import { AutomaticPayments } from './automatic-payments.ts'
import type { OrderProduct } from './order-product.ts'
import { Orders } from './orders.ts'
import { PaymentEffects } from './payment-effects.ts'
import { Payments } from './payments.ts'

/** What is sold, ordered and paid. */
export interface Commerce {
  readonly licences: Licences
  readonly orders: Orders
  readonly payments: Payments
  readonly cloudTerms: CloudTerms
  readonly cloudStorage: CloudStorage
  readonly cloudRenewals: CloudRenewals
}

/** Builds it with the payment provider that the settings name. */
export function createCommerce(parts: {
  settings: Settings
  now: Now
  log: FastifyBaseLogger
  db: Db
  sweeper: Sweeper
  news: ResourceNews
  mail: Mail
}): Commerce {
  const { db, now, settings } = parts
  // Read anew each time: with port 0 the service learns its own address only when it listens.
  const origin = () => settings.origins[0] ?? ''
  const licences = new Licences(parts)
  const product = new LicenceProduct(now, licences)
  const cloudTerms = new CloudTerms(parts)
  const cloudProduct = new CloudProduct({ now, terms: cloudTerms, mail: parts.mail })
  const products = new Map<OrderType, OrderProduct>([
    [orderTypes.license, product],
    [orderTypes.cloudStorage, cloudProduct],
  ])
  const orders = new Orders({ db, now, licences, product })
  const provider = createProvider(parts, origin)
  const payments = new Payments({ ...parts, orders, effects: new PaymentEffects({ db, now, products }), provider, origin })
  if (provider instanceof SandboxProvider) provider.announceTo((body, headers) => payments.receive(provider.name, body, headers))
  const cloudStorage = new CloudStorage({ db, now, orders, product: cloudProduct, terms: cloudTerms })
  const automatic = new AutomaticPayments({ ...parts, payments })
  const cloudRenewals = new CloudRenewals({ ...parts, orders, automatic, product: cloudProduct, terms: cloudTerms, storage: cloudStorage })
  return { licences, orders, payments, cloudTerms, cloudStorage, cloudRenewals }
}

function createProvider(
  { settings, db, now, sweeper }: { settings: Settings; db: Db; now: Now; sweeper: Sweeper },
  origin: () => string,
): PaymentProvider | undefined {
  if (settings.payment.provider === 'sandbox') return new SandboxProvider({ db, now, sweeper, origin })
  if (settings.payment.provider === 'card') return new CardProvider({ ...settings.payment, now })
  return undefined
}
