import { createFileRoute } from '@tanstack/react-router'
import { BuyCloudPage } from '../../../features/licence/cloud/buy-page.tsx'
import { readCloud, type CloudSearch } from '../../../features/licence/cloud/cloud-search.ts'

export const Route = createFileRoute('/_home/service/serviceCloudstorage/buy')({
  staticData: { page: 'account', forAdministrators: 'purchase' },
  validateSearch: (search: Record<string, unknown>): CloudSearch => readCloud(search),
  component: BuyCloudPage,
})
