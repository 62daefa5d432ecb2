import { createFileRoute, redirect } from '@tanstack/react-router'
import { splits, type Split } from '#contract/calls/config/user-config.ts'
import { channelsQuery } from '../../data/channels.ts'
import { sitesQuery } from '../../data/sites.ts'
import { LivePage } from '../../features/live/live-page.tsx'
import { prepareWall, splitAtStart } from '../../features/live/wall-start.ts'

export interface LiveSearch {
  split?: Split
  layout?: string
  /** The wall alone, on a screen that nobody sits at. */
  kiosk?: true
}

export const Route = createFileRoute('/_home/live')({
  staticData: { page: 'live' },
  validateSearch: (search: Record<string, unknown>): LiveSearch => ({
    split: splits.find((split) => split === search['split']),
    layout: typeof search['layout'] === 'string' ? search['layout'].slice(0, 64) : undefined,
    kiosk: search['kiosk'] === true ? true : undefined,
  }),
  loaderDeps: ({ search }) => search,
  // Not when a link is only preloaded: that must not change the wall.
  loader: async ({ context, deps, preload }) => {
    void context.queryClient.prefetchQuery(sitesQuery)
    void context.queryClient.prefetchQuery(channelsQuery)
    if (preload) return
    if (deps.split === undefined)
      throw redirect({ to: '/live', search: { ...(await splitAtStart(deps.layout)), kiosk: deps.kiosk }, state: true, replace: true })
    await prepareWall(deps.layout)
  },
  component: LivePage,
})
