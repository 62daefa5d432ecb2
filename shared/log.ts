const levels = ['silent', 'error', 'warn', 'info', 'debug'] as const
type Level = (typeof levels)[number]

export type Log = (level: Exclude<Level, 'silent'>, message: string) => void

/** Writes one line per event, up to the level set. Messages hold no credentials and no tickets. */
export function createLog(most: Level, who: string, write: (line: string) => void): Log {
  return (level, message) => {
    if (levels.indexOf(level) <= levels.indexOf(most)) write(`${new Date().toISOString()} ${level} ${who}: ${message}\n`)
  }
}
