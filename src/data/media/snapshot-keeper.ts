import type { Snapshot } from '#contract/core-api.ts'
import type { LastPicture } from '#contract/media-api.ts'

/** A picture that is seen for a shorter time is kept when it ends: a wall that changes is busy enough with its new pictures. */
const FIRST_MS = 3_000
const EVERY_MS = 60_000
const MAX_WIDTH_PX = 640

/** What shows pictures: the surface of a window. */
interface Shows {
  picture(asked: { maxWidthPx: number; mayWait: boolean }): Promise<LastPicture | undefined>
}

/**
 * Keeps the last picture of a window's channel on this machine, for the times when there is no live one: taken soon after the first
 * picture, once a minute, and whenever live pictures end.
 */
export class SnapshotKeeper {
  readonly #put: (snapshot: Snapshot) => Promise<unknown>
  readonly #isLive: () => boolean
  #first: ReturnType<typeof setTimeout> | undefined
  #timer: ReturnType<typeof setInterval> | undefined

  /** `put` keeps a picture. `isLive`: false while the window shows its past, of which nothing is kept here. */
  constructor(put: (snapshot: Snapshot) => Promise<unknown>, isLive: () => boolean) {
    this.#put = put
    this.#isLive = isLive
  }

  begin(surface: Shows, channel: { sn: string; chlIndex: number }): void {
    this.stop()
    this.#first = setTimeout(() => void this.keep(surface, channel), FIRST_MS)
    this.#timer = setInterval(() => void this.keep(surface, channel), EVERY_MS)
  }

  stop(): void {
    clearTimeout(this.#first)
    clearInterval(this.#timer)
  }

  /** The picture is that of the moment of the call, whatever happens to the window next. */
  async keep(surface: Shows, { sn, chlIndex }: { sn: string; chlIndex: number }): Promise<void> {
    if (!this.#isLive()) return
    const picture = await surface.picture({ maxWidthPx: MAX_WIDTH_PX, mayWait: true })
    if (picture === undefined) return
    // A snapshot that could not be kept is missed only when it would be shown: there is nothing to do about it now.
    await this.#put({ sn, chlIndex, takenAtMs: picture.takenAtMs, picture: picture.bytes }).catch(() => undefined)
  }
}
