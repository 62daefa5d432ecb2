/** What the benchmark of the alarms asks inside the page. Times in ms, moments in epoch ms. */
export interface AlarmWatch {
  /** From the beginning of the page until its first rows were drawn. */
  untilRows(): Promise<number>
  /** When each alarm stood in a row for the first time, by the name of its camera. */
  seen(): Record<string, number>
  forget(): void
  /** How long the page's thread was held in pieces of 50 ms and more since it was asked last. */
  longTasksMs(): number
  /** Scrolls on until so many rows were in sight, so many pixels a picture of the screen: how long each of those took. */
  scrollThrough(rows: number, pxAFrame: number): Promise<{ frames: number[]; rows: number }>
}

/** Puts the watch into the page, before its own scripts. Stands by itself: the browser is given its text. */
export function watchAlarms(): void {
  const STUCK_MS = 15_000
  let seen: Record<string, number> = {}
  let longMs = 0
  const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
  const rows = () => [...document.querySelectorAll<HTMLElement>('tbody tr[data-index]')]
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longMs += duration
  }).observe({ type: 'longtask' })

  function note(): void {
    const names = rows().map((row) => row.querySelector('td[data-column="source"]')?.textContent ?? '')
    // What stands in the document now is seen with the next picture of the screen.
    requestAnimationFrame(() => {
      const nowMs = performance.timeOrigin + performance.now()
      for (const name of names) seen[name] ??= nowMs
    })
  }
  addEventListener('DOMContentLoaded', () =>
    new MutationObserver(note).observe(document.body, { childList: true, subtree: true, characterData: true }),
  )

  const alarmWatch: AlarmWatch = {
    async untilRows() {
      while (rows().length === 0) await frame()
      return frame()
    },
    seen: () => seen,
    forget: () => (seen = Object.fromEntries(Object.keys(seen).map((name) => [name, 0]))),
    longTasksMs() {
      const was = longMs
      longMs = 0
      return was
    },
    async scrollThrough(wanted, pxAFrame) {
      const scroller = document.querySelector('table')?.closest<HTMLElement>('[class*="body"]')
      if (!scroller) throw new Error('There is no list.')
      const frames: number[] = []
      let [lastMs, movedMs, lastAt, shown] = [await frame(), performance.now(), 0, 0]
      while (shown < wanted) {
        const at = scroller.scrollTop
        if (at > lastAt) movedMs = lastMs
        lastAt = at
        scroller.scrollTo(0, at + pxAFrame)
        const nowMs = await frame()
        frames.push(nowMs - lastMs)
        lastMs = nowMs
        shown = Math.max(shown, 1 + Number(rows().at(-1)?.dataset['index'] ?? -1))
        if (nowMs - movedMs > STUCK_MS) break
      }
      return { frames, rows: shown }
    },
  }
  Object.assign(globalThis, { alarmWatch })
}
