import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

const LOOK_EVERY_MS = 50

/**
 * Has a folder made by one of several processes that want it, while the others wait; should that one fail or be killed, the next one tries. `make` gets
 * a folder of its own, which becomes this one when it is whole.
 */
export async function madeOnce(folder: string, make: (making: string) => Promise<void>): Promise<void> {
  const lock = `${folder}-maker`
  const making = `${folder}-making-${process.pid}`
  while (!existsSync(folder)) {
    if (!take(lock)) {
      await pause(LOOK_EVERY_MS)
      continue
    }
    try {
      // Somebody may have been done with it in between.
      if (existsSync(folder)) break
      await make(making)
      // Two may have taken the place of one that was killed: either's folder will do.
      if (!existsSync(folder)) renameSync(making, folder)
    } finally {
      rmSync(making, { recursive: true, force: true })
      rmSync(lock, { force: true })
    }
  }
}

/** Puts this process's number into a new file, which of several only one can; in the place of a process that is gone, too. */
function take(lock: string): boolean {
  const own = `${lock}-${process.pid}`
  // With what is in it at once: others read it as soon as it is there.
  writeFileSync(own, String(process.pid))
  try {
    linkSync(own, lock)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    if (isGone(lock)) rmSync(lock, { force: true })
    return false
  } finally {
    rmSync(own, { force: true })
  }
}

/** Whether the process whose number is in this file is gone. */
function isGone(lock: string): boolean {
  try {
    process.kill(Number(readFileSync(lock, 'utf8')), 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
