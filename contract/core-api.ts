import type { AlarmNews } from './alarm-news.ts'
import type { remoteAccessConnect } from './calls/installer/remote-access-connect.ts'
import type { login } from './calls/user/login.ts'
import type { Person } from './calls/user/person.ts'
import type { LayoutValue } from './calls/config/layout-value.ts'
import type { InputOf } from './define-call.ts'
import type { Language, StreamKind } from './enums.ts'
import type { ErrorDetail } from './errors.ts'
import type { Announced, TabPresence } from './notices.ts'
import type { CreationResult, DownloadTask } from './plugin/download-task.ts'
import type { KeepResult, MediaFile, MediaFileKind } from './media-file.ts'
import type { PluginSpeed } from './plugin/commands/set-playback-speed.ts'
import type { PlayMode } from './plugin/play-mode.ts'
import type { AlarmMessage, PushMessage } from './push.ts'
import type { RecordPiece } from './record-piece.ts'
import type { PastPlace } from './recorded-media.ts'

/** What crosses from the shared worker to a tab for every call. `asOfMs` is set when the answer is a kept one. */
export type CallResult<T = unknown> =
  | { ok: true; data: T; asOfMs?: number }
  | { ok: false; code: number; message: string; detail: ErrorDetail }

/** How far the file of a call has come. `totalBytes` is there when the size is known. */
export interface FileProgress {
  direction: 'up' | 'down'
  bytes: number
  totalBytes?: number
}

/** Code of a call that its own asker called off. No person is told of it. */
export const CANCELLED = 12347

/** Names a call of a tab, so that the tab can call it off. `callId` is the tab's own choice. */
export interface Asker {
  tabId: string
  callId: string
}

export interface CallOptions {
  /** 60 s unless given; 180 s with a file to upload. A download has this long between one piece and the next. */
  timeoutMs?: number
  asker?: Asker
  /** Not for a time without the service: the far pages of a long list would push out what else is kept. */
  isPassing?: boolean
}

export type SessionState =
  /** The worker is looking for a sealed session. */
  | { kind: 'starting' }
  /** `code` says why, when it was not the person's own wish. */
  | { kind: 'signed-out'; code?: number }
  | { kind: 'signed-in'; user: Person }

/** `crowded`: the last try was refused, since its network has too many; it goes on trying. */
export type PushState = 'idle' | 'connecting' | 'open' | 'retrying' | 'failed' | 'crowded'

/** A part of what a camera recorded, for a window of the plugin. Times in epoch ms. */
export interface PluginPart {
  tabId: string
  winIndex: number
  sn: string
  chlIndex: number
  stream: StreamKind
  from: PastPlace
  startMs: number
  endMs: number
  /** How much of what is in the cloud is asked for at once. */
  rangeMs: number
}

/** Size of a window in device pixels; for a plugin that draws its own window also where it is on the page, and whether it may be seen. */
export interface PluginPlace {
  winIndex: number
  width: number
  height: number
  left?: number
  top?: number
  isShown?: boolean
}

export type PluginState =
  /** Not tried yet, or waiting for the browser's permission (the tab asks, on a click). */
  | { kind: 'unloaded'; reason: 'not-tried' | 'permission-needed' | 'denied' | 'absent' | 'refused' }
  | { kind: 'connecting' }
  /** `needsUpdate`: the required version is newer than this one. `isNative`: it draws its own windows over the page. */
  | { kind: 'loaded'; version: string; needsUpdate: boolean; isNative?: true }

/** What befell the storage of this browser, told once. */
export type StorageNotice =
  /** There is none (a private window): everything lasts as long as the app is open. */
  | 'memory'
  /** A tab of an older version does not let go of it: as `memory`, until that tab is closed. */
  | 'blocked'
  /** The disk, or the browser's share of it, is full. */
  | 'full'
  /** The browser, or somebody in its settings, has cleared it while the app ran. */
  | 'cleared'
  /** Records could not be read and were set aside. */
  | 'damaged'

/** Whether what is kept on this machine is kept. */
export interface StorageState {
  kind: 'kept' | 'memory' | 'blocked' | 'full'
  /** Records that were set aside. */
  damaged: number
  notice?: StorageNotice
}

/** What is kept on this machine for the person who is signed in, by kind. */
export const storageKinds = [
  /** The last picture of each camera. */
  'cameraPictures',
  /** Pictures of events and alarms that were looked at. */
  'eventPictures',
  /** Entries of the last snapshots and recordings that the person took (rule 9.3). */
  'snapshots',
  'recordings',
  /** The wall as it was left. */
  'layouts',
  /** Last answers of the service, which are shown without a network. */
  'lists',
  /** The download tasks as the plugin told them last, and what this browser downloads itself. */
  'downloads',
  /** Changes that have not reached the service. */
  'unsent',
  /** Forms half filled in. */
  'drafts',
  /** Records that could not be read and were set aside. */
  'damaged',
] as const
export type StorageKind = (typeof storageKinds)[number]

