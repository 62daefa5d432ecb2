import { createFileRoute } from '@tanstack/react-router'
import { accessRequestsQuery, installerQuery } from '../../../data/organization/installer.ts'
import { InstallerPage } from '../../../features/security/installer-page.tsx'

export const Route = createFileRoute('/_home/service/installer')({
  staticData: { page: 'privacySecurity', forAdministrators: 'installer' },
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(installerQuery)
    void context.queryClient.prefetchQuery(accessRequestsQuery)
  },
  component: InstallerPage,
})
