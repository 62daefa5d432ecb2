import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

const IN_MEMORY = '/dev/shm'
/** What the tests leave there at once is some hundred megabytes; the rest is for whatever else the machine does. */
const LEAST_FREE_BYTES = 4 * 1024 ** 3
const LEAST_MEMORY_BYTES = 8 * 1024 ** 3

/**
 * Has the processes that are started from now on put their temporary files, which are databases and profiles of browsers for the most part,
 * into memory, where there is enough of it: each is written for one test, and safely onto the disk for nobody. Gone when this process ends.
 */
export function takeMemoryFolder(): void {
  if (process.env['TMPDIR'] !== undefined || !existsSync(IN_MEMORY) || freemem() < LEAST_MEMORY_BYTES) return
  const { bavail, bsize } = statfsSync(IN_MEMORY)
  if (bavail * bsize < LEAST_FREE_BYTES) return
  const folder = mkdtempSync(`${IN_MEMORY}/sightline-tests-`)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  if (!mayRunFrom(folder)) return
  // PostgreSQL runs as a user of its own.
  chmodSync(folder, 0o1777)
  process.env['TMPDIR'] = folder
}

/** Whether programs may be started from a folder, as those that tests pack are: containers often forbid it in memory. */
function mayRunFrom(folder: string): boolean {
  const program = join(folder, 'probe')
  writeFileSync(program, '#!/bin/sh\nexit 0\n', { mode: 0o755 })
  return spawnSync(program).status === 0
}
