import { fillOn, mix, readable } from '../../lib/contrast.ts'
import { SCHEME_ATTRIBUTE } from './kept-theme.ts'

/** Every colour of the screens. Meaning has its own colours, and never stands without a shape or a word beside it. */
export const dark = {
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
export const light: typeof dark = {
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
export const onVideo = {
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
/** Rows that a finger meets without missing. */
const FINGER_ROW = '44px'

export const sizes = {
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

export const sans =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "PingFang SC", "Microsoft YaHei", "Noto Sans SC", "Noto Sans CJK SC", sans-serif'

/** The colours that come from the customer's accent (`#rrggbb`), made readable on the grounds of a theme. */
export function accentOf(tokens: typeof dark, accent: string) {
  const { fill, ink } = fillOn(tokens.ground, accent)
  const selected = mix(tokens.surface, accent, 0.16)
  return {
    accent: fill,
    // Away from its ink, which stays readable under the pointer too.
    'accent-hover': mix(fill, ink === '#ffffff' ? '#000000' : '#ffffff', 0.12),
    'accent-ink': ink,
    // Read on every ground there is, these two being the nearest to it.
    'accent-text': readable(readable(accent, tokens.hover, 4.5), selected, 4.5),
    selected,
  }
}

function variables(tokens: Record<string, string>): string {
  return Object.entries(tokens)
    .map(([name, value]) => `--sl-${name}:${value};`)
    .join('')
}

/** The tokens as a style sheet of CSS variables, `--sl-…`, for both themes. */
export function tokenSheet(accent: string): string {
  const fixed = { ...onVideo, ...sizes, sans, 'video-accent': readable(accent, onVideo['video-ground'], 4.5) }
  const of = (tokens: typeof dark) => variables({ ...tokens, ...accentOf(tokens, accent) })
  return `:root{${variables(fixed)}${of(dark)}color-scheme:dark}:root[${SCHEME_ATTRIBUTE}="light"]{${of(light)}color-scheme:light}@media (pointer:coarse){:root{--sl-row:${FINGER_ROW}}}`
}
