/** What the benchmark of the search asks inside the page. Times in ms. */
export interface ResultWatch {
  /** Remembers which events are on the screen: those of the next search are others. */
  forget(): void
  /** From the last press until all that is in sight of the next search is drawn, and until all its pictures are; NaN when it takes too long. */
  untilShown(): Promise<{ tilesMs: number; picturesMs: number }>
  /** Scrolls on until so many results were in sight, at most so many pixels a picture of the screen: how long each of those took. */
  scrollThrough(results: number, pxAFrame: number): Promise<{ frames: number[]; results: number }>
}

/** Puts the watch into the page, before its own scripts. Stands by itself: the browser is given its text. */
export function watchResults(): void {
  const GIVE_UP_MS = 10_000
  const STUCK_MS = 15_000
  let pressedMs = 0
  let known = new WeakSet<Element>()
  addEventListener('click', ({ timeStamp }) => (pressedMs = timeStamp), { capture: true })

  const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
  const tiles = () => [...document.querySelectorAll<HTMLElement>('[role="option"][data-index]')]
  const isDrawn = (image: HTMLImageElement | null) => image !== null && image.complete && image.naturalWidth > 0

  const resultWatch: ResultWatch = {
    forget: () => (known = new WeakSet(tiles())),
    async untilShown() {
      let tilesMs = Number.NaN
      for (;;) {
        const nowMs = await frame()
        const shown = tiles()
        const isNew = shown.length > 0 && shown.every((tile) => !known.has(tile))
        // What was put into the document before this picture of the screen is seen with it.
        if (isNew && Number.isNaN(tilesMs)) tilesMs = nowMs - pressedMs
        if (isNew && shown.every((tile) => isDrawn(tile.querySelector('img')))) return { tilesMs, picturesMs: nowMs - pressedMs }
        if (nowMs - pressedMs > GIVE_UP_MS) return { tilesMs, picturesMs: Number.NaN }
      }
    },
    async scrollThrough(results, pxAFrame) {
      const list = document.querySelector<HTMLElement>('[role="listbox"]')
      const scroller = list?.parentElement
      if (!list || !scroller) throw new Error('There is no list.')
      const frames: number[] = []
      let [lastMs, movedMs, lastAt, seen] = [await frame(), performance.now(), 0, 0]
      while (seen < results) {
        // Asked for once: each other time the page would be laid out once more.
        const at = scroller.scrollTop
        if (at > lastAt) movedMs = lastMs
        lastAt = at
        scroller.scrollTo(0, at + pxAFrame)
        const nowMs = await frame()
        frames.push(nowMs - lastMs)
        lastMs = nowMs
        seen = Math.max(seen, 1 + Number(tiles().at(-1)?.dataset['index'] ?? -1))
        // At the end of all that was found, or of what can be had.
        if (nowMs - movedMs > STUCK_MS) break
      }
      return { frames, results: seen }
    },
  }
  Object.assign(globalThis, { resultWatch })
}
