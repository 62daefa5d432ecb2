import { createFileRoute } from '@tanstack/react-router'
import { PassesPage } from '../../../features/vehicle/passes-page.tsx'
import { readPassSearch, type PassSearch } from '../../../features/vehicle/vehicle-search.ts'

/** Where vehicles were seen: all of them, or one plate. */
export const Route = createFileRoute('/_home/vehicle/')({
  staticData: { page: 'vehicle' },
  validateSearch: (search: Record<string, unknown>): PassSearch => readPassSearch(search),
  component: PassesPage,
})
