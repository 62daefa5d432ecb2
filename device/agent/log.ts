import type { Settings } from '#contract/settings.ts'

const levels = ['silent', 'error', 'warn', 'info', 'debug'] as const
export type Log = (level: 'error' | 'warn' | 'info' | 'debug', message: string) => void

/** Writes one line per event to stderr, up to the level set. Messages hold no credentials. */
export function createLog(level: Settings['logLevel'], who: string): Log {
  const most = levels.indexOf(level)
  return (of, message) => {
    if (levels.indexOf(of) <= most) process.stderr.write(`${new Date().toISOString()} ${of} ${who}: ${message}\n`)
  }
}
