import { createFileRoute, redirect } from '@tanstack/react-router'
import { layoutValue, type LayoutValue } from '#contract/calls/config/layout-value.ts'
import { channelsQuery } from '../../data/places/channels.ts'
import { PopOutPage } from '../../features/live/pop-out-page.tsx'
import { putUp } from '../../features/live/wall/wall-store.ts'
import { ptz } from './-ptz-parts.ts'

/** What the window shows: one camera, or a wall. */
export interface PopOutSearch {
  wall?: LayoutValue
}

/** A window of its own beside the wall, most of the time on another screen. What it shows is in its address alone. */
export const Route = createFileRoute('/_home/live_/window')({
  staticData: { page: 'live', isBare: true },
  validateSearch: (search: Record<string, unknown>): PopOutSearch => ({ wall: layoutValue.safeParse(search['wall']).data }),
  loaderDeps: ({ search: { wall } }) => ({ wall }),
  loader: ({ context, deps: { wall }, preload }) => {
    if (wall === undefined) throw redirect({ to: '/live', replace: true })
    void context.queryClient.prefetchQuery(channelsQuery)
    if (!preload) putUp(wall)
  },
  component: PopOut,
})

function PopOut() {
  const { wall } = Route.useSearch()
  return wall && <PopOutPage layout={wall} ptz={ptz} />
}
