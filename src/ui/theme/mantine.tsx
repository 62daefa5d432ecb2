import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/Loader.layer.css'
import '@mantine/core/styles/Button.layer.css'
import '@mantine/core/styles/Input.layer.css'
import './mantine.css'
import { MantineProvider } from '@mantine/core'
import { useMemo, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { mantineTheme, mantineVariables } from './mantine-theme.ts'
import { themeState } from './theme-choice.ts'

/**
 * Mantine in our tokens, around the parts of the app that use it. It is not at the root: the sign-in page and the wall, whose
 * first bytes count, do without.
 */
export function Mantine({ children }: { children: ReactNode }) {
  const { accent, shown } = useSnapshot(themeState)
  const theme = useMemo(() => mantineTheme(accent), [accent])
  return (
    <MantineProvider theme={theme} cssVariablesResolver={mantineVariables} forceColorScheme={shown}>
      {children}
    </MantineProvider>
  )
}
