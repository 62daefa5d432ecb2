import { createFileRoute } from '@tanstack/react-router'
import { ConfPage } from '../../../features/licence/conf/conf-page.tsx'
import { readConf, type ConfSearch } from '../../../features/licence/conf/conf-search.ts'

export const Route = createFileRoute('/_home/service/servicelicense/conf')({
  staticData: { page: 'account', forAdministrators: 'purchase' },
  validateSearch: (search: Record<string, unknown>): ConfSearch => readConf(search),
  component: ConfPage,
})
