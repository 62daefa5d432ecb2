import { createFileRoute } from '@tanstack/react-router'
import { sitesQuery } from '../../../data/places/sites.ts'
import { SitesPage } from '../../../features/sites/sites-page.tsx'
import { readSites, type SitesSearch } from '../../../features/sites/sites-search.ts'

export const Route = createFileRoute('/_home/settings/site/sitelist')({
  staticData: { page: 'sites' },
  validateSearch: (search: Record<string, unknown>): SitesSearch => readSites(search),
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(sitesQuery)
  },
  component: SitesPage,
})
