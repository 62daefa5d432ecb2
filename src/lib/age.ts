/** An age in the largest unit that tells enough: `{ value: 12, unit: 'second' }`. Never negative. */
export function ageParts(ageMs: number): { value: number; unit: 'second' | 'minute' | 'hour' | 'day' } {
  const seconds = Math.max(0, Math.floor(ageMs / 1000))
  if (seconds < 60) return { value: seconds, unit: 'second' }
  if (seconds < 3600) return { value: Math.floor(seconds / 60), unit: 'minute' }
  if (seconds < 86_400) return { value: Math.floor(seconds / 3600), unit: 'hour' }
  return { value: Math.floor(seconds / 86_400), unit: 'day' }
}
