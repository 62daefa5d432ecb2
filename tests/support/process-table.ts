import { readdirSync, readFileSync } from 'node:fs'

export interface ProcessInfo {
  pid: number
  parent: number
  group: number
  command: string
  /** Time that it and those of its children that are gone have spent on a processor. */
  workMs: number
}

/** The kernel's unit of it. */
const TICK_MS = 10

/** The processes that the kernel lists under /proc; those that end meanwhile are left out, and so are the dead. */
export function processes(): ProcessInfo[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        // The name of the program stands in brackets and may hold anything; the fields after it are plain.
        const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
        if (fields[0] === 'Z') return []
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ')
        const workMs = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * TICK_MS, 0)
        return [{ pid: Number(name), parent: Number(fields[1]), group: Number(fields[2]), command, workMs }]
      } catch {
        return []
      }
    })
}
