import { readdirSync, readFileSync } from 'node:fs'

export interface ProcessInfo {
  pid: number
  parent: number
  group: number
  command: string
  /** When it began, in the kernel's ticks: with `pid` it is the name of this process and no other. */
  beganTicks: number
  /** Time that it has spent on a processor itself. */
  ownWorkMs: number
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
        const sum = (ticks: string[]) => ticks.reduce((total, each) => total + Number(each) * TICK_MS, 0)
        const times = { ownWorkMs: sum(fields.slice(11, 13)), workMs: sum(fields.slice(11, 15)), beganTicks: Number(fields[19]) }
        return [{ pid: Number(name), parent: Number(fields[1]), group: Number(fields[2]), command, ...times }]
      } catch {
        return []
      }
    })
}

/** The processes that this one has started in whose commands all these words are, their numbers. */
export function childrenWith(processId: number, ...words: string[]): number[] {
  return processes()
    .filter(({ parent, command }) => parent === processId && words.every((word) => command.includes(word)))
    .map(({ pid }) => pid)
}

/** These processes and all that they started, of those that are given, as far as those that stand between still live. */
export function descendants(all: readonly ProcessInfo[], pids: readonly number[]): number[] {
  const tree = [...pids]
  for (const each of tree) tree.push(...all.filter(({ pid, parent }) => parent === each && !tree.includes(pid)).map(({ pid }) => pid))
  return tree
}
