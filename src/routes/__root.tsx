import { MantineProvider } from '@mantine/core'
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { cssVariables, DEFAULT_ACCENT, themeWith } from '../ui/theme.ts'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: Root })

function Root() {
  return (
    <MantineProvider theme={themeWith(DEFAULT_ACCENT)} cssVariablesResolver={cssVariables}>
      <Outlet />
    </MantineProvider>
  )
}
