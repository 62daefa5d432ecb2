import { subscribe } from 'valtio'
import type { CoreState, MediaAddress, PluginPlace, Snapshot } from '#contract/core-api.ts'
import type { StreamKind } from '#contract/enums.ts'
import * as core from '../core/core.ts'

/** What the video path needs of the shared worker. What can fail throws `CallError`. */
export interface MediaCore {
  readonly state: Pick<CoreState, 'session' | 'push' | 'plugin' | 'isServiceReachable' | 'clockOffsetMs'>
  /** Hears changes of `state`. */
  onState(listener: () => void): void
  relayAddress(): Promise<MediaAddress>
  pluginPreview(window: { winIndex: number; sn: string; chlIndex: number; stream: StreamKind }): Promise<{ mediaUrl?: string }>
  pluginStop(winIndex: number): Promise<void>
  pluginSetSize(window: PluginPlace): Promise<void>
  pluginSetVolume(window: { winIndex: number; volume: number }): Promise<void>
  putSnapshot(snapshot: Snapshot): Promise<void>
  noteActivity(): Promise<void>
}

/** The shared worker of the app. */
export const appMediaCore: MediaCore = {
  state: core.coreState,
  onState: (listener) => void subscribe(core.coreState, listener),
  relayAddress: core.relayAddress,
  pluginPreview: core.pluginPreview,
  pluginStop: core.pluginStop,
  pluginSetSize: core.pluginSetSize,
  pluginSetVolume: core.pluginSetVolume,
  putSnapshot: core.putSnapshot,
  noteActivity: core.noteActivity,
}