/** How much of one kind is kept. `bytes` as they are on the disk, without what the database itself needs. */
export interface StorageUse {
  kind: StorageKind
  count: number
  bytes: number
}

/** The worker's state as every tab mirrors it. Plain data. */
export interface CoreState {
  session: SessionState
  push: PushState
  plugin: PluginState
  /** False when the last call, or the push connection, could not reach the service. */
  isServiceReachable: boolean
  /** Service clock minus this machine's clock, ms. */
  clockOffsetMs: number
  /** When idleness will end the session, epoch ms of the service's clock, once that is less than a minute away. */
  idleEndsAtMs?: number | undefined
  tabs: number
  storage: StorageState
  /** The language that was chosen on this machine, by whoever it was. */
  language?: Language | undefined
  /** Changes in the outbox: those that wait for the service, and those that need the person's decision. */
  outbox: { waiting: number; stopped: number }
}

export type CoreEvent =
  | { kind: 'state'; state: CoreState }
  /** A push message, but for those about alarms. */
  | { kind: 'push'; message: Exclude<PushMessage, AlarmMessage> }
  /** What was pushed about alarms, some times a second at most. */
  | { kind: 'alarms'; news: AlarmNews }
  /** Messages may have been missed, or the service can be reached again: ask again for what is on the screen. */
  | { kind: 'refresh' }
  /** Something in the outbox is new, sent or gone. */
  | { kind: 'outbox' }
  /** The list of snapshots and recordings is another. */
  | { kind: 'media-files' }
  /** To one tab of all: it is to lend the core a worker that writes files (`lendFiles`). */
  | { kind: 'files-wanted' }
  /** To one tab of all: it is to sound or speak. */
  | { kind: 'hear'; announced: Announced }
  /** To one tab of all: it is to show a notice of the system. */
  | { kind: 'notice'; announced: Announced }

/** An object, or what a change makes of it, field by field, to be compared and shown. */
export type ObjectFields = Record<string, string | number | boolean | null>

/** A change that waits in the outbox. */
export interface OutboxItem {
  /** The envelope's id: the service does a change once, however often it arrives. */
  id: string
  path: string
  input: unknown
  madeAtMs: number
  state:
    | { kind: 'waiting' }
    /** The service would not do it. */
    | { kind: 'refused'; code: number; message: string; detail: ErrorDetail }
    /** The object was changed meanwhile. `now` is how it stands on the service; null: it is gone. `mine` null: it is to be deleted. */
    | { kind: 'conflict'; mine: ObjectFields | null; now: ObjectFields | null }
}

/** What became of a change. `queued`: the service is out of reach; the outbox sends it when it is back. */
export type ChangeResult = { kind: 'answered'; result: CallResult } | { kind: 'queued' }

/** The last picture of a channel, kept in IndexedDB. */
export interface Snapshot {
  sn: string
  chlIndex: number
  takenAtMs: number
  /** image/jpeg */
  picture: Uint8Array<ArrayBuffer>
}

/** What to download: an archive by its identifier, or a recording of the cloud by its file's name. `title` becomes the name of the file. */
export type DownloadSource = Pick<DownloadTask, 'type' | 'taskId' | 'sn' | 'chlIndex' | 'startTime' | 'endTime'> & { title: string }

/** A part of a recording that is to be downloaded. Epoch ms. `title` becomes the name of the file, which is AVI (rule 1.5). */
export interface PartSource {
  sn: string
  chlIndex: number
  startMs: number
  endMs: number
  from: PastPlace
  title: string
}

/**
 * A task of the one list of downloads: the plugin fetches it into its folder, or this browser keeps it until the person saves it. Of a task of
 * this browser `errorCode` is one of the error table, or of `browserDownloadFaults`; while it is being prepared, `progressPercent` is how far that is;
 * `goesOn`: it ends where the camera's pictures became others, and another task goes on from there.
 */
export type ListedDownload = DownloadTask & { keeper: 'plugin' | 'browser'; goesOn?: true }

/** A file of the browser: a `Blob`, which the contract, that also stands where there are none, does not know. */
interface BrowserFile {
  readonly size: number
  readonly type: string
}

/** A port to a worker: a `MessagePort`, which the contract does not know either. */
export interface LentPort {
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
  start(): void
  postMessage(message: unknown, transfer: readonly object[]): void
  close(): void
}

/** What befalls a download of this browser alone. `damaged`: what came, or what is kept of it, is not what the service told. `noRoom`: the disk does not take it. */
export const browserDownloadFaults = { damaged: 1, noRoom: 2 } as const

