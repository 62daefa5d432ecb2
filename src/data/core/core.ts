import { proxy } from 'valtio'
import type { AlarmNews } from '#contract/alarm-news.ts'
import { systemVersionGet } from '#contract/calls/user/system-version-get.ts'
import type { LayoutValue } from '#contract/calls/config/user-config.ts'
import type { remoteAccessConnect } from '#contract/calls/installer/remote-access-connect.ts'
import type { login } from '#contract/calls/user/login.ts'
import type { Person } from '#contract/calls/user/person.ts'
import { proxy as overComlink } from 'comlink'
import type {
  CallResult,
  FileProgress,
  CoreApi,
  CoreEvent,
  CoreState,
  MediaAddress,
  OutboxItem,
  PluginState,
  PluginPlace,
  Snapshot,
  StorageKind,
  StorageUse,
} from '#contract/core-api.ts'
import type { Call, InputOf, OutputOf } from '#contract/define-call.ts'
import type { StreamKind } from '#contract/enums.ts'
import { codeOf } from '#contract/errors.ts'
import { announce } from './announce.ts'
import { CallError, unwrap } from './call-error.ts'
import { CoreLink, LinkLost, type LinkState } from './core-link.ts'

/** The shared worker's state, mirrored for this tab. Read it with valtio's `useSnapshot`; only this file writes it. */
export const coreState = proxy<CoreState & { link: LinkState }>({
  link: 'connecting',
  session: { kind: 'starting' },
  push: 'idle',
  plugin: { kind: 'unloaded', reason: 'not-tried' },
  isServiceReachable: true,
  clockOffsetMs: 0,
  tabs: 0,
  storage: { kind: 'kept', damaged: 0 },
  outbox: { waiting: 0, stopped: 0 },
})

const NETWORK_FAILURE = codeOf('network-failure')

type Told = Extract<CoreEvent, { kind: 'push' }>['message']

const pushListeners = new Set<(message: Told) => void>()
const alarmListeners = new Set<(news: AlarmNews) => void>()
const refreshListeners = new Set<() => void>()
const outboxListeners = new Set<() => void>()
const mediaFileListeners = new Set<() => void>()

const listenersOf = { refresh: refreshListeners, outbox: outboxListeners, 'media-files': mediaFileListeners }

/** Objects that cross from the worker are new each time: only those that say something new are put into the proxy. */
function mirror(state: CoreState): void {
  for (const [key, value] of Object.entries(state)) {
    if (JSON.stringify(value) !== JSON.stringify(coreState[key as keyof CoreState])) Object.assign(coreState, { [key]: value })
  }
}

function onEvent(event: CoreEvent): void {
  if (event.kind === 'state') mirror(event.state)
  else if (event.kind === 'push') for (const listener of pushListeners) listener(event.message)
  else if (event.kind === 'alarms') for (const listener of alarmListeners) listener(event.news)
  else for (const listener of listenersOf[event.kind]) listener()
}

const link = new CoreLink({
  onLink: (state) => {
    if (coreState.link !== 'connecting' || state === 'ready') coreState.link = state
  },
  onAttached: mirror,
  onEvent,
})

/** Starts the core and attaches this tab; the session is known when it resolves. Called once, before the first render. */
export function startCore(): Promise<void> {
  return link.start()
}

function listen<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Hears every push message of this session but those about alarms. Returns the way to stop. */
export function onPush(listener: (message: Told) => void): () => void {
  return listen(pushListeners, listener)
}

/** Hears what is pushed about alarms, some times a second at most. Returns the way to stop. */
export function onAlarms(listener: (news: AlarmNews) => void): () => void {
  return listen(alarmListeners, listener)
}

/** Hears when messages may have been missed, so that what is on the screen must be asked for again. */
export function onRefresh(listener: () => void): () => void {
  return listen(refreshListeners, listener)
}

async function asked<T>(question: (api: CoreApi) => Promise<CallResult<T>>, again: boolean, quiet: boolean) {
  try {
    return unwrap(await link.ask(question, again))
  } catch (caught) {
    const error = caught instanceof LinkLost ? new CallError(NETWORK_FAILURE, caught.message) : caught
    if (error instanceof CallError && !quiet) announce(error)
    throw error
  }
}

/** `quiet`: the error is not announced (the specification's "hide tips"); the caller shows it. `signal` calls the call off. */
export interface CallOptions {
  timeoutMs?: number
  quiet?: boolean
  signal?: AbortSignal
  /** Hears how far the file that the call brings or fetches has come. */
  onProgress?: (progress: FileProgress) => void
}

