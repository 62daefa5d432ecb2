import { pluginCodes } from '#contract/plugin/command-registry.ts'
import { PluginFault } from './plugin-fault.ts'

/** A channel as people call it. */
interface BoundChannel {
  sn: string
  chlIndex: number
  siteName?: string | undefined
  channelName?: string | undefined
}

/** The devices that a browser's page has told of, and which of their channels its windows are for. */
export class Bindings {
  readonly #devices = new Set<string>()
  readonly #byTab = new Map<string, Map<number, BoundChannel>>()

  push(sn: string): void {
    this.#devices.add(sn)
  }

  /** Throws `PluginFault` 413 for a device that it was not told of. */
  pop(sn: string): void {
    this.#require(sn)
    this.#devices.delete(sn)
    for (const windows of this.#byTab.values()) for (const [winIndex, bound] of windows) if (bound.sn === sn) windows.delete(winIndex)
  }

  /** Throws `PluginFault` 413 for a device that it was not told of. */
  bind(tabId: string, winIndex: number, channel: BoundChannel): void {
    this.#require(channel.sn)
    const windows = this.#byTab.get(tabId) ?? new Map<number, BoundChannel>()
    this.#byTab.set(tabId, windows.set(winIndex, channel))
  }

  /** Frees the windows from this index on. */
  keepBelow(tabId: string, splitNum: number): void {
    const windows = this.#byTab.get(tabId)
    for (const winIndex of windows?.keys() ?? []) if (winIndex >= splitNum) windows?.delete(winIndex)
  }

  forgetTab(tabId: string): void {
    this.#byTab.delete(tabId)
  }

  /** How people call the channel of a window; `undefined` when nobody has said. */
  nameOf(tabId: string, winIndex: number, { sn, chlIndex }: { sn: string; chlIndex: number }): string | undefined {
    const bound = this.#byTab.get(tabId)?.get(winIndex)
    if (bound?.sn !== sn || bound.chlIndex !== chlIndex) return undefined
    const name = [bound.siteName, bound.channelName].filter(Boolean).join(' ')
    return name === '' ? undefined : name
  }

  #require(sn: string): void {
    if (!this.#devices.has(sn)) throw new PluginFault(pluginCodes.deviceUnknown, 'The plugin was not told of this device.')
  }
}
