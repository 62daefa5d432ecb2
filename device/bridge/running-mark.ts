import { rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FILE = 'running'
const TOUCH_MS = 2_000
/** A mark older than this was left by a bridge that crashed. A process id would not tell: the system gives it out again. */
const STALE_MS = 10_000

/** Marks in the bridge's folder that a bridge runs, until the function it answers with is called. */
export function markRunning(folder: string): () => void {
  const file = join(folder, FILE)
  const touch = () => writeFileSync(file, '')
  touch()
  const timer = setInterval(touch, TOUCH_MS)
  return () => {
    clearInterval(timer)
    rmSync(file, { force: true })
  }
}

export function isBridgeRunning(folder: string): boolean {
  const mark = statSync(join(folder, FILE), { throwIfNoEntry: false })
  return mark !== undefined && Date.now() - mark.mtimeMs < STALE_MS
}
