import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

const noted = new Set<string>()

/**
 * Takes down that a call was answered with success over HTTP, one path a line in the folder that `ANSWERED_CALLS` names. After the
 * service's tests `scripts/answered.ts` looks there whether a call of the registry is missing.
 */
export function noteAnswered(path: string): void {
  const folder = process.env['ANSWERED_CALLS']
  if (folder === undefined || noted.has(path)) return
  noted.add(path)
  mkdirSync(folder, { recursive: true })
  appendFileSync(join(folder, `${process.pid}.txt`), `${path}\n`)
}
