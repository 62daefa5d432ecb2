import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'
import { mix } from '../../lib/contrast.ts'
import { accentOf, dark, light, onVideo, sans, sizes } from './theme.ts'

/** Mantine's own neutral shades, from light to dark, in our greys. */
const darkShades: MantineColorsTuple = [
  dark.text,
  mix(dark.text, dark.dim, 0.5),
  dark.dim,
  mix(dark.dim, dark['line-strong'], 0.5),
  dark['line-strong'],
  dark.line,
  dark.hover,
  dark.surface,
  dark.ground,
  onVideo['video-ground'],
]
const lightShades: MantineColorsTuple = [
  light.ground,
  light.hover,
  mix(light.hover, light.line, 0.5),
  light.line,
  light['line-strong'],
  mix(light['line-strong'], light.dim, 0.35),
  mix(light['line-strong'], light.dim, 0.7),
  light.dim,
  mix(light.dim, light.text, 0.6),
  light.text,
]

/** Mantine's theme, made from our tokens and the customer's accent (`#rrggbb`). */
export function mantineTheme(accent: string) {
  const accents = [0.92, 0.8, 0.62, 0.44, 0.26, 0.1, 0].map((share) => mix(accent, '#ffffff', share))
  const shades = [...accents, ...[0.12, 0.24, 0.36].map((share) => mix(accent, '#000000', share))]
  return createTheme({
    colors: { accent: shades as unknown as MantineColorsTuple, dark: darkShades, gray: lightShades },
    primaryColor: 'accent',
    // As `fillOn` decides: white unless the accent is light.
    autoContrast: true,
    luminanceThreshold: 0.3,
    fontFamily: sans,
    fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
    lineHeights: { xs: '1.35', sm: '1.4', md: '1.45' },
    spacing: { xs: '4px', sm: '8px', md: '16px', lg: '24px', xl: '32px' },
    radius: { xs: '2px', sm: sizes['radius-small'], md: sizes.radius, lg: '8px', xl: '12px' },
    defaultRadius: 'sm',
    cursorType: 'pointer',
    respectReducedMotion: true,
    other: { accent },
  })
}

function scheme(tokens: typeof dark, accent: string): Record<string, string> {
  const own = accentOf(tokens, accent)
  return {
    '--mantine-color-body': tokens.ground,
    '--mantine-color-text': tokens.text,
    '--mantine-color-bright': tokens.text,
    '--mantine-color-dimmed': tokens.dim,
    '--mantine-color-placeholder': tokens.dim,
    '--mantine-color-default': tokens.surface,
    '--mantine-color-default-hover': tokens.hover,
    '--mantine-color-default-color': tokens.text,
    '--mantine-color-default-border': tokens.line,
    '--mantine-color-error': tokens.alarm,
    '--mantine-primary-color-filled': own.accent,
    '--mantine-primary-color-filled-hover': own['accent-hover'],
    '--mantine-primary-color-contrast': own['accent-ink'],
    '--mantine-color-accent-filled': own.accent,
    '--mantine-color-accent-filled-hover': own['accent-hover'],
    '--mantine-color-accent-contrast': own['accent-ink'],
  }
}

/** Mantine's CSS variables where our tokens decide. */
export const mantineVariables: CSSVariablesResolver = (theme) => {
  const accent = String(theme.other['accent'])
  return { variables: {}, dark: scheme(dark, accent), light: scheme(light, accent) }
}
