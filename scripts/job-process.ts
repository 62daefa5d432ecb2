import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { descendants, processes } from '#tests/support/process-table.ts'
import { root } from './root.ts'
import { WorkMeter } from './work-meter.ts'

export interface Done {
  isGood: boolean
  /** What it wrote on its standard output and error, in the order in which it did. */
  output: string
  /** Seconds that processors worked for it and all that it started; unknown when it was killed. */
  processorS: number | undefined
}

/**
 * Has the shell write down, when the program is over, what it and all that it waited for took of the processors. Browsers do not wait for their
 * processes: those are known by the meter alone, which in turn misses what came and went between two looks.
 */
const AND_TIMES = '"$@"; code=$?; times > "$0"; exit $code'
/** Linux shares the processors out among sessions first, each with a niceness of its own, in which those of browsers count as much as ours. */
const LAST = `{ echo ${constants.priority.PRIORITY_LOW} > /proc/self/autogroup; } 2> /dev/null; nice -n ${constants.priority.PRIORITY_LOW} ${AND_TIMES}`
/** What was asked to end is killed after this. */
const END_PATIENCE_MS = 2_000

/**
 * Runs our Node with these arguments in the project's folder, until `ending` ends it and all that it started. What it says goes to the file `log`,
 * where it can be read meanwhile. With `isPatient` it gets the time that nothing else wants of the processors.
 */
export async function runNode(
  args: string[],
  log: string,
  env: Record<string, string>,
  ending: AbortSignal,
  { isPatient = false } = {},
): Promise<Done> {
  const times = `${log}.times`
  rmSync(times, { force: true })
  const file = openSync(log, 'w')
  const node = [process.execPath, ...args]
  const isWindows = process.platform === 'win32'
  const [program, ...rest] = isWindows ? node : ['sh', '-c', isPatient ? LAST : AND_TIMES, times, ...node]
  const child = spawn(program as string, rest, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', file, file],
    // In a session of its own.
    detached: isPatient && !isWindows,
  })
  closeSync(file)
  if (isPatient && isWindows && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  const meter = child.pid === undefined ? undefined : new WorkMeter(child.pid)
  const end = () => void endTree(child.pid)
  ending.addEventListener('abort', end)
  // Its output may stay open in the hands of something that it left behind: the end of the program itself is what counts.
  const [code] = (await once(child, 'exit')) as [number | null]
  ending.removeEventListener('abort', end)
  const seenS = meter?.stop() ?? 0
  const processorS = existsSync(times) ? Math.max(secondsIn(readFileSync(times, 'utf8')), seenS) : undefined
  return { isGood: code === 0, output: readFileSync(log, 'utf8'), processorS }
}

/** The sum of what `times` writes: user and system time of the shell, and of its children, such as `0m1.25s`. */
function secondsIn(times: string): number {
  return [...times.matchAll(/(\d+)m([\d.]+)s/g)].reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0)
}

/** Asks a process and all that it started to end, and kills what then still lives. */
async function endTree(pid: number | undefined): Promise<void> {
  if (pid === undefined) return
  const tree = treeOf(pid)
  for (const each of tree) signal(each, 'SIGTERM')
  await new Promise((resolve) => setTimeout(resolve, END_PATIENCE_MS))
  for (const each of [...tree, ...tree.flatMap(treeOf)]) signal(each, 'SIGKILL')
}

function treeOf(pid: number): number[] {
  return existsSync('/proc/self/stat') ? descendants(processes(), [pid]) : [pid]
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended.
  }
}
