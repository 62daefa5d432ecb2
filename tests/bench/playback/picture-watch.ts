/** What the benchmark of playback asks inside a page, of the app or of a peer. Times in ms. */
export interface PictureWatch {
  /** From the last press of the pointer, or from `begin`, to the last picture of every video before all have stood still; NaN without any. */
  untilStill(): Promise<number>
  /** From the last movement of the pointer, or from `begin`, to the next picture of any video; NaN when none comes within a second. */
  untilNext(): Promise<number>
  /** From the last movement of the pointer to the frame of the screen with another picture above it; NaN when none comes within a second. */
  untilPreview(): Promise<number>
  /** Something that is no press begins now. */
  begin(): void
  /** The number that the picture of each video carries in this very moment, read at this size; undefined where there is none to be read. */
  look(size: { width: number; height: number }): { atMs: number; numbers: (number | undefined)[] }
}

/** Put into the page beside the watch. */
declare const readCounter: typeof import('#tests/support/read-counter.ts').readCounter

/** Puts the watch into the page, before its own scripts. Stands by itself: the browser is given its text. */
export function watchPictures(): void {
  const STILL_MS = 500
  const NEXT_MS = 1_000
  const GIVE_UP_MS = 10_000
  let [pressedMs, movedMs] = [0, 0]
  const lastMs = new Map<HTMLVideoElement, number>()
  const listeners = new Set<() => void>()
  addEventListener('pointerdown', ({ timeStamp }) => (pressedMs = timeStamp), { capture: true })
  addEventListener('pointermove', ({ timeStamp }) => (movedMs = timeStamp), { capture: true })

  function watch(video: HTMLVideoElement): void {
    // Not `expectedDisplayTime`: of the track of a generator that is the next refresh of the screen, 12 to 23 ms later, while of a file or MSE that stands
    // still it is no other than this. Figures from when that was taken are so much higher for the app, and not for its peers.
    video.requestVideoFrameCallback((_now, { presentationTime }) => {
      lastMs.set(video, presentationTime)
      for (const listener of listeners) listener()
      watch(video)
    })
  }
  const found = new WeakSet<HTMLVideoElement>()
  const find = () => {
    for (const video of document.querySelectorAll('video')) {
      if (found.has(video)) continue
      found.add(video)
      watch(video)
    }
  }
  new MutationObserver(find).observe(document, { subtree: true, childList: true })

  let previewedMs = 0
  // It loses the attribute when there is no picture any more.
  const isPicture = ({ target }: MutationRecord) => target instanceof Element && target.hasAttribute('data-preview-ms')
  new MutationObserver((changes) => {
    if (changes.some(isPicture)) requestAnimationFrame(() => (previewedMs = performance.now()))
  }).observe(document, { subtree: true, attributeFilter: ['data-preview-ms'] })

  const videos = () => [...document.querySelectorAll('video')]
  const pictureWatch: PictureWatch = {
    begin: () => (pressedMs = movedMs = performance.now()),
    async untilStill() {
      const endMs = performance.now() + GIVE_UP_MS
      const times = () => videos().map((video) => lastMs.get(video) ?? 0)
      const isDone = () => times().every((atMs) => atMs > pressedMs && performance.now() - atMs > STILL_MS)
      while (!isDone()) {
        if (performance.now() > endMs) return Number.NaN
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      return Math.max(...times()) - pressedMs
    },
    untilNext() {
      const fromMs = movedMs
      return new Promise((resolve) => {
        const done = (ms: number) => {
          listeners.delete(look)
          clearTimeout(timer)
          resolve(ms)
        }
        const look = () => {
          const next = Math.max(...lastMs.values())
          if (next > fromMs) done(next - fromMs)
        }
        const timer = setTimeout(() => done(Number.NaN), NEXT_MS)
        listeners.add(look)
        look()
      })
    },
    async untilPreview() {
      const [fromMs, endMs] = [movedMs, performance.now() + NEXT_MS]
      const isThere = () => previewedMs > fromMs
      while (!isThere()) {
        if (performance.now() > endMs) return Number.NaN
        await new Promise((resolve) => requestAnimationFrame(resolve))
      }
      return previewedMs - fromMs
    },
    look({ width, height }) {
      const canvas = new OffscreenCanvas(width, height)
      const context = canvas.getContext('2d', { willReadFrequently: true })
      const atMs = performance.timeOrigin + performance.now()
      // All are taken before the first is read: reading takes longer than a picture stands.
      const taken = videos().map((video) => (video.videoWidth === 0 ? undefined : new VideoFrame(video)))
      const numbers = taken.map((frame) => {
        if (context === null || frame === undefined) return undefined
        context.drawImage(frame, 0, 0, width, height)
        frame.close()
        return readCounter(context.getImageData(0, 0, width, height).data, width, height)
      })
      return { atMs, numbers }
    },
  }
  Object.assign(globalThis, { pictureWatch })
}
