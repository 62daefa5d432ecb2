import type { Clock } from './ports.ts'

/** A timer does not count while the machine sleeps: a deadline is compared at least this often. */
const LONGEST_SLEEP_MS = 10_000

/** The clocks of this machine. */
export const systemClock: Clock = {
  nowMs: () => Date.now(),
  steadyMs: () => performance.now(),
  at: (timeMs, then) => {
    let timer: ReturnType<typeof setTimeout>
    const steadyEndMs = performance.now() + timeMs - Date.now()
    const sleep = () => {
      const leftMs = Math.min(timeMs - Date.now(), steadyEndMs - performance.now())
      timer = setTimeout(() => (Date.now() >= timeMs || performance.now() >= steadyEndMs ? then() : sleep()), clamp(leftMs))
    }
    sleep()
    return () => clearTimeout(timer)
  },
  after: (ms, then) => {
    const timer = setTimeout(then, ms)
    return () => clearTimeout(timer)
  },
}

function clamp(ms: number): number {
  return Math.min(Math.max(ms, 0), LONGEST_SLEEP_MS)
}
