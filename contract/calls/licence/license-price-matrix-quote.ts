import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { durationType } from '../../licence-terms.ts'
import { chlNum } from './purchase.ts'
import { quote } from './quote.ts'

/**
 * Prices of a purchase: for one term, or for all five when none is named; an upgrade has one. Fails with wrong-state (a licence is in use:
 * renew or upgrade it), no-licence-to-renew (no bought licence to renew or upgrade), licence-renewed-already, upgrade-adds-nothing (an
 * upgrade must add cameras).
 */
export const licensePriceMatrixQuote = defineCall({
  path: '/vms/license-price-matrix/quote',
  input: z.object({ kind: z.enum(['buy', 'renew', 'upgrade']), chlNum, durationType: z.optional(durationType) }),
  output: z.object({ quotes: z.array(quote) }),
  access: administrator,
  offline: 'none',
})
