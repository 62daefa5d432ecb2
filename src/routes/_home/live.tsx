import { createFileRoute, redirect } from '@tanstack/react-router'
import { splits } from '#contract/calls/config/wall-grid.ts'
import { channelsQuery } from '../../data/places/channels.ts'
import { sitesQuery } from '../../data/places/sites.ts'
import type { SplitName } from '../../lib/wall-grid.ts'
import { LivePage } from '../../features/live/live-page.tsx'
import { openNamed, prepareWall, splitAtStart } from '../../features/live/wall/wall-start.ts'
import { cameraOf } from '../../lib/playback-address.ts'
import { ptz } from './-ptz-parts.ts'

export interface LiveSearch {
  split?: SplitName
  layout?: string
  /** The tour that runs. */
  tour?: string
  /** A camera that is put up beside what the wall shows. */
  camera?: string
  /** The wall alone, on a screen that nobody sits at. */
  kiosk?: true
}

/** Longer than any identifier. */
const LONGEST_ID = 64

function idOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value.slice(0, LONGEST_ID) : undefined
}

export const Route = createFileRoute('/_home/live')({
  staticData: { page: 'live' },
  validateSearch: (search: Record<string, unknown>): LiveSearch => ({
    split: search['split'] === 'free' ? 'free' : splits.find((split) => split === search['split']),
    layout: idOf(search['layout']),
    tour: idOf(search['tour']),
    camera: idOf(search['camera']),
    kiosk: search['kiosk'] === true ? true : undefined,
  }),
  loaderDeps: ({ search: { split, layout, tour, camera, kiosk } }) => ({ split, layout, tour, camera, kiosk }),
  // Not when a link is only preloaded: that must not change the wall.
  loader: async ({ context, deps, preload }) => {
    void context.queryClient.prefetchQuery(sitesQuery)
    void context.queryClient.prefetchQuery(channelsQuery)
    if (preload) return
    if (deps.split === undefined)
      throw redirect({
        to: '/live',
        search: { ...(await splitAtStart(deps.layout)), tour: deps.tour, camera: deps.camera, kiosk: deps.kiosk },
        state: true,
        replace: true,
      })
    await prepareWall(deps.layout)
    const { camera, ...rest } = deps
    if (camera === undefined) return
    openNamed(cameraOf(camera), deps.split)
    throw redirect({ to: '/live', search: rest, replace: true })
  },
  component: () => <LivePage ptz={ptz} />,
})
