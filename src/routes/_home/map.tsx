import { createFileRoute } from '@tanstack/react-router'
import { channelsQuery } from '../../data/places/channels.ts'
import { mapsQuery } from '../../data/places/maps.ts'
import { sitesQuery } from '../../data/places/sites.ts'
import { MapPage } from '../../features/map/map-page.tsx'
import { camerasOf } from '../../lib/playback-address.ts'

export interface MapSearch {
  site?: string
  /** The plan that is open, in place of the world. */
  plan?: string
  /** The camera that is shown in place: serial number and index. */
  camera?: string
}

/** Longer than any identifier. */
const LONGEST_ID = 64

function idOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, LONGEST_ID) : undefined
}

export const Route = createFileRoute('/_home/map')({
  staticData: { page: 'map' },
  validateSearch: (search: Record<string, unknown>): MapSearch => ({
    site: idOf(search['site']),
    plan: idOf(search['plan']),
    camera: camerasOf(search['camera'])[0],
  }),
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(sitesQuery)
    void context.queryClient.prefetchQuery(channelsQuery)
    void context.queryClient.prefetchQuery(mapsQuery)
  },
  component: MapPage,
})
