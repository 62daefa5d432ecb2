import { createFileRoute } from '@tanstack/react-router'
import { ArchivePage } from '../../features/archives/archive-page.tsx'

export const Route = createFileRoute('/_home/archives-details/$id')({
  staticData: { page: 'archives' },
  component: ArchivePage,
})
