import type { RecordType } from '#contract/recorded-media.ts'
import { mix } from '../../../lib/contrast.ts'
import { accentOf, dark, light } from '../../theme/theme.ts'

/** Each type has a colour and a pattern of its own: who does not tell the colours apart sees the pattern. */
const ofType: Record<RecordType, { dark: string; light: string; pattern: PatternKind }> = {
  MOTION: { dark: '#2fb39b', light: '#0f7f6c', pattern: 'rising' },
  MANUAL: { dark: '#5aa2ee', light: '#2a6fc0', pattern: 'upright' },
  SCHEDULE: { dark: '#617287', light: '#7c8999', pattern: 'plain' },
  SENSOR: { dark: '#a78bfa', light: '#6b47cf', pattern: 'level' },
  POS: { dark: '#e08ac4', light: '#a13d82', pattern: 'dots' },
  SMART_MOTION: { dark: '#93cf4f', light: '#4d7f12', pattern: 'falling' },
  PERIMETER: { dark: '#f28b50', light: '#b4500f', pattern: 'crossed' },
  PLATE: { dark: '#e2c546', light: '#806500', pattern: 'bars' },
  OTHER: { dark: '#b7a187', light: '#7d6648', pattern: 'sparse' },
}

export type PatternKind = 'plain' | 'rising' | 'falling' | 'crossed' | 'upright' | 'level' | 'bars' | 'dots' | 'sparse'

/** What a type is drawn with: `ink` draws the pattern on `fill`. */
export interface TypeLook {
  fill: string
  ink: string
  pattern: PatternKind
}

/** The colours of a time line in a theme and the customer's accent, as tokens of `theme.ts` have them. */
export interface Palette {
  lane: string
  line: string
  lineStrong: string
  text: string
  dim: string
  accent: string
  accentInk: string
  alarm: string
  event: string
  types: Record<RecordType, TypeLook>
}

export function paletteOf(theme: 'dark' | 'light', accent: string): Palette {
  const tokens = theme === 'dark' ? dark : light
  const own = accentOf(tokens, accent)
  const lane = theme === 'dark' ? tokens.raised : tokens.hover
  const look = (type: RecordType): TypeLook => {
    const { [theme]: fill, pattern } = ofType[type]
    return { fill, ink: mix(fill, theme === 'dark' ? '#000000' : '#ffffff', 0.4), pattern }
  }
  return {
    lane,
    line: tokens.line,
    lineStrong: tokens['line-strong'],
    text: tokens.text,
    dim: tokens.dim,
    accent: own.accent,
    accentInk: own['accent-ink'],
    alarm: tokens.alarm,
    event: tokens.text,
    types: Object.fromEntries(Object.keys(ofType).map((type) => [type, look(type as RecordType)])) as Record<RecordType, TypeLook>,
  }
}
