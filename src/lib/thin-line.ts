/** Not in TypeScript's types: Chromium only. */
interface Connection {
  saveData?: boolean
  effectiveType?: string
}

/** Whether nothing is to be loaded that nobody has asked for: somebody saves data, or the browser takes its line for a slow one. */
export function isThinLine({ connection }: { connection?: Connection } = navigator as Navigator & { connection?: Connection }): boolean {
  if (connection?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches) return true
  return connection?.effectiveType !== undefined && connection.effectiveType !== '4g'
}
