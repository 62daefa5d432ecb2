import type { Settings } from '#contract/settings.ts'

const levels = ['silent', 'error', 'warn', 'info', 'debug'] as const
export type Log = (level: 'error' | 'warn' | 'info', message: string) => void

/** Writes one line per event to stderr, up to the level set. Messages hold no tickets. */
export function createLog(most: Settings['logLevel']): Log {
  return (level, message) => {
    if (levels.indexOf(level) <= levels.indexOf(most)) process.stderr.write(`${new Date().toISOString()} ${level} plugin: ${message}\n`)
  }
}
