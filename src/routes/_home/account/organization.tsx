import { createFileRoute } from '@tanstack/react-router'
import { organizationQuery } from '../../../data/organization.ts'
import { OrganizationPage } from '../../../features/organization/organization-page.tsx'

export const Route = createFileRoute('/_home/account/organization')({
  staticData: { page: 'account' },
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(organizationQuery)
  },
  component: OrganizationPage,
})
