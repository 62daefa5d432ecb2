/** What the benchmark of the wall asks inside a page. Times in ms. */
export interface WallRecorder {
  /** From the last press of a pointer from now on to the moment when all windows of a changed wall play. */
  untilAllPlay(): Promise<number>
  /** … to the moment when one window more plays than now. */
  untilOneMorePlays(): Promise<number>
  /** Counts long tasks from now on. */
  begin(): void
  /** The share of the time since `begin` that tasks over 50 ms took, and what the windows do now. */
  end(): { longShare: number; longestMs: number; states: Record<string, number> }
}

/** Puts a recorder into the page, before its own scripts. Stands by itself: the browser is given its text. */
export function recordWall(): void {
  let pressedAtMs = Number.POSITIVE_INFINITY
  let long: number[] = []
  let beganAtMs = 0
  addEventListener('mousedown', (event) => (pressedAtMs = event.timeStamp), { capture: true })
  new PerformanceObserver((list) => long.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' })

  const windows = () => [...document.querySelectorAll<HTMLElement>('[data-cell]')]
  const playing = () => windows().filter(({ dataset }) => dataset['state'] === 'playing')
  /** Which cameras the windows that play show. */
  const cameras = () => new Set(playing().map((one) => /: (.*), /.exec(one.getAttribute('aria-label') ?? '')?.[1]))

  const GIVE_UP_MS = 60_000
  /** Looks before each painting. NaN when it does not come to that. */
  function until(isSo: () => boolean): Promise<number> {
    pressedAtMs = Number.POSITIVE_INFINITY
    const endMs = performance.now() + GIVE_UP_MS
    return new Promise((resolve) => {
      const look = () => {
        if (pressedAtMs < Number.POSITIVE_INFINITY && isSo()) resolve(performance.now() - pressedAtMs)
        else if (performance.now() > endMs) resolve(Number.NaN)
        else requestAnimationFrame(look)
      }
      look()
    })
  }

  const recorder: WallRecorder = {
    untilAllPlay() {
      const before = cameras()
      const isOther = () => [...cameras()].some((camera) => !before.has(camera))
      return until(() => windows().length > 0 && playing().length === windows().length && isOther())
    },
    untilOneMorePlays() {
      const before = playing().length
      return until(() => playing().length > before)
    },
    begin() {
      long = []
      beganAtMs = performance.now()
    },
    end() {
      const states: Record<string, number> = {}
      for (const { dataset } of windows()) {
        const state = [dataset['state'], dataset['less']].filter(Boolean).join(' ')
        states[state] = (states[state] ?? 0) + 1
      }
      const totalMs = long.reduce((sum, ms) => sum + ms, 0)
      return { longShare: totalMs / (performance.now() - beganAtMs), longestMs: Math.max(0, ...long), states }
    },
  }
  Object.assign(globalThis, { wallRecorder: recorder })
}