/** Where a tab opens its media socket. */
export interface MediaAddress {
  url: string
  /** Opens it once, among the subprotocols (`mediaProtocols`); the plugin's stands in its address. */
  ticket?: string
}

/**
 * The shared worker's interface to tabs, over Comlink. No token ever crosses it. Nothing here throws: what can fail
 * answers with a `CallResult`.
 */
export interface CoreApi {
  /**
   * Joins a tab. `lockName` is a Web Lock that the tab holds for its life; when it is released the worker forgets the tab.
   * `listener` hears every change from then on; the answer is the state now.
   */
  attach(
    tab: { tabId: string; lockName: string },
    listener: (event: CoreEvent) => void,
  ): Promise<{ state: CoreState; coreLockName: string }>
  ping(): Promise<number>
  /**
   * Makes the call with this path. A camera that the plugin shows in a window of the asking tab is moved by the plugin; and when the service is out
   * of reach, what a device answers is asked for by the plugin. `onProgress` hears how far a file has come, a few times a second, and when it is
   * whole.
   */
  call(path: string, input: unknown, options?: CallOptions, onProgress?: (progress: FileProgress) => void): Promise<CallResult>
  /** Calls a call off: it answers with 12347. What travels for others too goes on for them. */
  cancelCall(asker: Asker): Promise<void>
  /** A question met this fault of the network: whether the asking tab is to tell the person, which is so for one tab and once. */
  isFaultNews(code: number): Promise<boolean>
  /**
   * Makes a call whose `offline` is `queue`: it is written into the outbox first, and stays there when the service cannot be
   * reached. Asked again with the same id, it is the same change.
   */
  change(path: string, input: unknown, id: string): Promise<ChangeResult>
  /** The outbox of this person, the oldest first. */
  outbox(): Promise<OutboxItem[]>
  /** Sends a change that was stopped, whatever became of the object meanwhile. */
  retryChange(id: string): Promise<void>
  /** Drops a change. */
  discardChange(id: string): Promise<void>
  signIn(input: InputOf<typeof login>): Promise<CallResult<Person>>
  /** Signs an installer in by the link of an accepted request. `untilMs`: when that access ends, by the service's clock; null: never. */
  enterRemotely(input: InputOf<typeof remoteAccessConnect>): Promise<CallResult<{ user: Person; untilMs: number | null }>>
  signOut(): Promise<void>
  /** The person did something, or live video is playing: the idle time starts anew. */
  noteActivity(): Promise<void>
  /** A one-time address of the relay's media socket. `asker`: by whom it can be called off. */
  relayAddress(asker?: Asker): Promise<CallResult<MediaAddress>>
  /** Looks whether the service is there, where nothing comes any more: a dead line does not tell that it is dead. */
  isServiceThere(): Promise<boolean>
  /** Try the plugin (again), after the tab has cleared the browser's permission. */
  connectPlugin(): Promise<PluginState>
  /**
   * Asks the plugin to show a channel in a window of the asking tab. `mediaUrl` is given when the tab has no media socket to the
   * plugin yet: units of window `winIndex` come there as channel `winIndex`.
   */
  pluginPreview(window: {
    tabId: string
    winIndex: number
    sn: string
    chlIndex: number
    stream: StreamKind
  }): Promise<CallResult<{ mediaUrl?: string }>>
  /**
   * Asks the plugin to play a part of what a camera recorded in a window of the asking tab, in place of what is played there, and answers as
   * `pluginPreview` does. What is in the cloud is played by links, of which those of a range are fetched at once.
   */
  pluginPlayback(part: PluginPart): Promise<CallResult<{ mediaUrl?: string }>>
  /** Tells the plugin how fast a window plays the past. */
  pluginSetSpeed(window: { tabId: string; winIndex: number; speed: PluginSpeed }): Promise<CallResult<null>>
  pluginStop(window: { tabId: string; winIndex: number }): Promise<CallResult<null>>
  /** Tells the plugin the size of a window in device pixels; it chooses main or sub stream by it. */
  pluginSetSize(window: { tabId: string } & PluginPlace): Promise<CallResult<null>>
  /** Tells a plugin that draws the wall of the asking tab into how many windows it is divided: those with a higher index stop. */
  pluginSplit(wall: { tabId: string; splitNum: number }): Promise<CallResult<null>>
  /** Tells a plugin that plays a window's sound itself how loud it is to be, percent; 0 mutes it. */
  pluginSetVolume(window: { tabId: string; winIndex: number; volume: number }): Promise<CallResult<null>>
  /** Tells the plugin whether a window plays every picture or key frames alone, from its next key frame on. */
  pluginSetPlayMode(window: { tabId: string; winIndex: number; playMode: PlayMode }): Promise<CallResult<null>>
  /** Has the plugin write a picture of the window to its folder, and keeps an entry of it, with what `shown` tells of it. */
  pluginSnap(
    window: { tabId: string; winIndex: number },
    shown?: Pick<MediaFile, 'cameraName' | 'timeZone' | 'picture'>,
  ): Promise<CallResult<{ fileName: string; filePath: string; createTime: number }>>
  /** The person's download tasks, the newest first: those of this browser, and those at the plugin; while it is away those seen last, with `asOfMs`. */
  downloads(): Promise<CallResult<ListedDownload[]>>
  /** Has the plugin download something, else this browser. */
  createDownload(source: DownloadSource): Promise<CallResult<{ result: CreationResult }>>
  /** The same of a part of a recording, which the service makes into a file first. */
  createPartDownload(part: PartSource): Promise<CallResult<{ result: CreationResult }>>
  controlDownload(taskId: string, status: 'pause' | 'continue'): Promise<CallResult<null>>
  /** Takes a task out of the list. The file of a finished one of the plugin stays; what this browser keeps goes. */
  deleteDownload(taskId: string): Promise<CallResult<null>>
  /** The file of a finished task of this browser; undefined when it is not there any more as it came, and then the task has failed. */
  downloadedFile(taskId: string): Promise<BrowserFile | undefined>
  /** Lends the core a worker of the tab that writes files, by a port to it. */
  lendFiles(tabId: string, port: LentPort): Promise<void>
  openDownloadFolder(taskId: string): Promise<CallResult<null>>
  putSnapshot(snapshot: Snapshot): Promise<void>
  /** The last pictures of the channels named, those that there are. */
  getSnapshots(channels: { sn: string; chlIndex: number }[]): Promise<Snapshot[]>
  /** Keeps the language of this machine, whoever is signed in; it is written down when this resolves. */
  chooseLanguage(language: Language): Promise<void>
  /** The wall as this person left it on this machine. */
  getWall(): Promise<LayoutValue | undefined>
  putWall(wall: LayoutValue): Promise<void>
  /** A form that this person left half filled in on this machine, by the form's name. */
  getDraft(name: string): Promise<Record<string, string> | undefined>
  /** Keeps what is in a form, or drops the draft when there are no values. */
  putDraft(name: string, values?: Record<string, string>): Promise<void>
  /** The picture behind a signed link of an event or an alarm; one that was seen before is kept. */
  picture(url: string): Promise<Uint8Array<ArrayBuffer> | undefined>
  /** The last five pictures or recordings that this person took on this machine, the newest first. */
  mediaFiles(kind: MediaFileKind): Promise<MediaFile[]>
  /** Keeps an entry, anew or for the first time; what is beyond the last five goes, what is being recorded last. */
  putMediaFile(kind: MediaFileKind, file: MediaFile): Promise<void>
  /** Keeps the next piece of a recording, and how long and large it has become; asked again with the same number it is the same piece. */
  putRecordPiece(key: string, number: number, piece: RecordPiece): Promise<KeepResult>
  recordPiece(key: string, number: number): Promise<RecordPiece | undefined>
  /** The recording is over. `errorCode` as in its entry. One of which nothing was kept is in the list no more. */
  endRecording(key: string, errorCode: number): Promise<void>
  /** Takes an entry out of the list. For ten seconds it can be had back. */
  deleteMediaFile(kind: MediaFileKind, key: string): Promise<void>
  restoreMediaFile(kind: MediaFileKind, key: string): Promise<void>
  /** What the core has to know of a tab to choose the one that makes an alarm known: whenever it is another, and to each core anew. */
  notePresence(presence: TabPresence): Promise<void>
  /** The person has read the notice about the storage: no tab shows it any more. */
  acknowledgeStorage(): Promise<void>
  /** What is kept on this machine for this person; nothing without a session. */
  storageUses(): Promise<StorageUse[]>
  /** Forgets all of one kind, changes that were not sent too if they are that kind. */
  clearStorage(kind: StorageKind): Promise<void>
}

/** What a tab asks of the core beside calls, of which the contract says itself whether they may be asked again (`offline`). */
export type CoreQuestion = Exclude<keyof CoreApi, 'attach' | 'ping' | 'call'>

/** What a question is answered when it went well. */
export type CoreAnswer<Q extends CoreQuestion> =
  Awaited<ReturnType<CoreApi[Q]>> extends CallResult<infer T> ? T : Awaited<ReturnType<CoreApi[Q]>>

/** Questions that come too late, or do something else, when they are asked of a successor after the core was lost. All others are asked again. */
export const askedOnce: ReadonlySet<CoreQuestion> = new Set<CoreQuestion>([
  'cancelCall',
  'lendFiles',
  'signIn',
  'enterRemotely',
  'pluginPreview',
  'pluginPlayback',
  'pluginSetSpeed',
  'pluginStop',
  'pluginSetSize',
  'pluginSplit',
  'pluginSetVolume',
  'pluginSetPlayMode',
  'putSnapshot',
])
