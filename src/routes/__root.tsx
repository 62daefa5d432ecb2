import { MantineProvider } from '@mantine/core'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet, useMatches } from '@tanstack/react-router'
import { useLingui } from '@lingui/react'
import { useEffect, useMemo } from 'react'
import { brandingQuery } from '../data/branding.ts'
import { onCallError } from '../data/core.ts'
import { errorText } from '../ui/error-text.ts'
import { pageNames } from '../ui/page-names.ts'
import { cssVariables, DEFAULT_ACCENT, themeWith } from '../ui/theme.ts'
import { useScheme } from '../ui/theme-choice.ts'
import { say } from '../ui/toast-store.ts'
import { Toasts } from '../ui/toasts.tsx'
import { useDocumentHead } from '../ui/use-document-head.ts'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient; coreReady: Promise<void> }>()({ component: Root })

function Root() {
  const { data: branding } = useQuery(brandingQuery)
  const accent = branding?.accentColor ?? DEFAULT_ACCENT
  const theme = useMemo(() => themeWith(accent), [accent])
  const page = useMatches({ select: (matches) => matches.at(-1)?.staticData.page })
  const scheme = useScheme(page === 'live')
  const { _ } = useLingui()
  useDocumentHead({ title: branding?.pageTitle ?? 'Sightline', page: page && _(pageNames[page]), favicon: branding?.faviconUrl, scheme })
  useEffect(() => onCallError((error) => say('error', errorText(error))), [])
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} forceColorScheme={scheme}>
      <Outlet />
      <Toasts />
    </MantineProvider>
  )
}
