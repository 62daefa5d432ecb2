// Plain JavaScript that Node 20 understands, since the bootstrap uses it before anything is installed.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const LOOK_EACH_MS = 250
const SHELL = /(?:^|\/)(?:ba|da|z|k)?sh$/

/** The name and the parent of a process, as the kernel or `ps` tell them; nothing where neither does. */
function lookAt(pid) {
  try {
    // The name of the program stands in brackets and may hold anything; the fields after it are plain.
    const [, name, fields] = /\((.*)\) (.*)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))
    return { name, parent: Number(fields.split(' ')[1]) }
  } catch {
    const { stdout } = spawnSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], { encoding: 'utf8' })
    const [, parent, name] = /^\s*(\d+)\s+(.*\S)/.exec(stdout) ?? []
    return name === undefined ? undefined : { name, parent: Number(parent) }
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Somebody else's process lives too.
    return error.code === 'EPERM'
  }
}

/**
 * Calls `then` once when the process that started this one has ended: it says so to nobody, and a signal that ended it reached
 * nobody else. A process whose parent has ended gets another one, on Windows the number merely belongs to nobody any more.
 */
export function whenParentIsGone(then) {
  watch([process.ppid], then)
}

/** The same of npm, whose shell may stand in between and wait for us after npm's own end. */
export function whenNpmIsGone(then) {
  const shell = process.platform === 'win32' ? undefined : lookAt(process.ppid)
  watch(shell !== undefined && SHELL.test(shell.name) ? [process.ppid, shell.parent] : [process.ppid], then)
}

function watch(pids, then) {
  const timer = setInterval(() => {
    if (process.ppid === pids[0] && pids.every(isAlive)) return
    clearInterval(timer)
    then()
  }, LOOK_EACH_MS)
  timer.unref()
}
