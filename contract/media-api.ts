import type { StreamFault, StreamKind } from './enums.ts'
import type { MediaRequest, Pace } from './media.ts'
import type { PastNews, PastOrder, PastPreviewNews } from './playback-api.ts'
import type { PastAsk } from './recorded-media.ts'
import type { RecordEnd, RecordPiece } from './record-piece.ts'
import type { SoundFormat, TalkFault } from './sound.ts'

/** Where the units of a window come from: the local plugin or the service's relay. */
export type SourceName = 'plugin' | 'relay'
/** How decoded pictures reach the screen. */
export type SinkKind = 'generator' | 'canvas' | 'mse'

/**
 * What a page gives its media worker to show pictures with; writable and canvas are transferred. The contract knows no
 * browser types: both sides put in `WritableStream<VideoFrame>` and `OffscreenCanvas`.
 */
export type SinkHandle<Writable, Canvas> = { kind: 'generator'; writable: Writable } | { kind: 'canvas'; canvas: Canvas } | { kind: 'mse' }

/** What is known of a playing window. */
export interface WindowStats {
  source: SourceName
  sink: SinkKind
  stream: StreamKind
  codec: string
  width: number
  height: number
  fps: number
  bitrateKbps: number
  /** Capture at the camera to shown here, the median and the 95th percentile of the last pictures. */
  pictureAgeMs: number
  pictureAgeP95Ms: number
  framesShown: number
  framesDropped: number
  /** Of those dropped, the ones that this machine was too slow for; others could not be decoded. */
  framesTooMany: number
  /**
   * The last picture, once there is one: when it was shown and when it was filmed, epoch ms of this machine, and how long each of the last ones was shown
   * before the next one came, ms: of one that has nothing before it there is no such time. Unlike `fps` it stays what it is while nothing comes.
   */
  last?: { shownMs: number; filmedMs: number; everyMs: number | undefined }
  /** From the wish to see this channel to its first picture. */
  firstPictureMs?: number
}

/** The last picture of a window. */
export interface LastPicture {
  /** image/jpeg */
  bytes: Uint8Array<ArrayBuffer>
  /** When it was shown. */
  takenAtMs: number
}

export const replaySpeeds = [0.5, 1, 2, 4] as const
export type ReplaySpeed = (typeof replaySpeeds)[number]

/** The past of a window while it is seen again: from where to where it goes, which picture is on the screen. Times in epoch ms. */
export interface ReplayState {
  fromMs: number
  toMs: number
  atMs: number
  isPlaying: boolean
  speed: ReplaySpeed
}

/** `begin` plays from the oldest picture on; `end` goes back to live. A step also pauses. */
export type ReplayOrder =
  | { kind: 'begin' }
  | { kind: 'end' }
  | { kind: 'seek'; atMs: number }
  | { kind: 'step'; pictures: 1 | -1 }
  | { kind: 'play'; isPlaying: boolean }
  | { kind: 'speed'; speed: ReplaySpeed }

/**
 * From the page to its media worker. A window is named by its index on the wall; `feed` numbers the wishes of a window, so
 * that answers to an older one can be told apart.
 */
export type ToMediaWorker<Writable, Canvas, Port> =
  /**
   * `attempt` numbers the sockets of a source: what is told of one that was given up meanwhile is not taken for news of the next. `asH264`: what is recorded is
   * to come in H.264, since nothing else is decoded here.
   */
  | { op: 'connect'; source: SourceName; url: string; ticket?: string; attempt?: number; asH264?: boolean }
  | { op: 'disconnect'; source: SourceName }
  | { op: 'send'; source: SourceName; request: MediaRequest }
  /** Gives a window its sink, in place of the one it had. */
  | { op: 'sink'; window: number; sink: SinkHandle<Writable, Canvas> }
  /** Takes this channel of this source into the window. A feed that plays goes on until the new one has its first picture. */
  | { op: 'feed'; window: number; feed: number; source: SourceName; channel: number }
  /** How many pictures of its feeds a window decodes. */
  | { op: 'pace'; window: number; pace: Pace }
  /** Plays the window's sound to this port (transferred), which leads to its loudspeaker's end; without one, no more. */
  | { op: 'sound'; window: number; frames?: Port }
  /** Sends what comes from this port (transferred; samples of `talkFormat`, as many as a frame has) to the window's camera; without one, no more. */
  | { op: 'talk'; window: number; samples?: Port }
  /** Stops decoding. `isBlank` also takes the picture off a canvas. */
  | { op: 'stop'; window: number; isBlank: boolean }
  /** The window is gone for good. */
  | { op: 'dispose'; window: number }
  /** Shows the past of the window again. */
  | { op: 'replay'; window: number; order: ReplayOrder }
  /** What the playback of this tab is to do; its windows are those from `FIRST_PAST_WINDOW` on. */
  | { op: 'past'; order: PastOrder }
  /** Records what comes into the window from the last key frame on, or no longer; `recorded` and `record-end` follow. */
  | { op: 'record'; window: number; isOn: boolean }
  /** Asks for the picture of now as JPEG, at most `maxWidthPx` wide. `mayWait`: windows that are about to show something come first. */
  | { op: 'picture'; window: number; request: number; maxWidthPx: number; mayWait: boolean }
  /**
   * A picture is seen on the screen where only the page can see it (MSE, and a window that is heard). `toldUs`: the time that its element tells of it;
   * `seenMs` in epoch ms of this machine.
   */
  | { op: 'seen'; window: number; toldUs: number; seenMs: number }
  /** Service clock minus this machine's clock, ms. */
  | { op: 'clock'; offsetMs: number }
  /** The service was found to be there, after it was not: what comes from it may not come by the socket of now any more. */
  | { op: 'doubt'; source: SourceName }
  /** Nobody looks back in this tab, and nobody records: nothing is kept of what comes. Said before all else. */
  | { op: 'keep-nothing' }

