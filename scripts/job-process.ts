import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs'
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
/** What was asked to end is killed after this. */
const END_PATIENCE_MS = 2_000

/**
 * Runs our Node with these arguments in the project's folder, until `ending` ends it and all that it started. What it says goes to the file `log`,
 * where it can be read meanwhile.
 */
export async function runNode(args: string[], log: string, env: Record<string, string>, ending: AbortSignal): Promise<Done> {
  const times = `${log}.times`
  rmSync(times, { force: true })
  const file = openSync(log, 'w')
  const node = [process.execPath, ...args]
  const [program, ...rest] = process.platform === 'win32' ? node : ['sh', '-c', AND_TIMES, times, ...node]
  const child = spawn(program as string, rest, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', file, file],
  })
  closeSync(file)
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
