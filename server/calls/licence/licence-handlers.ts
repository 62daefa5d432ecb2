import type { licenceCalls } from '#contract/calls/licence/licence-calls.ts'
import type { Handlers } from '../handler.ts'
import { buyCheck } from './buy-check.ts'
import { licenseApplicationTermGet } from './license-application-term-get.ts'
import { licenseInstQuery } from './license-inst-query.ts'
import { licenseOrderCancel } from './license-order-cancel.ts'
import { licenseOrderDelete } from './license-order-delete.ts'
import { licenseOrderInsertPayOrder } from './license-order-insert-pay-order.ts'
import { licenseOrderInsertPay } from './license-order-insert-pay.ts'
import { licenseOrderPage } from './license-order-page.ts'
import { licenseOrderQuery } from './license-order-query.ts'
import { licensePriceMatrixQuote } from './license-price-matrix-quote.ts'
import { orderPayType } from './order-pay-type.ts'
import { payCallbackCancel } from './pay-callback-cancel.ts'
import { payCallbackSuccess } from './pay-callback-success.ts'
import { userQuery } from './user-query.ts'
import { vasInstCheck } from './vas-inst-check.ts'

/** What answers the calls of licences, orders and payment. */
export const licenceHandlers: Handlers<typeof licenceCalls> = {
  buyCheck,
  licenseApplicationTermGet,
  licenseInstQuery,
  licenseOrderCancel,
  licenseOrderDelete,
  licenseOrderInsertPayOrder,
  licenseOrderInsertPay,
  licenseOrderPage,
  licenseOrderQuery,
  licensePriceMatrixQuote,
  orderPayType,
  payCallbackCancel,
  payCallbackSuccess,
  userQuery,
  vasInstCheck,
}
