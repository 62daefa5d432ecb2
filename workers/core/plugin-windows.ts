import type { CallResult, PluginPlace } from '#contract/core-api.ts'
import type { StreamKind } from '#contract/enums.ts'
import { limits } from '#contract/limits.ts'
import { pluginCodes } from '#contract/plugin/command-registry.ts'
import { preview } from '#contract/plugin/commands/preview.ts'
import { setPlayMode } from '#contract/plugin/commands/set-play-mode.ts'
import { setPluginSize } from '#contract/plugin/commands/set-plugin-size.ts'
import { setVolume } from '#contract/plugin/commands/set-volume.ts'
import { snap } from '#contract/plugin/commands/snap.ts'
import { splitCtrl } from '#contract/plugin/commands/split-ctrl.ts'
import { stop } from '#contract/plugin/commands/stop.ts'
import type { PlayMode } from '#contract/plugin/play-mode.ts'
import type { PluginNames } from './plugin-names.ts'
import type { PluginSocket } from './plugin-socket.ts'
import { pause, type Ports } from './ports.ts'

/** Every window of a tab, in the stop command. */
const ALL_WINDOWS = -1

export interface PluginWindow {
  tabId: string
  winIndex: number
}

/** What tabs want of the plugin, window by window. */
export class PluginWindows {
  readonly #ports: Ports
  readonly #socket: PluginSocket
  readonly #portNumber: () => Promise<number>
  readonly #names: PluginNames
  /** The size that each window asked for last, so that the tries for an older one end. */
  readonly #sizes = new Map<string, object>()

  constructor(ports: Ports, socket: PluginSocket, portNumber: () => Promise<number>, names: PluginNames) {
    this.#names = names
    this.#ports = ports
    this.#socket = socket
    this.#portNumber = portNumber
  }

  async preview(window: PluginWindow & { sn: string; chlIndex: number; stream: StreamKind }): Promise<CallResult<{ mediaUrl?: string }>> {
    const { stream: streamType, ...rest } = window
    const request = { ...rest, streamType }
    let result = await this.#socket.ask(preview, request)
    // It may have lost the service since: join it again, once.
    if (!result.ok && result.code === pluginCodes.notConnected && (await this.#socket.join()))
      result = await this.#socket.ask(preview, request)
    if (!result.ok) return result
    // The picture does not wait for its name.
    void this.#names.show(window)
    const { mediaTicket } = result.data
    if (mediaTicket === undefined) return { ok: true, data: {} }
    return { ok: true, data: { mediaUrl: `ws://127.0.0.1:${await this.#portNumber()}/media?ticket=${encodeURIComponent(mediaTicket)}` } }
  }

  async stop(window: PluginWindow): Promise<CallResult<null>> {
    this.#names.forget(window)
    this.#sizes.delete(`${window.tabId} ${window.winIndex}`)
    const result = await this.#socket.ask(stop, window)
    return result.ok ? { ok: true, data: null } : result
  }

  /** Retried every 300 ms until it is taken (rule 7.4), the window has another size or is stopped, or the plugin is gone. */
  async setSize(window: PluginWindow & PluginPlace): Promise<CallResult<null>> {
    const key = `${window.tabId} ${window.winIndex}`
    this.#sizes.set(key, window)
    for (;;) {
      const result = await this.#socket.ask(setPluginSize, window)
      if (result.ok) return { ok: true, data: null }
      if (this.#socket.wire === undefined) return result
      await pause(this.#ports.clock, limits.pluginSizeRetryMs)
      if (this.#sizes.get(key) !== window) return result
    }
  }

  /** Divides the wall of a tab; windows beyond it are stopped, and nothing more is told of them. */
  async split({ tabId, splitNum }: { tabId: string; splitNum: number }): Promise<CallResult<null>> {
    for (const key of this.#sizes.keys()) {
      const [tab, winIndex] = key.split(' ')
      if (tab === tabId && Number(winIndex) >= splitNum) this.#sizes.delete(key)
    }
    const result = await this.#socket.ask(splitCtrl, { tabId, splitNum })
    return result.ok ? { ok: true, data: null } : result
  }

  async setVolume(window: PluginWindow & { volume: number }): Promise<CallResult<null>> {
    const result = await this.#socket.ask(setVolume, window)
    return result.ok ? { ok: true, data: null } : result
  }

  async setPlayMode(window: PluginWindow & { playMode: PlayMode }): Promise<CallResult<null>> {
    const result = await this.#socket.ask(setPlayMode, window)
    return result.ok ? { ok: true, data: null } : result
  }

  snap(window: PluginWindow): Promise<CallResult<{ fileName: string; filePath: string; createTime: number }>> {
    return this.#socket.ask(snap, window)
  }

  /** A tab is gone: stops what it showed. */
  async forgetTab(tabId: string): Promise<void> {
    this.#names.forgetTab(tabId)
    for (const key of this.#sizes.keys()) if (key.startsWith(`${tabId} `)) this.#sizes.delete(key)
    await this.#socket.ask(stop, { tabId, winIndex: ALL_WINDOWS })
  }
}
