import type { FastifyBaseLogger } from 'fastify'
import { orderTypes } from '#contract/payment.ts'
import type { Settings } from '#contract/settings.ts'
import type { Now, Sweeper } from '../clock.ts'
import type { Db } from '../db/open.ts'
import { LicenceProduct } from '../licence/licence-product.ts'
import { Licences } from '../licence/licences.ts'
import { CardProvider } from '../payment/card/card-provider.ts'
import { Mail } from '../mail/mail.ts'
import type { PaymentProvider } from '../payment/provider.ts'
import { SandboxProvider } from '../payment/sandbox/sandbox-provider.ts'
import { Orders } from './orders.ts'
import { PaymentEffects } from './payment-effects.ts'
import { Payments } from './payments.ts'

/** What is sold, ordered and paid. */
export interface Commerce {
  readonly licences: Licences
  readonly orders: Orders
  readonly payments: Payments
}

/** Builds it with the payment provider that the settings name. */
export function createCommerce(parts: { settings: Settings; now: Now; log: FastifyBaseLogger; db: Db; sweeper: Sweeper }): Commerce {
  const { db, now, settings } = parts
  // Read anew each time: with port 0 the service learns its own address only when it listens.
  const origin = () => settings.origins[0] ?? ''
  const licences = new Licences({ ...parts, mail: new Mail(parts) })
  const product = new LicenceProduct(now, licences)
  const products = new Map([[orderTypes.license, product]])
  const orders = new Orders({ db, now, licences, product })
  const provider = createProvider(parts, origin)
  const payments = new Payments({ ...parts, orders, effects: new PaymentEffects({ db, now, products }), provider, origin })
  if (provider instanceof SandboxProvider) provider.announceTo((body, headers) => payments.receive(provider.name, body, headers))
  return { licences, orders, payments }
}

function createProvider(
  { settings, db, now, sweeper }: { settings: Settings; db: Db; now: Now; sweeper: Sweeper },
  origin: () => string,
): PaymentProvider | undefined {
  if (settings.payment.provider === 'sandbox') return new SandboxProvider({ db, now, sweeper, origin })
  if (settings.payment.provider === 'card') return new CardProvider({ ...settings.payment, now })
  return undefined
}
