import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet, useMatches, type ParsedLocation } from '@tanstack/react-router'
import { useLingui } from '@lingui/react'
import { useEffect } from 'react'
import { useBranding } from '../data/branding.ts'
import { onCallError } from '../data/announce.ts'
import { errorText } from '../ui/error-text.ts'
import { pageNames } from '../ui/page-names.ts'
import { tokenSheet } from '../ui/theme.ts'
import { lastAccent, useTheme } from '../ui/theme-choice.ts'
import { say } from '../ui/toast-store.ts'
import { TitleBar } from '../ui/title-bar.tsx'
import { Toasts } from '../ui/toasts.tsx'
import { TooltipLayer } from '../ui/tooltip.tsx'
import { useDocumentHead } from '../ui/use-document-head.ts'

export interface RouterContext {
  queryClient: QueryClient
  /** Resolves when the session is known. */
  coreReady: Promise<void>
  /** The page that is on the screen while another one is being opened. */
  shownLocation: () => ParsedLocation | undefined
}

export const Route = createRootRouteWithContext<RouterContext>()({ component: Root })

function Root() {
  const branding = useBranding()
  const accent = branding?.accentColor ?? lastAccent()
  const page = useMatches({ select: (matches) => matches.at(-1)?.staticData.page })
  const scheme = useTheme({ onVideo: page === 'live', accent })
  const { _ } = useLingui()
  useDocumentHead({ title: branding?.pageTitle ?? 'Sightline', page: page && _(pageNames[page]), favicon: branding?.faviconUrl, scheme })
  useEffect(() => onCallError((error) => say('error', errorText(error))), [])
  return (
    <>
      <style>{tokenSheet(accent)}</style>
      <TitleBar title={branding?.pageTitle ?? 'Sightline'} />
      <Outlet />
      <Toasts />
      <TooltipLayer />
    </>
  )
}
