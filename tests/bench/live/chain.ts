import type { TestCamera } from '#tests/support/test-camera.ts'
import type { ClipName } from './clips.ts'
import type { BenchCamera } from './page-api.ts'

/** When pictures of a camera had come how far, epoch ms. */
export interface Passing {
  atService: number[]
  /** At a viewer of the relay, with the time at which the camera took them, as the stream tells it. */
  atViewer: { atMs: number; captureMs: number }[]
}

/** From cameras to a media socket: what stands between is what a run measures. */
export interface Chain {
  /** The first cameras with this clip, as a page asks for them, and as they know when they sent each picture. */
  cameras(clip: ClipName, count: number): { camera: TestCamera; asked: BenchCamera }[]
  /** A one-time address of the media socket. */
  relayAddress(): Promise<string>
  /** Looks where pictures of this camera pass while something is done. Absent where nothing stands between camera and socket. */
  watchPassing?<T>(sn: string, work: () => Promise<T>): Promise<{ result: T; passing: Passing }>
  close(): Promise<void>
}
