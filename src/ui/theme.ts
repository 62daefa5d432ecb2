import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'
import { inkOn, mix, readable } from '../lib/contrast.ts'

/** Every colour of the screens. Meaning has its own colours, and never stands without a shape or a word beside it. */
const dark = {
  ground: '#0d1117',
  surface: '#12181f',
  raised: '#1a212b',
  hover: '#1e2631',
  line: '#252e3a',
  'line-strong': '#3a4655',
  text: '#e3e8ee',
  dim: '#95a1b0',
  live: '#3fb950',
  alarm: '#ff6a61',
  warning: '#d9a22b',
  offline: '#8b96a5',
}
const light: typeof dark = {
  ground: '#f6f7f9',
  surface: '#ffffff',
  raised: '#ffffff',
  hover: '#eceff3',
  line: '#dde2e8',
  'line-strong': '#b9c2cd',
  text: '#171d25',
  dim: '#566170',
  live: '#1a7f37',
  alarm: '#c6262e',
  warning: '#8a5c00',
  offline: '#66717f',
}
/** On video the surroundings are dark in both themes: a picture reads best against black. */
const onVideo = {
  paper: '#ffffff',
  'video-ground': '#05070a',
  'video-empty': '#0b0f14',
  'video-line': '#1d242e',
  'video-text': '#f0f3f6',
  'video-dim': '#9aa6b4',
  'video-scrim': 'rgb(5 7 10 / 0.62)',
  'video-live': dark.live,
  'video-alarm': dark.alarm,
  'video-warning': dark.warning,
  'video-offline': dark.offline,
}
const sizes = {
  rail: '56px',
  'rail-open': '208px',
  header: '48px',
  row: '36px',
  'status-line': '26px',
  'bottom-bar': '56px',
  radius: '6px',
  'radius-small': '4px',
  motion: '140ms cubic-bezier(0.2, 0, 0, 1)',
}

export const DEFAULT_ACCENT = '#2f81f7'
export const colorsOfGround = { dark: dark.ground, light: light.ground }

const sans =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "PingFang SC", "Microsoft YaHei", "Noto Sans SC", "Noto Sans CJK SC", sans-serif'

/** Mantine's own neutral shades, from light to dark, in our greys. */
const darkShades: MantineColorsTuple = [
  dark.text,
  '#c3ccd6',
  dark.dim,
  '#6d7988',
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
  '#e4e8ed',
  light.line,
  light['line-strong'],
  '#98a3b0',
  '#76818f',
  light.dim,
  '#343d49',
  light.text,
]

/** The theme with the customer's accent (`#rrggbb`). */
export function themeWith(accent: string) {
  const shades = [0.92, 0.8, 0.62, 0.44, 0.26, 0.1, 0, -0.12, -0.24, -0.36].map((share) =>
    share >= 0 ? mix(accent, '#ffffff', share) : mix(accent, '#000000', -share),
  )
  return createTheme({
    colors: { accent: shades as unknown as MantineColorsTuple, dark: darkShades, gray: lightShades },
    primaryColor: 'accent',
    fontFamily: sans,
    fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
    fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
    lineHeights: { xs: '1.35', sm: '1.4', md: '1.45' },
    spacing: { xs: '4px', sm: '8px', md: '16px', lg: '24px', xl: '32px' },
    radius: { xs: '2px', sm: sizes['radius-small'], md: sizes.radius, lg: '8px', xl: '12px' },
    defaultRadius: 'sm',
    cursorType: 'pointer',
    respectReducedMotion: true,
    other: { accent },
    components: {
      Button: { defaultProps: { size: 'sm' } },
      Modal: { defaultProps: { centered: true, radius: 'md', transitionProps: { duration: 120, transition: 'fade' } } },
      Menu: { defaultProps: { shadow: 'none', transitionProps: { duration: 120 } } },
      Tooltip: { defaultProps: { openDelay: 400, transitionProps: { duration: 120 } } },
      Select: { defaultProps: { allowDeselect: false, checkIconPosition: 'right' } },
    },
  })
}

function prefixed(tokens: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(tokens).map(([name, value]) => [`--sl-${name}`, value]))
}

function scheme(tokens: typeof dark, accent: string): Record<string, string> {
  const fill = readable(accent, tokens.ground, 3)
  return {
    ...prefixed(tokens),
    '--sl-accent': fill,
    '--sl-accent-hover': mix(fill, tokens.text, 0.12),
    '--sl-accent-ink': inkOn(fill),
    '--sl-accent-text': readable(accent, tokens.raised, 4.5),
    '--sl-selected': mix(tokens.surface, accent, 0.16),
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
    '--mantine-primary-color-filled': fill,
    '--mantine-primary-color-filled-hover': mix(fill, tokens.text, 0.12),
    '--mantine-primary-color-contrast': inkOn(fill),
    '--mantine-color-accent-filled': fill,
    '--mantine-color-accent-filled-hover': mix(fill, tokens.text, 0.12),
    '--mantine-color-accent-contrast': inkOn(fill),
  }
}

/** The tokens as CSS variables: `--sl-…`, and those of Mantine that follow them. */
export const cssVariables: CSSVariablesResolver = (theme) => {
  const accent = String(theme.other['accent'] ?? DEFAULT_ACCENT)
  return {
    variables: { ...prefixed(onVideo), ...prefixed(sizes), '--sl-video-accent': readable(accent, onVideo['video-ground'], 4.5) },
    dark: scheme(dark, accent),
    light: scheme(light, accent),
  }
}
