import { subscribe } from 'valtio'
import type { CoreAnswer, CoreApi, CoreState } from '#contract/core-api.ts'
import { askCore, coreState, tabId } from '../core/core.ts'

/** What the video path asks of the shared worker. */
type MediaQuestion =
  | 'relayAddress'
  | 'cancelCall'
  | 'isServiceThere'
  | 'pluginPreview'
  | 'pluginPlayback'
  | 'pluginSetSpeed'
  | 'pluginStop'
  | 'pluginSetSize'
  | 'pluginSetVolume'
  | 'pluginSetPlayMode'
  | 'putSnapshot'
  | 'noteActivity'

/** How these questions are answered. */
export type MediaAnswers = { [Q in MediaQuestion]: (...asked: Parameters<CoreApi[Q]>) => Promise<CoreAnswer<Q>> }

/** What the video path needs of the shared worker. */
export interface MediaCore {
  readonly state: Pick<CoreState, 'session' | 'push' | 'plugin' | 'isServiceReachable' | 'clockOffsetMs'>
  /** Hears changes of `state`. */
  onState(listener: () => void): void
  /** Names the tab, in questions about its windows. */
  readonly tabId: string
  /** Somebody may look back: the last pictures of the windows are kept, here and on this machine. */
  readonly keepsPast: boolean
  /** Throws `CallError`. */
  ask<Q extends MediaQuestion>(question: Q, ...asked: Parameters<CoreApi[Q]>): Promise<CoreAnswer<Q>>
}

/** The shared worker of the app. */
export const appMediaCore: MediaCore = {
  state: coreState,
  onState: (listener) => void subscribe(coreState, listener),
  tabId,
  keepsPast: true,
  ask: askCore,
}