/**
 * Makes a call of the contract. `asOfMs` is set when the service could not be reached and the answer is a kept one. Throws `CallError`, or the
 * signal's reason when it was called off.
 */
export async function callCoreAged<C extends Call>(
  call: C,
  input: InputOf<C>,
  options: CallOptions = {},
): Promise<{ data: OutputOf<C>; asOfMs?: number }> {
  const { quiet = false, signal, onProgress, ...rest } = options
  const asker = { tabId: link.tabId, callId: crypto.randomUUID() }
  const listener = onProgress === undefined ? [] : [overComlink(onProgress)]
  const cancel = () => void link.ask((api) => api.cancelCall(asker), false).catch(() => {})
  signal?.addEventListener('abort', cancel)
  try {
    // The worker has parsed the answer by this very call's schema.
    const question = (api: CoreApi) => api.call(call.path, input, { ...rest, asker }, ...listener) as Promise<CallResult<OutputOf<C>>>
    return await asked(question, call.offline === 'cache', true)
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof CallError && !quiet) announce(error)
    throw error
  } finally {
    signal?.removeEventListener('abort', cancel)
  }
}

/** A question met this fault of the network: whether this tab is to tell the person. See `CoreApi`. */
export function isFaultNews(code: number): Promise<boolean> {
  return link.ask((api) => api.isFaultNews(code), true)
}

/** Makes a call of the contract and gives its data. Throws `CallError`. */
export async function callCore<C extends Call>(call: C, input: InputOf<C>, options?: CallOptions): Promise<OutputOf<C>> {
  return (await callCoreAged(call, input, options)).data
}

/** What became of a change: done, with the service's answer, or kept in the outbox until the service can be reached. */
export type Changed<C extends Call> = { kind: 'done'; data: OutputOf<C> } | { kind: 'queued' }

/** Makes a change whose `offline` is `queue`. Throws `CallError` when the service refuses. */
export async function changeCore<C extends Call>(call: C, input: InputOf<C>, options: { quiet?: boolean } = {}): Promise<Changed<C>> {
  const id = crypto.randomUUID()
  try {
    // The same id again: the change is done once, though the worker be lost in the middle.
    const changed = await link.ask((api) => api.change(call.path, input, id), true)
    if (changed.kind === 'queued') return changed
    return { kind: 'done', data: unwrap(changed.result).data as OutputOf<C> }
  } catch (error) {
    if (error instanceof CallError && options.quiet !== true) announce(error)
    throw error
  }
}

/** What waits in the outbox, the oldest first. */
export function getOutbox(): Promise<OutboxItem[]> {
  return link.ask((api) => api.outbox(), true)
}

/** Sends a change that was stopped, whatever became of the object meanwhile. */
export function retryChange(id: string): Promise<void> {
  return link.ask((api) => api.retryChange(id), true)
}

/** For `dropChange` in `outbox.ts`. */
export function discardChange(id: string): Promise<void> {
  return link.ask((api) => api.discardChange(id), true)
}

/** Hears when something in the outbox is new, sent or gone. */
export function onOutbox(listener: () => void): () => void {
  return listen(outboxListeners, listener)
}

/** Hears when the list of snapshots and recordings is another. */
export function onMediaFiles(listener: () => void): () => void {
  return listen(mediaFileListeners, listener)
}

/** Asks the core about snapshots and recordings; asked again of its successor if it is lost meanwhile. */
export function askFiles<T>(question: (api: CoreApi, tabId: string) => Promise<T>): Promise<T> {
  return link.ask((api) => question(api, link.tabId), true)
}

/** The last draft of a form, by name; undefined when there is none. */
export function getDraft(name: string): Promise<Record<string, string> | undefined> {
  return link.ask((api) => api.getDraft(name), true)
}

/** Keeps a form half filled in; without values the draft is dropped. */
export function putDraft(name: string, values?: Record<string, string>): Promise<void> {
  return link.ask((api) => api.putDraft(name, values), true)
}

/** The picture behind a signed link of an event or alarm; once seen it is there without a network too. */
export function getPicture(url: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  return link.ask((api) => api.picture(url), true)
}

/** Signs in. Throws `CallError`, which is not announced: the sign-in page shows it with its details. */
export async function signIn(input: InputOf<typeof login>): Promise<Person> {
  return (await asked((api) => api.signIn(input), false, true)).data
}

