import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from './root.ts'

/**
 * Holds `docs/dependencies.md` against `package.json`, looks at the age of what it names, and asks `npm audit` of what is delivered. With
 * `--write` it asks the registry for the last releases, and writes them there; of a row of several packages the oldest one counts.
 */
const run = promisify(execFile)
const file = join(root, 'docs/dependencies.md')
const DAY_MS = 24 * 60 * 60_000
const OLD_MS = 730 * DAY_MS
/** So long a look at the releases is good for. */
const LOOKED_AT_MS = 180 * DAY_MS
const LOOKED_AT = /^Looked at: (\d{4}-\d{2}-\d{2})$/m

interface Row {
  line: string
  names: string[]
  released: string
  /** What would be there instead; of an old one, why it stays. */
  instead: string
}

interface Package {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
  optionalDependencies: Record<string, string>
}

export function readTable(text: string): Row[] {
  const lines = text.split('\n').filter((line) => line.startsWith('| `'))
  return lines.map((line) => {
    const [names = '', , released = '', , instead = ''] = line.slice(2, -2).split(' | ')
    return { line, names: [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name), released, instead }
  })
}

/** What is wrong with the table on this day, a sentence each. */
export function complaintsAbout(text: string, { dependencies, devDependencies, optionalDependencies }: Package, nowMs: number): string[] {
  const rows = readTable(text)
  const named = rows.flatMap(({ names }) => names)
  const used = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
  const old = rows.filter(({ released }) => !(nowMs - Date.parse(released) < OLD_MS))
  const lookedAtMs = Date.parse(LOOKED_AT.exec(text)?.[1] ?? '')
  return [
    ...used.filter((name) => !named.includes(name)).map((name) => `${name} is used, and has no row.`),
    ...named.filter((name) => !used.includes(name)).map((name) => `${name} has a row, and is not used.`),
    ...old
      .filter(({ instead }) => !instead.startsWith('Stays'))
      .map(({ names }) => `${names.join(', ')}: no release for two years, and no word why it stays.`),
    ...(nowMs - lookedAtMs < LOOKED_AT_MS ? [] : ['Nobody has looked at the releases for half a year: run this with --write.']),
  ]
}

/** The day of the release that the registry gives to everybody. */
async function releaseOf(name: string, version: string): Promise<string> {
  const asked = version.startsWith('npm:') ? version.slice('npm:'.length).replace(/@[^@]+$/, '') : name
  const { stdout } = await run('npm', ['view', asked, '--json', 'dist-tags.latest', 'time'], { maxBuffer: 64 * 1024 * 1024 })
  const { 'dist-tags.latest': latest, time } = JSON.parse(stdout) as { 'dist-tags.latest': string; time: Record<string, string> }
  return (time[latest] ?? '').slice(0, 10)
}

async function writeReleases(text: string, used: Package): Promise<string> {
  const versions = { ...used.dependencies, ...used.devDependencies, ...used.optionalDependencies }
  let written = text.replace(LOOKED_AT, `Looked at: ${new Date().toISOString().slice(0, 10)}`)
  for (const { line, names, released } of readTable(text)) {
    const releases: string[] = []
    for (const name of names) releases.push(await releaseOf(name, versions[name] ?? ''))
    written = written.replace(line, line.replace(` | ${released} | `, ` | ${releases.toSorted()[0] ?? released} | `))
  }
  return written
}

/** Known holes of what is delivered, from high on. A registry that does not say is no reason to fail: it is said. */
async function auditComplaints(): Promise<string[]> {
  const asked = run('npm', ['audit', '--omit=dev', '--json'], { cwd: root, maxBuffer: 64 * 1024 * 1024 })
  // It ends with 1 when it has found something, too.
  const { stdout } = await asked.catch((fault: unknown) => fault as { stdout?: string })
  const found = JSON.parse(stdout || '{}') as { vulnerabilities?: Record<string, { severity: string }> }
  if (found.vulnerabilities === undefined) console.log('The registry gives no answer to npm audit: known holes were not looked for.')
  const bad = Object.entries(found.vulnerabilities ?? {}).filter(([, { severity }]) => severity === 'high' || severity === 'critical')
  return bad.map(([name, { severity }]) => `${name} has a known hole (${severity}): see npm audit.`)
}

async function main(): Promise<void> {
  const used = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Package
  if (process.argv.includes('--write')) writeFileSync(file, await writeReleases(readFileSync(file, 'utf8'), used))
  const complaints = [...complaintsAbout(readFileSync(file, 'utf8'), used, Date.now()), ...(await auditComplaints())]
  for (const complaint of complaints) console.error(complaint)
  console.log(`${readTable(readFileSync(file, 'utf8')).flatMap(({ names }) => names).length} packages in docs/dependencies.md`)
  if (complaints.length > 0) process.exitCode = 1
}

if (process.argv[1] === import.meta.filename) await main()
