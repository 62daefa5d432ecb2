import type { MediaCore } from './media-core.ts'
import type { Surface } from './surface.ts'

const EVERY_MS = 60_000
const MAX_WIDTH_PX = 640

/**
 * Keeps the last picture of a window's channel on this machine, for the times when there is no live one: taken at the first
 * picture, once a minute, and whenever live pictures end.
 */
export class SnapshotKeeper {
  readonly #core: MediaCore
  readonly #isLive: () => boolean
  #timer: ReturnType<typeof setInterval> | undefined

  /** `isLive`: false while the window shows its past, of which nothing is kept here. */
  constructor(core: MediaCore, isLive: () => boolean) {
    this.#core = core
    this.#isLive = isLive
  }

  begin(surface: Surface, channel: { sn: string; chlIndex: number }): void {
    this.stop()
    void this.keep(surface, channel)
    this.#timer = setInterval(() => void this.keep(surface, channel), EVERY_MS)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** The picture is that of the moment of the call, whatever happens to the window next. */
  async keep(surface: Surface, { sn, chlIndex }: { sn: string; chlIndex: number }): Promise<void> {
    if (!this.#isLive()) return
    const picture = await surface.picture({ maxWidthPx: MAX_WIDTH_PX, mayWait: true })
    if (picture === undefined) return
    // A snapshot that could not be kept is missed only when it would be shown: there is nothing to do about it now.
    await this.#core.putSnapshot({ sn, chlIndex, takenAtMs: picture.takenAtMs, picture: picture.bytes }).catch(() => undefined)
  }
}
