import type { Clock } from './ports.ts'

/** A timer does not count while the machine sleeps: a deadline is compared at least this often. */
const LONGEST_SLEEP_MS = 10_000

/** The clock of this machine. */
export const systemClock: Clock = {
  nowMs: () => Date.now(),
  at: (timeMs, then) => {
    let timer: ReturnType<typeof setTimeout>
    const sleep = () => {
      timer = setTimeout(() => (Date.now() >= timeMs ? then() : sleep()), Math.min(Math.max(timeMs - Date.now(), 0), LONGEST_SLEEP_MS))
    }
    sleep()
    return () => clearTimeout(timer)
  },
  after: (ms, then) => {
    const timer = setTimeout(then, ms)
    return () => clearTimeout(timer)
  },
}
