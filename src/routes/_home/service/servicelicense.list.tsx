import { createFileRoute } from '@tanstack/react-router'
import { licenceQuery } from '../../../data/organization/licence.ts'
import { LicencePage } from '../../../features/licence/licence-page.tsx'

export const Route = createFileRoute('/_home/service/servicelicense/list')({
  // For everybody, as the account is (rule 2.1).
  staticData: { page: 'account' },
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(licenceQuery)
  },
  component: LicencePage,
})
