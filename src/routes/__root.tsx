import { useQuery, type QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet, useMatches, type ParsedLocation } from '@tanstack/react-router'
import { useLingui } from '@lingui/react'
import { useEffect, useLayoutEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useBranding } from '../data/organization/branding.ts'
import { unreadAlarmsQuery } from '../data/records/unread-alarms.ts'
import { onCallError } from '../data/core/announce.ts'
import { coreState } from '../data/core/core.ts'
import { errorText } from '../ui/text/error-text.ts'
import { loadTexts } from '../ui/text/i18n.ts'
import { pageNames } from '../ui/page/page-names.ts'
import { shownHeading } from '../ui/page/shown-heading.ts'
import { tokenSheet } from '../ui/theme/theme.ts'
import { forgetTheme, lastAccent, useTheme } from '../ui/theme/theme-choice.ts'
import { say } from '../ui/notice/toast-store.ts'
import { TitleBar } from '../ui/page/title-bar.tsx'
import { Toasts } from '../ui/notice/toasts.tsx'
import { TooltipLayer } from '../ui/controls/tooltip.tsx'
import { useDocumentHead } from '../ui/page/use-document-head.ts'

export interface RouterContext {
  queryClient: QueryClient
  /** Resolves when the session is known. */
  coreReady: Promise<void>
  /** The page that is on the screen while another one is being opened. */
  shownLocation: () => ParsedLocation | undefined
}

export const Route = createRootRouteWithContext<RouterContext>()({
  beforeLoad: ({ location }) => loadTexts(location.pathname),
  component: Root,
})

function Root() {
  const branding = useBranding()
  const accent = branding?.accentColor ?? lastAccent()
  const page = useMatches({ select: (matches) => matches.at(-1)?.staticData.page })
  const session = useSnapshot(coreState).session.kind
  const scheme = useTheme({ onVideo: page === 'live', accent, isKept: session === 'signed-in' })
  const { _ } = useLingui()
  const heading = useSnapshot(shownHeading).text
  const brand = branding?.pageTitle ?? 'Sightline'
  // The frame asks for it.
  const { data: known } = useQuery({ ...unreadAlarmsQuery, enabled: false })
  const unread = session === 'signed-in' ? known?.count : 0
  useDocumentHead({ title: brand, page: heading ?? (page && _(pageNames[page])), unread, favicon: branding?.faviconUrl, scheme })
  useLayoutEffect(() => {
    if (session === 'signed-out') forgetTheme()
  }, [session])
  useEffect(() => onCallError((error) => say('error', errorText(error))), [])
  return (
    <>
      <style>{tokenSheet(accent)}</style>
      <TitleBar title={brand} />
      <Outlet />
      <Toasts />
      <TooltipLayer />
    </>
  )
}
