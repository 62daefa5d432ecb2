/** Colours are `#rrggbb`. Contrast as WCAG 2.2 defines it, from 1 to 21. */
type Rgb = readonly [number, number, number]

function parse(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

function write(rgb: Rgb): string {
  return `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}

/** `share` of `other` in `hex`, from 0 to 1. */
export function mix(hex: string, other: string, share: number): string {
  const [a, b] = [parse(hex), parse(other)]
  return write([a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share])
}

function luminance(hex: string): number {
  const [red, green, blue] = parse(hex).map((part) => {
    const unit = part / 255
    return unit <= 0.04045 ? unit / 12.92 : ((unit + 0.055) / 1.055) ** 2.4
  }) as unknown as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/**
 * The colour nearest to `hex`, on the way to white or black, that reaches `least` against `background`. Customers choose
 * their accent for print and logos; text and focus rings in it must still be readable here.
 */
export function readable(hex: string, background: string, least: number): string {
  const goal = luminance(background) < 0.18 ? '#ffffff' : '#000000'
  for (let share = 0; share < 1; share += 0.04) {
    const candidate = mix(hex, goal, share)
    if (contrast(candidate, background) >= least) return candidate
  }
  return goal
}

/**
 * A fill in `accent` that stands out from `ground` (3 : 1), and the ink that can be read on it (4.5 : 1): white, for which the
 * fill is darkened a little where need be, or near-black on light accents.
 */
export function fillOn(ground: string, accent: string): { fill: string; ink: string } {
  const seen = readable(accent, ground, 3)
  if (contrast('#ffffff', seen) < 3) return { fill: seen, ink: '#10151c' }
  return { fill: readable(seen, '#ffffff', 4.5), ink: '#ffffff' }
}
