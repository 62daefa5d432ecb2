import type { StreamCaps } from '#contract/stream-caps.ts'

/** A camera of the benchmark as the page has to ask for it. */
export interface BenchCamera {
  sn: string
  chlIndex: number
  streams: StreamCaps[]
}

/** A picture seen on the screen. */
export interface Sighting {
  window: number
  /** Frame index read from the pixels. */
  frame: number
  /** When it was there to be read, epoch ms. */
  atMs: number
  /** Pictures that this window has presented so far. */
  presented: number
}

export interface BenchPage {
  /** Opens these cameras through the media worker, and answers when each has a picture: how long that took, ms. */
  openWindows(cameras: BenchCamera[]): Promise<number[]>
  /** Opens these fMP4 streams over MSE in the same places. */
  openMse(urls: string[], type: string): Promise<number[]>
  /**
   * Makes these places, each of which opens its stream over MSE when it is pressed, and has the attribute `data-shown` once it shows a picture.
   * Answers when all do: from each press to the picture, ms.
   */
  openMseByPress(urls: string[], type: string): Promise<number[]>
  /**
   * Opens these cameras of the Janus at this address over WebRTC in the same places. `isAtOnce`: with the playout-delay extension, and no delay at all;
   * else as the browser paces them by itself.
   */
  openWebRtc(url: string, cameras: number[], isAtOnce: boolean): Promise<number[]>
  /** Looks at the pictures of all windows for this long. */
  watch(ms: number): Promise<{ sightings: Sighting[]; unreadable: number }>
  /** How old the pictures of each window were when its worker gave them to the window's track, by the capture time that the stream tells, ms. */
  workerAges(): number[]
  close(): void
}