/** Signs an installer in by the link of an accepted request. Throws `CallError`, not announced. */
export async function enterRemotely(input: InputOf<typeof remoteAccessConnect>): Promise<{ user: Person; untilMs: number | null }> {
  return (await asked((api) => api.enterRemotely(input), false, true)).data
}

/** Ends the session in all tabs; works without a network too. */
export function signOut(): Promise<void> {
  return link.ask((api) => api.signOut(), true)
}

/** The person did something, or live video is playing: the idle time starts anew. */
export function noteActivity(): Promise<void> {
  return link.ask((api) => api.noteActivity(), true)
}

/** A one-time address of the relay's media socket. Throws `CallError`, not announced. */
export async function relayAddress(): Promise<MediaAddress> {
  return (await asked((api) => api.relayAddress(), true, true)).data
}

/** Opens and closes a socket to the plugin's port: where the browser asks for its permission, a page raises that question so. */
function knock(port: number): Promise<void> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/`)
    const done = () => {
      socket.close()
      resolve()
    }
    socket.addEventListener('open', done)
    socket.addEventListener('error', done)
  })
}

/**
 * Looks for the local plugin (again). Call it on a click: only a page can raise the browser's question for its local network,
 * the shared worker cannot.
 */
export async function connectPlugin(): Promise<PluginState> {
  if (coreState.plugin.kind === 'unloaded' && ['permission-needed', 'denied'].includes(coreState.plugin.reason)) {
    const { pluginPort } = await callCore(systemVersionGet, undefined)
    await knock(pluginPort)
  }
  return link.ask((api) => api.connectPlugin(), true)
}

/** Asks the core for something that it asks the local plugin for. Throws `CallError`, not announced. */
export function askPlugin<T>(question: (api: CoreApi, tabId: string) => Promise<CallResult<T>>): Promise<{ data: T; asOfMs?: number }> {
  return asked((api) => question(api, link.tabId), true, true)
}

/** See `CoreApi.pluginPreview`. This and the other plugin functions throw `CallError`, not announced. */
export async function pluginPreview(window: {
  winIndex: number
  sn: string
  chlIndex: number
  stream: StreamKind
}): Promise<{ mediaUrl?: string }> {
  return (await asked((api) => api.pluginPreview({ tabId: link.tabId, ...window }), false, true)).data
}

export async function pluginStop(winIndex: number): Promise<void> {
  await asked((api) => api.pluginStop({ tabId: link.tabId, winIndex }), false, true)
}

/** See `PluginPlace`. */
export async function pluginSetSize(window: PluginPlace): Promise<void> {
  await asked((api) => api.pluginSetSize({ tabId: link.tabId, ...window }), false, true)
}

/** See `CoreApi`. */
export async function pluginSplit(splitNum: number): Promise<void> {
  await asked((api) => api.pluginSplit({ tabId: link.tabId, splitNum }), false, true)
}

export async function pluginSetVolume(window: { winIndex: number; volume: number }): Promise<void> {
  await asked((api) => api.pluginSetVolume({ tabId: link.tabId, ...window }), false, true)
}

/** Keeps the last picture of a channel on this machine. */
export function putSnapshot(snapshot: Snapshot): Promise<void> {
  return link.ask((api) => api.putSnapshot(snapshot), false)
}

/** The last pictures of the channels named, those that there are. */
export function getSnapshots(channels: { sn: string; chlIndex: number }[]): Promise<Snapshot[]> {
  return link.ask((api) => api.getSnapshots(channels), true)
}

/** The wall as this person left it on this machine. */
export function getWall(): Promise<LayoutValue | undefined> {
  return link.ask((api) => api.getWall(), true)
}

export function putWall(wall: LayoutValue): Promise<void> {
  return link.ask((api) => api.putWall(wall), true)
}

/** What is kept on this machine for this person. */
export function storageUses(): Promise<StorageUse[]> {
  return link.ask((api) => api.storageUses(), true)
}

/** Forgets all of one kind that is kept on this machine. */
export function clearStorage(kind: StorageKind): Promise<void> {
  return link.ask((api) => api.clearStorage(kind), true)
}

/** The person has read the notice about the storage: no tab shows it any more. */
export function acknowledgeStorage(): Promise<void> {
  return link.ask((api) => api.acknowledgeStorage(), true)
}
