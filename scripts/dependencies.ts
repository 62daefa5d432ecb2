import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { writtenDependencies } from '#tests/support/written-dependencies.ts'
import { root } from './root.ts'

/**
 * Asks the registry about the packages of `docs/dependencies.md`: which of those that people run have known holes, and which have grown old without
 * a word there. Ends with 1 when there is something to do. A registry that does not answer is said, and no fault of ours.
 */
const OLD_AFTER_MS = 18 * 30 * 86_400_000
/** Holes below this are told, and no failure. */
const GRAVE = ['high', 'critical'] as const
const AT_ONCE = 6

const run = promisify(execFile)
/** What npm says as JSON, whatever it ends with; undefined when it says none. */
async function npm(...args: string[]): Promise<unknown> {
  const ask = { cwd: root, maxBuffer: 64 * 1024 * 1024, shell: process.platform === 'win32' }
  const { stdout } = await run('npm', [...args, '--json'], ask).catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }))
  try {
    return JSON.parse(stdout) as unknown
  } catch {
    return undefined
  }
}

interface Audit {
  vulnerabilities?: Record<string, { severity: string; range: string }>
}

async function findHoles(): Promise<string[]> {
  const { vulnerabilities } = ((await npm('audit', '--omit=dev')) ?? {}) as Audit
  if (vulnerabilities === undefined) {
    console.log('The registry tells nothing of known holes from here.')
    return []
  }
  const holes = Object.entries(vulnerabilities)
  console.log(`Known holes in what people run: ${holes.length}`)
  for (const [name, { severity, range }] of holes) console.log(`  ${name} ${range}: ${severity}`)
  return holes.flatMap(([name, { severity }]) =>
    GRAVE.some((grave) => grave === severity) ? [`${name} has a known hole (${severity}).`] : [],
  )
}

/** When the newest version of a package came; undefined where the registry does not say. */
async function newestMs(name: string): Promise<number | undefined> {
  const seen = (await npm('view', name, 'dist-tags.latest', 'time')) as Record<string, unknown> | undefined
  const times = seen?.['time'] as Record<string, string> | undefined
  const at = times?.[String(seen?.['dist-tags.latest'])]
  return at === undefined ? undefined : Date.parse(at)
}

async function findOld(): Promise<string[]> {
  const written = writtenDependencies(readFileSync(join(root, 'docs', 'dependencies.md'), 'utf8'))
  const found: string[] = []
  let silent = 0
  const rest = [...written]
  const askNext = async (): Promise<void> => {
    for (let next = rest.shift(); next !== undefined; next = rest.shift()) {
      const { name, source, isOld } = next
      const newest = await newestMs(source)
      if (newest === undefined) silent += 1
      else if (!isOld && Date.now() - newest > OLD_AFTER_MS)
        found.push(`${name} has had no release since ${new Date(newest).toISOString().slice(0, 7)}.`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, askNext))
  console.log(`Packages: ${written.length}, of which the registry tells nothing: ${silent}`)
  return found
}

const problems = [...(await findHoles()), ...(await findOld())]
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
