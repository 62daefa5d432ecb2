/** What the benchmark of the viewing stations asks inside the office page. */
export interface PageWatch {
  /** From the beginning of the page until so many stations were drawn, ms. */
  untilCards(count: number): Promise<number>
  /** Scrolls from the first station to the last, so many pixels a picture of the screen: how long each of those took. */
  scrollThrough(pxAFrame: number): Promise<number[]>
}

/** Puts the watch into the page, before its own scripts. Stands by itself: the browser is given its text. */
export function watchPage(): void {
  const list = () => document.querySelector<HTMLElement>('ul[aria-label="Viewing stations"]')
  const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
  const scrollerOf = (element: HTMLElement): HTMLElement => {
    let scroller: HTMLElement | null = element
    while (scroller !== null && scroller.scrollHeight <= scroller.clientHeight) scroller = scroller.parentElement
    if (scroller === null) throw new Error('The list has nothing to be scrolled.')
    return scroller
  }
  const pageWatch: PageWatch = {
    async untilCards(count) {
      while ((list()?.children.length ?? 0) < count) await frame()
      return frame()
    },
    async scrollThrough(pxAFrame) {
      const own = list()
      if (own === null) throw new Error('There is no list.')
      const scroller = scrollerOf(own)
      scroller.scrollTo(0, 0)
      const frames: number[] = []
      let lastMs = await frame()
      for (let at = 0; at < scroller.scrollHeight - scroller.clientHeight; at += pxAFrame) {
        scroller.scrollTo(0, at)
        const nowMs = await frame()
        frames.push(nowMs - lastMs)
        lastMs = nowMs
      }
      return frames
    },
  }
  Object.assign(globalThis, { pageWatch })
}
