import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Where Debian puts its versions. */
export const POSTGRES_VERSIONS = '/usr/lib/postgresql'

/** The folder of PostgreSQL's programs, of the newest version installed; `undefined` when there is none. */
export function findPostgres(): string | undefined {
  if (!existsSync(POSTGRES_VERSIONS)) return undefined
  const folders = readdirSync(POSTGRES_VERSIONS)
    .toSorted((one, other) => Number(other) - Number(one))
    .map((version) => join(POSTGRES_VERSIONS, version, 'bin'))
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}