/** A part of an fMP4 stream; an `init` part begins a new one. */
export interface Fragment {
  init?: string
  bytes: Uint8Array<ArrayBuffer>
  /** The picture of this time is sought: it is to be seen as soon as it is there, whatever was seen before. */
  showAtUs?: number
}

/** When a picture was shown, epoch ms of this machine, and how long before it was filmed. */
export interface NewestPicture {
  shownMs: number
  ageMs: number
}

/** From the media worker to its page. Times in epoch ms of this machine. */
export type FromMediaWorker =
  | { op: 'socket'; source: SourceName; state: 'open'; attempt: number }
  /** Of the relay: it answers that we live, so that a line is known to live by which no picture comes. One of before does not. */
  | { op: 'socket'; source: SourceName; state: 'answering' }
  /** It is open, something is awaited by it, and nothing comes: not even an answer to that we live. */
  | { op: 'socket'; source: SourceName; state: 'silent' }
  /** It was told to be silent, and something has come by it after all. */
  | { op: 'socket'; source: SourceName; state: 'heard' }
  | { op: 'socket'; source: SourceName; state: 'closed'; attempt: number; code: number }
  /** The feed shows pictures: its first, or the first after a stall or a fault. */
  | ({ op: 'playing'; window: number; feed: number } & NewestPicture)
  /**
   * The newest picture, where what is counted once a second would say it too late: the first after a pause that was too short to be called a stall and,
   * a few times a second, of those that come late.
   */
  | ({ op: 'newest'; window: number; feed: number } & NewestPicture)
  /** Its pictures stand still, from the first one on or after others came: the last one is of `sinceMs`. */
  | { op: 'stalled'; window: number; feed: number; sinceMs: number }
  | { op: 'failed'; window: number; feed: number; fault: StreamFault; sinceMs: number }
  /** A few times a second while the past is seen; without a state it is live again. */
  | { op: 'replay'; window: number; state: ReplayState | undefined }
  /** A few times a second while the past is played back, and when something changes. */
  | ({ op: 'past' } & PastNews)
  /** What is seen of the moment that somebody points at has changed. */
  | ({ op: 'past-preview' } & PastPreviewNews)
  /** What is asked of the plugin, whose commands only the page can send; each part has a number of its own (`plugin/window-numbers.ts`). */
  | { op: 'past-ask'; ask: PastAsk }
  /** The next part of the window's recording. */
  | { op: 'recorded'; window: number; piece: RecordPiece }
  /** Nothing more of it comes. */
  | { op: 'record-end'; window: number; why: RecordEnd }
  /** The sound that the feed has, if it has any; `isUnsupported` when this browser cannot decode it. */
  | { op: 'sound'; window: number; feed: number; format?: SoundFormat | undefined; isUnsupported?: true }
  /** The person is heard at the camera, or no more, or not at all: `talker` is whoever else talks there. */
  | { op: 'talk'; window: number; isOn: boolean; fault?: TalkFault | undefined; talker?: string | undefined }
  | { op: 'picture'; request: number; picture: LastPicture | undefined }
  | ({ op: 'fragment'; window: number } & Fragment)
  /**
   * Once a second. `decodeLoad`: share of the time between two pictures that decoding takes in the slowest window, 0 to 1. `relayLateMs`: how long
   * what the relay sends has waited on the way; undefined when nothing tells. `settledMs`: how long ago the last window that began had caught up.
   */
  | {
      op: 'stats'
      windows: { window: number; feed: number; stats: WindowStats }[]
      decodeLoad: number
      relayLateMs: number | undefined
      settledMs: number
    }
