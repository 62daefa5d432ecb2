import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { registry } from '#contract/registry.ts'

/** Fails when a call of the contract was answered with success in no test of the service. The tests noted theirs in this folder. */
const folder = process.argv[2] ?? ''
const answered = new Set(readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n')))
const paths = Object.values(registry).map(({ path }) => path)
const missing = paths.filter((path) => !answered.has(path))
console.log(`${paths.length - missing.length} of ${paths.length} calls were answered with success in a test of the service`)
for (const path of missing) console.error(`No test is answered by ${path}`)
if (missing.length > 0) process.exitCode = 1
