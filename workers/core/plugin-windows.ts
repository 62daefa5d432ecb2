import type { CallResult, PluginPart, PluginPlace } from '#contract/core-api.ts'
import type { StreamKind } from '#contract/enums.ts'
import { limits } from '#contract/limits.ts'
import { pluginCodes } from '#contract/plugin/command-registry.ts'
import { cloudPlayback } from '#contract/plugin/commands/cloud-playback.ts'
import { playback } from '#contract/plugin/commands/playback.ts'
import { preview } from '#contract/plugin/commands/preview.ts'
import { setPlayMode } from '#contract/plugin/commands/set-play-mode.ts'
import { setPlaybackSpeed, type PluginSpeed } from '#contract/plugin/commands/set-playback-speed.ts'
import { setPluginSize } from '#contract/plugin/commands/set-plugin-size.ts'
import { setVolume } from '#contract/plugin/commands/set-volume.ts'
import { snap } from '#contract/plugin/commands/snap.ts'
import { splitCtrl } from '#contract/plugin/commands/split-ctrl.ts'
import { stop } from '#contract/plugin/commands/stop.ts'
import type { RequestOf } from '#contract/plugin/define-command.ts'
import type { PlayMode } from '#contract/plugin/play-mode.ts'
import type { PluginCloud } from './plugin-cloud.ts'
import type { PluginNames } from './plugin-names.ts'
import type { PluginSocket } from './plugin-socket.ts'
import { pause, type Ports } from './ports.ts'

/** Every window of a tab, in the stop command. */
const ALL_WINDOWS = -1

type PluginWindow = Pick<PluginPart, 'tabId' | 'winIndex'>

/** `mediaUrl`: where the tab opens its media socket, when it has none. */
interface Begun {
  mediaUrl?: string
}

interface WindowNeeds {
  names: PluginNames
  cloud: PluginCloud
  portNumber(): Promise<number>
}

/** What tabs want of the plugin, window by window. */
export class PluginWindows {
  readonly #ports: Ports
  readonly #socket: PluginSocket
  readonly #portNumber: () => Promise<number>
  readonly #names: PluginNames
  readonly #cloud: PluginCloud
  /** The size that each window asked for last, so that the tries for an older one end. */
  readonly #sizes = new Map<string, object>()

  constructor(ports: Ports, socket: PluginSocket, needs: WindowNeeds) {
    const { names, cloud, portNumber } = needs
    this.#names = names
    this.#cloud = cloud
    this.#ports = ports
    this.#socket = socket
    this.#portNumber = portNumber
  }

  async preview(window: PluginWindow & { sn: string; chlIndex: number; stream: StreamKind }): Promise<CallResult<Begun>> {
    const { stream: streamType, ...rest } = window
    const result = await this.#begin(preview, { ...rest, streamType })
    // The picture does not wait for its name.
    if (result.ok) void this.#names.show(window)
    return result
  }

  /** Plays a part of the past: of the device's recordings, or of the cloud's by their links. */
  async playback({
    from,
    stream: streamType,
    startMs: startTime,
    endMs: endTime,
    rangeMs,
    ...window
  }: PluginPart): Promise<CallResult<Begun>> {
    const span = { startTime, endTime }
    if (from === 'local') return this.#begin(playback, { ...window, ...span, streamType })
    const part = { ...window, startMs: startTime, endMs: endTime, rangeMs }
    const items = await this.#cloud.itemsFor(part)
    if (!items.ok) return items
    const begun = await this.#begin(cloudPlayback, { ...window, ...span, items: items.data })
    if (begun.ok) this.#cloud.play(window, part)
    return begun
  }

  async setSpeed(window: PluginWindow & { speed: PluginSpeed }): Promise<CallResult<null>> {
    const result = await this.#socket.ask(setPlaybackSpeed, window)
    return result.ok ? { ok: true, data: null } : result
  }

  async #begin<C extends typeof preview | typeof playback | typeof cloudPlayback>(
    command: C,
    request: RequestOf<C>,
  ): Promise<CallResult<Begun>> {
    let result: CallResult<{ mediaTicket?: string | undefined }> = await this.#socket.ask(command, request)
    // It may have lost the service since: join it again, once.
    if (!result.ok && result.code === pluginCodes.notConnected && (await this.#socket.join()))
      result = await this.#socket.ask(command, request)
    if (!result.ok) return result
    const { mediaTicket } = result.data
    if (mediaTicket === undefined) return { ok: true, data: {} }
    return { ok: true, data: { mediaUrl: `ws://127.0.0.1:${await this.#portNumber()}/media?ticket=${encodeURIComponent(mediaTicket)}` } }
  }

  async stop(window: PluginWindow): Promise<CallResult<null>> {
    this.#names.forget(window)
    this.#cloud.stop(window)
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

  forgetPerson(): void {
    this.#cloud.forgetPerson()
  }

  /** A tab is gone: stops what it showed. */
  async forgetTab(tabId: string): Promise<void> {
    this.#names.forgetTab(tabId)
    this.#cloud.forgetTab(tabId)
    for (const key of this.#sizes.keys()) if (key.startsWith(`${tabId} `)) this.#sizes.delete(key)
    await this.#socket.ask(stop, { tabId, winIndex: ALL_WINDOWS })
  }
}
