import { createFileRoute } from '@tanstack/react-router'
import { SharedClipsPage } from '../../features/archives/shared/shared-clips-page.tsx'
import { readShared, type SharedSearch } from '../../features/archives/shared/shared-search.ts'

export const Route = createFileRoute('/_home/archives_/shares')({
  staticData: { page: 'archives', forAdministrators: 'sharedClips' },
  validateSearch: (search: Record<string, unknown>): SharedSearch => readShared(search),
  component: SharedClipsPage,
})
