import { createFileRoute } from '@tanstack/react-router'
import { licenceQuery } from '../../../data/organization/licence.ts'
import { licenceTermsQuery } from '../../../data/organization/purchases.ts'
import { PurchasePage } from '../../../features/licence/purchase/purchase-page.tsx'
import { readPurchase, type PurchaseSearch } from '../../../features/licence/purchase/purchase-search.ts'

export const Route = createFileRoute('/_home/service/servicelicense/purchase')({
  staticData: { page: 'account', forAdministrators: 'purchase' },
  validateSearch: (search: Record<string, unknown>): PurchaseSearch => readPurchase(search),
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(licenceQuery)
    void context.queryClient.prefetchQuery(licenceTermsQuery)
  },
  component: PurchasePage,
})
