/** Newer than TypeScript's types. */
interface AgentData {
  platform: string
  brands: { brand: string }[]
}

const browsers: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

/** What a browser says of itself, so that its owner knows it again in a list: "Chrome, Windows". */
export function browserName({ userAgent, userAgentData }: { userAgent: string; userAgentData?: AgentData }): string {
  const find = (known: [RegExp, string][]) => known.find(([pattern]) => pattern.test(userAgent))?.[1]
  const system = userAgentData?.platform || find(systems)
  return [find(browsers) ?? 'Browser', system].filter(Boolean).join(', ').slice(0, 64)
}

/** An iPhone or iPad, where only an app on the home screen is told of anything. */
export function isApplePhone({ userAgent, maxTouchPoints }: { userAgent: string; maxTouchPoints: number }): boolean {
  return /iPhone|iPad/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)
}
