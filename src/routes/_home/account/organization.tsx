import { createFileRoute } from '@tanstack/react-router'
import { organizationQuery } from '../../../data/organization/organization.ts'
import { holdsRole } from '../../../data/person/roles.ts'
import { OrganizationPage } from '../../../features/organization/organization-page.tsx'

export const Route = createFileRoute('/_home/account/organization')({
  staticData: { page: 'account' },
  loader: async ({ context }) => {
    void context.queryClient.prefetchQuery(organizationQuery)
    // Administrators see another page than everybody else.
    await holdsRole('administrator')
  },
  component: OrganizationPage,
})
