import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readSettings, SettingError } from '#contract/settings.ts'
import { createService, type Service } from './app.ts'
import { StartFault } from './runtime/start-fault.ts'

/** Exit code of a start that the person can put right. */
const EXIT_FAULT = 2
/** Every first start has the same history. */
const DEMO_SEED = 1
const STOP_WITHIN_MS = 2_000

/** What a parent process may ask over IPC, and what it hears. */
type Question = { kind: 'stats' }

async function start(): Promise<Service> {
  const settings = readSettings(process.env)
  const { values } = parseArgs({ options: { demo: { type: 'string' }, history: { type: 'string' }, dist: { type: 'string' } } })
  const distFolder = values.dist ?? join(import.meta.dirname, '..', 'dist')
  const demoHistory = values.history === undefined ? undefined : { file: values.history, seed: DEMO_SEED }
  return createService({ settings, distFolder, demoFile: values.demo, demoHistory })
}

function serve(service: Service): void {
  process.on('message', (message: Question) => {
    if (message.kind === 'stats') process.send?.({ kind: 'stats', ...service.stats() })
  })
  let isStopping = false
  const stop = () => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
    service.close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  // Who started it is gone, however it went.
  process.on('disconnect', stop)
  process.send?.({ kind: 'ready', url: service.url })
}

try {
  serve(await start())
} catch (fault) {
  const isPlain = fault instanceof StartFault || fault instanceof SettingError || isArgumentFault(fault)
  if (!isPlain) throw fault
  process.stderr.write(`${fault.message}\n`)
  process.exitCode = EXIT_FAULT
}

function isArgumentFault(fault: unknown): fault is Error {
  return fault instanceof Error && 'code' in fault && String(fault.code).startsWith('ERR_PARSE_ARGS')
}
