import { createFileRoute } from '@tanstack/react-router'
import { StoragePage } from '../../../features/storage/storage-page.tsx'

export const Route = createFileRoute('/_home/account/storage-management')({
  staticData: { page: 'account' },
  component: StoragePage,
})
