import { createFileRoute } from '@tanstack/react-router'
import { ArchivesPage } from '../../features/archives/archives-page.tsx'
import { readArchives, type ArchivesSearch } from '../../features/archives/archives-search.ts'

export const Route = createFileRoute('/_home/archives')({
  staticData: { page: 'archives' },
  validateSearch: (search: Record<string, unknown>): ArchivesSearch => readArchives(search),
  component: ArchivesPage,
})
