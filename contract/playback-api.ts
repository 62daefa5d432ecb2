import type { StreamFault, StreamKind } from './enums.ts'
import type { PastFault, PastPlace } from './recorded-media.ts'

/** Where what somebody points at on the time line is seen. Windows of the wall are numbered below. */
export const PREVIEW_WINDOW = 1_024
/** Windows of a playback are numbered from here on. */
export const FIRST_PAST_WINDOW = PREVIEW_WINDOW + 1

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
  /** `isPlaying`: and plays from there. Two orders would ask for the picture of that moment alone, and then for all once more. */
  | { kind: 'seek'; atMs: number; isPlaying?: true }
  /** The playhead is being moved: the nearest key frame of each camera, the newest wish first. */
  | { kind: 'scrub'; atMs: number }
  | { kind: 'play'; isPlaying: boolean }
  /** What is not said stays as it is. */
  | { kind: 'pace'; speed?: PlaybackSpeed; isBackwards?: boolean }
  /** The other of two, whichever it is when the order comes: what the page last heard of its clock may be older than what it has asked for since. */
  | { kind: 'toggle'; what: 'play' | 'way' }
  | { kind: 'step'; pictures: 1 | -1 }
  /**
   * Somebody points at a moment: the key frame of this camera at or before it is to be seen in `PREVIEW_WINDOW`, and what is played goes on as it does.
   * `visit` is another one after each `leave`, and for each camera: what is told names it, since it may come when somebody points at something else.
   */
  | { kind: 'point'; camera: PastCamera; atMs: number; visit: number }
  /** Nobody points at anything any more. */
  | { kind: 'leave' }
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

/** What a media worker tells of the moment that somebody points at: when the picture was taken that is seen now; without one there is none. */
export interface PastPreviewNews {
  visit: number
  pictureMs: number | undefined
}
