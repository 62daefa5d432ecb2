import { createFileRoute } from '@tanstack/react-router'
import { PlatesPage } from '../../../features/vehicle/plates-page.tsx'
import { readPlateSearch, type PlateSearch } from '../../../features/vehicle/vehicle-search.ts'

/** The plate database: its groups, and the plates of one. */
export const Route = createFileRoute('/_home/vehicle/plates')({
  staticData: { page: 'vehicle', forAdministrators: 'plateDatabase' },
  validateSearch: (search: Record<string, unknown>): PlateSearch => readPlateSearch(search),
  component: PlatesPage,
})
