import { lazy, Suspense } from 'react'
import { useSnapshot } from 'valtio'
import { downloadsDialog } from '../../data/records/downloads.ts'

const DownloadsDialog = lazy(() => import('./downloads-dialog.tsx').then(({ DownloadsDialog }) => ({ default: DownloadsDialog })))

/** The download dialog, wherever it was opened from. */
export function DownloadsHost() {
  const { isOpen } = useSnapshot(downloadsDialog)
  return <Suspense>{isOpen && <DownloadsDialog onClose={() => (downloadsDialog.isOpen = false)} />}</Suspense>
}
