import { proxy } from 'valtio'
import { proxy as overComlink } from 'comlink'
import type { AlarmNews } from '#contract/alarm-news.ts'
import {
  askedOnce,
  type CallResult,
  type CoreAnswer,
  type CoreApi,
  type CoreEvent,
  type CoreQuestion,
  type CoreState,
  type FileProgress,
  type LentPort,
} from '#contract/core-api.ts'
import type { Announced } from '#contract/notices.ts'
import type { Call, InputOf, OutputOf } from '#contract/define-call.ts'
import { codeOf } from '#contract/errors.ts'
import { announce } from './announce.ts'
import { CallError, isCallResult, unwrap } from './call-error.ts'
import { CoreLink, LinkLost, type LinkState } from './core-link.ts'
import { lendFiles } from './lend-files.ts'

/** The shared worker's state, mirrored for this tab. Read it with valtio's `useSnapshot`; only this file writes it. */
export const coreState = proxy<CoreState & { link: LinkState | 'none' }>({
  link: 'none',
  session: { kind: 'starting' },
  push: 'idle',
  plugin: { kind: 'unloaded', reason: 'not-tried' },
  isServiceReachable: true,
  clockOffsetMs: 0,
  tabs: 0,
  storage: { kind: 'kept', damaged: 0 },
  outbox: { waiting: 0, stopped: 0 },
})

/** What the service's clock shows now, epoch ms. */
export function serviceNowMs(): number {
  return Date.now() + coreState.clockOffsetMs
}

const NETWORK_FAILURE = codeOf('network-failure')

type Told = Extract<CoreEvent, { kind: 'push' }>['message']

const pushListeners = new Set<(message: Told) => void>()
const alarmListeners = new Set<(news: AlarmNews) => void>()
const refreshListeners = new Set<() => void>()
const outboxListeners = new Set<() => void>()
const mediaFileListeners = new Set<() => void>()
const announcedListeners = { hear: new Set<(announced: Announced) => void>(), notice: new Set<(announced: Announced) => void>() }

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
  else if (event.kind === 'files-wanted') lendFiles((port) => askCore('lendFiles', tabId, port as LentPort))
  else if (event.kind === 'hear' || event.kind === 'notice')
    for (const listener of announcedListeners[event.kind]) listener(event.announced)
  else for (const listener of listenersOf[event.kind]) listener()
}

const link = new CoreLink({
  onLink: (state) => {
    if (coreState.link !== 'connecting' || state === 'ready') coreState.link = state
  },
  onAttached: mirror,
  onEvent,
})

/** Names this tab to the core. */
export const { tabId } = link

/** Starts the core and attaches this tab; the session is known when it resolves. Called once, before the first render, by all pages but a station's screen. */
export function startCore(): Promise<void> {
  coreState.link = 'connecting'
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

/** Hears what this tab, of all, is to make known: by sound (`hear`), or by a notice of the system. Returns the way to stop. */
export function onAnnounced(how: 'hear' | 'notice', listener: (announced: Announced) => void): () => void {
  return listen(announcedListeners[how], listener)
}

/** Hears when messages may have been missed, so that what is on the screen must be asked for again. */
export function onRefresh(listener: () => void): () => void {
  return listen(refreshListeners, listener)
}

/** Hears when something in the outbox is new, sent or gone. */
export function onOutbox(listener: () => void): () => void {
  return listen(outboxListeners, listener)
}

/** Hears when the list of snapshots and recordings is another. */
export function onMediaFiles(listener: () => void): () => void {
  return listen(mediaFileListeners, listener)
}

async function ask<T>(question: (api: CoreApi) => Promise<T>, again: boolean): Promise<T> {
  try {
    return await link.ask(question, again)
  } catch (error) {
    throw error instanceof LinkLost ? new CallError(NETWORK_FAILURE, error.message) : error
  }
}

/**
 * Asks the core, and gives what it answers; `asOfMs` is set when that is a kept answer. A core that is lost meanwhile has a successor, which is
 * asked again unless `askedOnce` names the question. Throws `CallError`, not announced.
 */
export async function askCoreAged<Q extends CoreQuestion>(
  question: Q,
  ...asked: Parameters<CoreApi[Q]>
): Promise<{ data: CoreAnswer<Q>; asOfMs?: number }> {
  const put = (api: CoreApi) => (api[question] as (...asked: Parameters<CoreApi[Q]>) => Promise<unknown>)(...asked)
  const answer = await ask(put, !askedOnce.has(question))
  return (isCallResult(answer) ? unwrap(answer) : { data: answer }) as { data: CoreAnswer<Q>; asOfMs?: number }
}

/** Asks the core and gives what it answers, as `askCoreAged` does. */
export async function askCore<Q extends CoreQuestion>(question: Q, ...asked: Parameters<CoreApi[Q]>): Promise<CoreAnswer<Q>> {
  return (await askCoreAged(question, ...asked)).data
}

/** `quiet`: the error is not announced (the specification's "hide tips"); the caller shows it. `signal` calls the call off. */
export interface CallOptions {
  timeoutMs?: number
  /** The answer is not kept for a time without the service. */
  isPassing?: boolean
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
  const asker = { tabId, callId: crypto.randomUUID() }
  const listener = onProgress === undefined ? [] : [overComlink(onProgress)]
  const cancel = () => void askCore('cancelCall', asker).catch(() => {})
  signal?.addEventListener('abort', cancel)
  try {
    // The worker has parsed the answer by this very call's schema.
    const question = (api: CoreApi) => api.call(call.path, input, { ...rest, asker }, ...listener) as Promise<CallResult<OutputOf<C>>>
    return unwrap(await ask(question, call.offline === 'cache'))
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof CallError && !quiet) announce(error)
    throw error
  } finally {
    signal?.removeEventListener('abort', cancel)
  }
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
    const changed = await askCore('change', call.path, input, id)
    if (changed.kind === 'queued') return changed
    return { kind: 'done', data: unwrap(changed.result).data as OutputOf<C> }
  } catch (error) {
    if (error instanceof CallError && options.quiet !== true) announce(error)
    throw error
  }
}
