import { formatter } from './formatter.ts'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const
const STEP = 1000

/** A number of bytes in its largest unit, with one digit behind the point below ten: 1.4 MB, 230 kB. */
export function bytesText(bytes: number, locale: string): string {
  let value = bytes
  let unit = 0
  while (value >= STEP && unit < units.length - 1) {
    value /= STEP
    unit += 1
  }
  const digits = unit > 0 && value < 10 ? 1 : 0
  return formatter(Intl.NumberFormat, locale, {
    style: 'unit',
    unit: units[unit] ?? 'byte',
    unitDisplay: unit === 0 ? 'long' : 'short',
    maximumFractionDigits: digits,
  }).format(value)
}
