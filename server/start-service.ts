import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readSettings } from '#contract/settings.ts'
import { createService, type Service } from './app.ts'

/** Every first start has the same history. */
const DEMO_SEED = 1

/** Starts the service that this process's environment and arguments describe. Throws when one of them is wrong, or the service cannot be started. */
export async function startService(): Promise<Service> {
  const settings = readSettings(process.env)
  const { values } = parseArgs({ options: { demo: { type: 'string' }, history: { type: 'string' }, dist: { type: 'string' } } })
  const distFolder = values.dist ?? join(import.meta.dirname, '..', 'dist')
  const demoHistory = values.history === undefined ? undefined : { file: values.history, seed: DEMO_SEED }
  return createService({ settings, distFolder, demoFile: values.demo, demoHistory })
}
