import { createFileRoute, redirect } from '@tanstack/react-router'
import { coreState } from '../data/core.ts'
import { menuQuery } from '../data/menu.ts'
import { HomeFrame } from '../features/frame/home-frame.tsx'
import { pathWithin } from '../lib/path-within.ts'

/** The home frame: nobody enters without a session. */
export const Route = createFileRoute('/_home')({
  beforeLoad: async ({ context, location }) => {
    await context.coreReady
    if (coreState.session.kind !== 'signed-in') throw redirect({ to: '/login', search: { to: pathWithin(location.href) }, replace: true })
  },
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(menuQuery)
  },
  component: HomeFrame,
})
