import type { StreamFault, StreamKind } from './enums.ts'
import type { PastFault, PastPlace } from './recorded-media.ts'

/** Windows of a playback are numbered from here on; those of the wall below. */
export const FIRST_PAST_WINDOW = 1_024

/** How fast the past is played, either way. Above the fourth, key frames alone are shown. */
export const playbackSpeeds = [0.125, 0.25, 0.5, 1, 2, 4, 8, 16] as const
export type PlaybackSpeed = (typeof playbackSpeeds)[number]

/** Which way the past comes: from the service's relay, or from the local plugin. */
export type PastWay = 'relay' | 'plugin'

/** A camera of a playback, and the window that it is shown in. */
export interface PastCamera {
  window: number
  sn: string
  chlIndex: number
  stream: StreamKind
  from: PastPlace
}

/** What the clock of a playback does: at `sinceMs` (epoch ms of this machine) it was `atMs` of the recordings, and goes on by `rate`. */
export interface PastClockState {
  atMs: number
  sinceMs: number
  /** Recorded milliseconds in one of now; below zero backwards, 0 while it stands. */
  rate: number
  isPlaying: boolean
  /** It would go on, and waits for pictures. */
  isWaiting: boolean
  speed: PlaybackSpeed
  isBackwards: boolean
}

/** What a page wants of the playback of its tab. Times in epoch ms of the recordings. A step also pauses. */
export type PastOrder =
  /** These cameras, and no others, by this way; those that are there go on with what they have, also by another way. */
  | { kind: 'show'; cameras: PastCamera[]; by: PastWay }
  | { kind: 'seek'; atMs: number }
  /** The playhead is being moved: the nearest key frame of each camera, the newest wish first. */
  | { kind: 'scrub'; atMs: number }
  | { kind: 'play'; isPlaying: boolean }
  | { kind: 'pace'; speed: PlaybackSpeed; isBackwards: boolean }
  | { kind: 'step'; pictures: 1 | -1 }
  /** Nothing is shown any more; all is freed. */
  | { kind: 'end' }

/** What a window of a playback shows: a picture of the moment, nothing since nothing was recorded, nothing yet, or nothing for a reason. */
export type PastShows = 'picture' | 'gap' | 'loading' | 'fault'

export interface PastWindowState {
  window: number
  shows: PastShows
  /** `damaged`: the pictures of the moment are here, and nothing can be made of them; behind them it goes on. */
  fault?: PastFault | StreamFault | 'damaged' | undefined
  /** When the picture on the screen was taken. */
  pictureMs?: number | undefined
  width?: number | undefined
  height?: number | undefined
}

/** What a media worker tells of a playback: when something has changed. */
export interface PastNews {
  clock: PastClockState
  windows: PastWindowState[]
}
