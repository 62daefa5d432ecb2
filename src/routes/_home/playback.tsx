import { createFileRoute } from '@tanstack/react-router'
import { channelsQuery } from '../../data/places/channels.ts'
import { sitesQuery } from '../../data/places/sites.ts'
import { CameraPanel } from '../../features/live/tree/camera-panel.tsx'
import { PlaybackPage } from '../../features/playback/playback-page.tsx'
import { camerasOf, timeOfAddress } from '../../lib/playback-address.ts'

export interface PlaybackSearch {
  /** Serial number and index of each camera, up to sixteen. */
  cameras?: string
  /** The moment that is seen first, epoch ms. */
  at?: number
  /** Where the recordings are taken from, unless from the devices. */
  from?: 'cloud'
}

export const Route = createFileRoute('/_home/playback')({
  staticData: { page: 'playback' },
  validateSearch: (search: Record<string, unknown>): PlaybackSearch => ({
    cameras: camerasOf(search['cameras']).join(',') || undefined,
    at: timeOfAddress(search['at']),
    from: search['from'] === 'cloud' ? 'cloud' : undefined,
  }),
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(sitesQuery)
    void context.queryClient.prefetchQuery(channelsQuery)
  },
  component: () => <PlaybackPage Cameras={CameraPanel} />,
})
