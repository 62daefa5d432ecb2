import { createFileRoute, redirect } from '@tanstack/react-router'
import { coreState } from '../data/core/core.ts'
import { FIRST_PAGE, mayOpen, menuQuery } from '../data/app/menu.ts'
import { rolesQuery } from '../data/person/roles.ts'
import { AlarmCall } from '../features/alarm-call/alarm-call.tsx'
import { DownloadsHost } from '../features/downloads/downloads-host.tsx'
import { HomeFrame } from '../features/frame/home-frame.tsx'
import { hrefOf, pathWithin } from '../lib/path-within.ts'
import { adoptLanguage } from '../ui/text/i18n.ts'
import { adoptTheme } from '../ui/theme/theme-choice.ts'

/** Whether this browser is a viewing station; hardly ever asked, so that no page waits for what it takes. */
async function isStation(): Promise<boolean> {
  return (await import('../data/station/station-key.ts')).isPaired()
}

/**
 * The home frame: nobody enters without a session. Who may not open a page goes back to the one before, or to the first page, and is told
 * why there (rule 2.3).
 */
export const Route = createFileRoute('/_home')({
  beforeLoad: async ({ context, location, matches }) => {
    await context.coreReady
    const { session } = coreState
    // A screen that nobody sits at has no session, and needs none; where somebody has left one, it is none of theirs.
    if ('kiosk' in location.search && (session.kind !== 'signed-in' || (await isStation()))) throw redirect({ to: '/kiosk', replace: true })
    if (session.kind !== 'signed-in') throw redirect({ to: '/login', search: { to: pathWithin(location.href) }, replace: true })
    // Before anything of the frame is seen.
    await adoptLanguage(session.user.language)
    adoptTheme(session.user.theme)
    const { page, forAdministrators } = matches.at(-1)?.staticData ?? {}
    const isKeptOut = forAdministrators !== undefined && !session.user.isAdministrator
    if (!isKeptOut && (page === undefined || (await mayOpen(page)))) return
    const before = context.shownLocation()
    const path = before !== undefined && before.pathname !== location.pathname ? pathWithin(before.href) : undefined
    throw redirect({ href: hrefOf(path ?? FIRST_PAGE.path), state: { refusedPage: forAdministrators ?? page }, replace: true })
  },
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(menuQuery)
    void context.queryClient.prefetchQuery(rolesQuery)
  },
  component: Home,
})

/** The frame, and what opens over it from every page. */
function Home() {
  return (
    <>
      <HomeFrame />
      <DownloadsHost />
      <AlarmCall />
    </>
  )
}
