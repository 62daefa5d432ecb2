import { createFileRoute } from '@tanstack/react-router'
import { stationsQuery } from '../../../data/places/stations.ts'
import { StationsPage } from '../../../features/stations/stations-page.tsx'
import { readStations, type StationsSearch } from '../../../features/stations/stations-search.ts'

export const Route = createFileRoute('/_home/settings/stations')({
  staticData: { page: 'device', forAdministrators: 'stations' },
  validateSearch: (search: Record<string, unknown>): StationsSearch => readStations(search),
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(stationsQuery)
  },
  component: StationsPage,
})
