import type { Person } from './calls/user/person.ts'
import type { LayoutValue } from './calls/config/user-config.ts'
import type { StreamKind } from './enums.ts'
import type { ErrorDetail } from './errors.ts'
import type { PushMessage } from './push.ts'

/** What crosses from the shared worker to a tab for every call. `asOfMs` is set when the answer is a kept one. */
export type CallResult<T = unknown> =
  | { ok: true; data: T; asOfMs?: number }
  | { ok: false; code: number; message: string; detail: ErrorDetail }

export type SessionState =
  /** The worker is looking for a sealed session. */
  | { kind: 'starting' }
  /** `code` says why, when it was not the person's own wish. */
  | { kind: 'signed-out'; code?: number }
  | { kind: 'signed-in'; user: Person }

export type PushState = 'idle' | 'connecting' | 'open' | 'retrying' | 'failed'

export type PluginState =
  /** Not tried yet, or waiting for the browser's permission (the tab asks, on a click). */
  | { kind: 'unloaded'; reason: 'not-tried' | 'permission-needed' | 'absent' | 'refused' }
  | { kind: 'connecting' }
  /** `needsUpdate`: the required version is newer than this one. */
  | { kind: 'loaded'; version: string; needsUpdate: boolean }

/** The worker's state as every tab mirrors it. Plain data. */
export interface CoreState {
  session: SessionState
  push: PushState
  plugin: PluginState
  /** False when the last call, or the push connection, could not reach the service. */
  isServiceReachable: boolean
  /** Service clock minus this machine's clock, ms. */
  clockOffsetMs: number
  tabs: number
}

export type CoreEvent =
  | { kind: 'state'; state: CoreState }
  | { kind: 'push'; message: PushMessage }
  /** Messages may have been missed, or the service can be reached again: ask again for what is on the screen. */
  | { kind: 'refresh' }

/** The last picture of a channel, kept in IndexedDB. */
export interface Snapshot {
  sn: string
  chlIndex: number
  takenAtMs: number
  /** image/jpeg */
  picture: Uint8Array<ArrayBuffer>
}

/** Where a tab opens its media socket. */
export interface MediaAddress {
  url: string
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
  /** Makes the call with this path. `timeoutMs` is 60 s unless given. */
  call(path: string, input: unknown, options?: { timeoutMs?: number }): Promise<CallResult>
  signIn(input: { loginName: string; password: string; idCode?: string; imgCode?: string }): Promise<CallResult<Person>>
  signOut(): Promise<void>
  /** The person did something, or live video is playing: the idle time starts anew. */
  noteActivity(): Promise<void>
  /** A one-time address of the relay's media socket. */
  relayAddress(): Promise<CallResult<MediaAddress>>
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
  pluginStop(window: { tabId: string; winIndex: number }): Promise<CallResult<null>>
  /** Tells the plugin the size of a window in device pixels; it chooses main or sub stream by it. */
  pluginSetSize(window: { tabId: string; winIndex: number; width: number; height: number }): Promise<CallResult<null>>
  /** Has the plugin write a picture of the window to its folder. */
  pluginSnap(window: { tabId: string; winIndex: number }): Promise<CallResult<{ fileName: string; filePath: string; createTime: number }>>
  putSnapshot(snapshot: Snapshot): Promise<void>
  /** The last pictures of the channels named, those that there are. */
  getSnapshots(channels: { sn: string; chlIndex: number }[]): Promise<Snapshot[]>
  /** The wall as this person left it on this machine. */
  getWall(): Promise<LayoutValue | undefined>
  putWall(wall: LayoutValue): Promise<void>
}
