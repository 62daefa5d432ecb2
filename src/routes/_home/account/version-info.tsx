import { createFileRoute } from '@tanstack/react-router'
import { systemVersionQuery } from '../../../data/app/system-version.ts'
import { VersionPage } from '../../../features/version/version-page.tsx'

export const Route = createFileRoute('/_home/account/version-info')({
  staticData: { page: 'account' },
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(systemVersionQuery)
  },
  component: VersionPage,
})
