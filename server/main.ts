import { SettingError } from '#contract/settings.ts'
import type { Service } from './app.ts'
import { StartFault } from './runtime/start-fault.ts'
import { startService } from './start-service.ts'

/** Exit code of a start that the person can put right. */
const EXIT_FAULT = 2
const STOP_WITHIN_MS = 2_000

/** What a parent process may ask over IPC, and what it hears. */
type Question = { kind: 'stats' }

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
  serve(await startService())
} catch (fault) {
  const isPlain = fault instanceof StartFault || fault instanceof SettingError || isArgumentFault(fault)
  if (!isPlain) throw fault
  process.stderr.write(`${fault.message}\n`)
  process.exitCode = EXIT_FAULT
}

function isArgumentFault(fault: unknown): fault is Error {
  return fault instanceof Error && 'code' in fault && String(fault.code).startsWith('ERR_PARSE_ARGS')
}
