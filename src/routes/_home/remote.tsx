import { createFileRoute } from '@tanstack/react-router'
import { controlledQuery } from '../../data/places/station-remote.ts'
import { RemotePage } from '../../features/remote/remote-page.tsx'
import { readRemote, type RemoteSearch } from '../../features/remote/remote-search.ts'

/** The remote control of viewing stations: for telephones, and opened by the QR code on a screen. */
export const Route = createFileRoute('/_home/remote')({
  validateSearch: (search: Record<string, unknown>): RemoteSearch => readRemote(search),
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(controlledQuery)
  },
  component: RemotePage,
})
