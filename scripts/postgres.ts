import { spawnSync } from 'node:child_process'
import { findPostgres } from '#tests/support/find-postgres.ts'

/**
 * Makes sure that there is a PostgreSQL server for the tests: one that is installed, else Debian's package when this is root.
 * Answers whether there is one, and says so when there is none; in CI it throws instead.
 */
export function ensurePostgres(): boolean {
  if (findPostgres() !== undefined) return true
  if (process.platform === 'linux' && process.getuid?.() === 0) {
    console.error('Installing Debian’s postgresql …')
    tryTo('apt-get', ['update'])
    tryTo('apt-get', ['install', '-y', '--no-install-recommends', 'postgresql-common'])
    // Debian would make and start a database of the system's own, which nobody needs.
    tryTo('sed', ['-i', 's/^#*create_main_cluster.*/create_main_cluster = false/', '/etc/postgresql-common/createcluster.conf'])
    tryTo('apt-get', ['install', '-y', '--no-install-recommends', 'postgresql'])
  }
  if (findPostgres() !== undefined) return true
  const sentence = 'The service tests on PostgreSQL need a PostgreSQL server: install Debian’s package postgresql.'
  if (process.env['CI'] === 'true') throw new Error(sentence)
  console.log(`SKIPPED: ${sentence}`)
  return false
}

function tryTo(command: string, args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(command, args, { env, stdio: ['ignore', 2, 'inherit'] }).status === 0
}
