import type { TestCamera } from '#tests/support/test-camera.ts'
import type { ClipName } from './clips.ts'
import type { BenchCamera } from './page-api.ts'

/** From cameras to a media socket: what stands between is what a run measures. */
export interface Chain {
  /** The first cameras with this clip, as a page asks for them, and as they know when they sent each picture. */
  cameras(clip: ClipName, count: number): { camera: TestCamera; asked: BenchCamera }[]
  /** A one-time address of the media socket. */
  relayAddress(): Promise<string>
  close(): Promise<void>
}
