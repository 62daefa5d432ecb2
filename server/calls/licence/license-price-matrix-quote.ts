import { licensePriceMatrixQuote as call } from '#contract/calls/licence/license-price-matrix-quote.ts'
import type { Purchase } from '#contract/calls/licence/purchase.ts'
import { durationType } from '#contract/licence-terms.ts'
import { handler } from '../handler.ts'

export const licensePriceMatrixQuote = handler(call, async ({ kind, chlNum, durationType: term }, { db, licences }, { organizationId }) => {
  const terms = term === undefined ? Object.values(durationType.def.entries) : [term]
  const purchases: Purchase[] = kind === 'upgrade' ? [{ kind, chlNum }] : terms.map((one) => ({ kind, chlNum, durationType: one }))
  const quotes = []
  for (const purchase of purchases) quotes.push((await licences.quote(db, organizationId, purchase)).quote)
  return { quotes }
})
