import { readdirSync, readFileSync } from 'node:fs'
import { chromium, type Browser, type Page } from 'playwright'
import { chromiumLaunch } from '#tests/support/chromium.ts'

/** Ticks of a second in /proc, the same on all Linux machines of today. */
const TICKS_PER_SECOND = 100

/** Processor time so far, in ticks, and the children of every process. */
function processes(): { children: Map<number, number[]>; ticks: Map<number, number> } {
  const children = new Map<number, number[]>()
  const ticks = new Map<number, number>()
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, 'latin1')
      // The name in brackets may hold blanks: count from behind it. Field 4 is the parent, 14 and 15 are the times.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      const pid = Number(entry)
      const parent = Number(fields[1])
      children.set(parent, [...(children.get(parent) ?? []), pid])
      ticks.set(pid, Number(fields[11]) + Number(fields[12]))
    } catch {
      // It ended meanwhile.
    }
  }
  return { children, ticks }
}

/** Time for which processors had nothing to do, and all time, summed up over all of them, in ticks. */
function idleOfAll(): { idle: number; passed: number } {
  const times = (readFileSync('/proc/stat', 'latin1').split('\n')[0] ?? '').split(/ +/).slice(1, 9).map(Number)
  return { idle: (times[3] ?? 0) + (times[4] ?? 0), passed: times.reduce((sum, one) => sum + one, 0) }
}

/** A process and all under it. */
function family(pid: number, children: Map<number, number[]>): number[] {
  return [pid, ...(children.get(pid) ?? []).flatMap((child) => family(child, children))]
}

/** Processor time of a process and all under it so far, ms. */
function cpuMs(rootPid: number): number {
  const { children, ticks } = processes()
  const sum = family(rootPid, children).reduce((total, pid) => total + (ticks.get(pid) ?? 0), 0)
  return (sum * 1000) / TICKS_PER_SECOND
}

/** What a process has of memory for itself, or shares with others of its program: not the program's files, which all browsers of the machine share. */
const OWN = ['Pss_Anon', 'Pss_Shmem', 'SwapPss']

/**
 * Memory of a process, bytes: pages that several processes share are counted once, in parts. Those of files are left out: a part of a file is the smaller the more
 * browsers there are, so that a browser would grow by a third when another one on the machine ends.
 */
function memoryOf(pid: number): number {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1')
    const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1] ?? 0)
    return OWN.reduce((sum, name) => sum + kilobytes(name), 0) * 1024
  } catch {
    // It ended meanwhile.
    return 0
  }
}

/** Memory of a process and all under it, bytes. */
function memoryUnder(pid: number): number {
  return family(pid, processes().children).reduce((total, one) => total + memoryOf(one), 0)
}

/** The same by what the processes are for, as `kindOf` names it. */
export function memoryByKind(pid: number, kindOf: (pid: number) => string): Map<string, number> {
  const bytes = new Map<string, number>()
  for (const one of family(pid, processes().children)) {
    const kind = kindOf(one)
    bytes.set(kind, (bytes.get(kind) ?? 0) + memoryOf(one))
  }
  return bytes
}

/** A browser whose processor time can be read. */
export class BenchBrowser {
  readonly #server
  readonly #browser: Browser
  readonly #pid: number

  private constructor(server: Awaited<ReturnType<typeof chromium.launchServer>>, browser: Browser) {
    this.#server = server
    this.#browser = browser
    const started = server.process().pid ?? 0
    // What starts it, and passes on what is asked of it, is none of its processes.
    this.#pid = processes().children.get(started)?.[0] ?? started
  }

  static async launch(): Promise<BenchBrowser> {
    const launch = chromiumLaunch()
    if (launch.executablePath === undefined) throw new Error('There is no Chromium on this machine.')
    // Nobody who watches cameras has a debugger that is told each picture before it is decoded.
    const server = await chromium.launchServer({ ...launch, env: { ...process.env, ...launch.env, CHROMIUM_TELLS_NO_NETWORK: '1' } })
    return new BenchBrowser(server, await chromium.connect(server.wsEndpoint()))
  }

  newPage(): Promise<Page> {
    return this.#browser.newPage({ viewport: { width: 1440, height: 810 } })
  }

  /** Does the work and answers the processor time of the whole browser meanwhile, in % of one core, and what the machine had left, in % of all cores. */
  async measure<T>(work: () => Promise<T>): Promise<{ result: T; cpuPct: number; idlePct: number }> {
    const beforeMs = cpuMs(this.#pid)
    const before = idleOfAll()
    const startMs = performance.now()
    const result = await work()
    const cpuPct = ((cpuMs(this.#pid) - beforeMs) / (performance.now() - startMs)) * 100
    const after = idleOfAll()
    return { result, cpuPct, idlePct: ((after.idle - before.idle) / (after.passed - before.passed)) * 100 }
  }

  /** Memory of the whole browser. */
  memoryBytes(): number {
    return memoryUnder(this.#pid)
  }

  async close(): Promise<void> {
    await this.#browser.close()
    await this.#server.close()
  }
}
