import type { TestCamera } from '#tests/support/test-camera.ts'
import type { Passing } from './chain.ts'
import { middleMean } from './figures.ts'

/** What of the age of a picture comes about where, the middle of each, ms. */
export interface Way {
  /** From the camera to the service: RTSP, whole pictures, the gateway. */
  bridgeMs: number
  /** Through the service to a viewer's socket. */
  relayMs: number
  /** From the socket to the window's track: reading, decoding. */
  workerMs: number
  /** From there until the page has it in hand. */
  screenMs: number
}

/** `workerAgeMs`: from the capture, as the stream tells it, to the window's track. `ageMs`: from sent by the camera to read back from the page. */
export function wayOf(camera: TestCamera, { atService, atViewer }: Passing, seen: { workerAgeMs: number; ageMs: number }): Way {
  const sinceSent = (times: number[]) =>
    middleMean(times.map((atMs) => atMs - (camera.lastSentMs(atMs) ?? Number.NaN)).filter((ms) => !Number.isNaN(ms)))
  const bridgeMs = sinceSent(atService)
  const viewerMs = sinceSent(atViewer.map(({ atMs }) => atMs))
  const workerMs = seen.workerAgeMs - middleMean(atViewer.map(({ atMs, captureMs }) => atMs - captureMs))
  return { bridgeMs, relayMs: viewerMs - bridgeMs, workerMs, screenMs: seen.ageMs - viewerMs - workerMs }
}
