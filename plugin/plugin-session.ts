import { pluginCodes } from '#contract/plugin/command-registry.ts'
import { Bindings } from './bindings.ts'
import type { Whose } from './downloads/downloads.ts'
import { PluginFault } from './plugin-fault.ts'
import type { StreamSource } from './shared-stream.ts'
import { Tab } from './tab.ts'
import type { TabWindow, WindowSink } from './tab-window.ts'
import { RelayLink } from './relay-link.ts'

/** What belongs to one control socket: the connection to the service, and the tabs of that browser with their windows. */
export class PluginSession {
  readonly tabs = new Map<string, Tab>()
  readonly bindings = new Bindings()
  readonly #onLost: () => void
  #upstream: RelayLink | undefined
  #origin: string | undefined
  #userId: string | undefined
  #isClosed = false

  /** `onLost` is called when the connection to the service has ended by itself. */
  constructor(onLost: () => void) {
    this.#onLost = onLost
  }

  get isConnected(): boolean {
    return this.#upstream !== undefined
  }

  /**
   * The service that took the page's ticket, also while the connection to it is lost. Throws `PluginFault` 409 when there was none yet.
   */
  requireOrigin(): string {
    if (this.#origin === undefined) throw new PluginFault(pluginCodes.notConnected, 'There is no connection to the service.')
    return this.#origin
  }

  /**
   * Whose downloads a page may speak of: those of the person whose ticket the service took. Throws `PluginFault` 409 when there was none yet, and 403
   * when the page names somebody else.
   */
  requireOwner(owner: string): Whose {
    const origin = this.requireOrigin()
    if (owner !== this.#userId) throw new PluginFault(pluginCodes.refused, 'These are the downloads of somebody else.')
    return { origin, owner }
  }

  /** Connects to the service, or connects anew: windows that are open go on there. Throws as `RelayLink.open`. */
  async connect(origin: string, ticket: string): Promise<void> {
    const upstream = await RelayLink.open(origin, ticket, (lost) => this.#hearLost(lost))
    if (this.#isClosed) return upstream.close()
    const before = this.#upstream
    this.#upstream = upstream
    this.#origin = origin
    this.#userId = upstream.userId
    before?.close()
    for (const window of this.#windows()) window.connect(upstream)
  }

  /** Shows a stream in a window of a tab. Throws `PluginFault` 409 when there is no connection to the service. */
  show(tabId: string, winIndex: number, source: StreamSource): Tab {
    const upstream = this.#connected()
    const tab = this.tabs.get(tabId) ?? this.#addTab(tabId)
    tab.show(winIndex, source, upstream)
    return tab
  }

  /** Puts a window into a tab, in place of what it showed there. Throws `PluginFault` 409 when there is no connection to the service. */
  put(tabId: string, winIndex: number, make: (sink: WindowSink) => TabWindow): Tab {
    const upstream = this.#connected()
    const tab = this.tabs.get(tabId) ?? this.#addTab(tabId)
    tab.put(winIndex, make(tab), upstream)
    return tab
  }

  /** The window, when it shows something. Throws `PluginFault` 409 without a connection, 410 when there is no such window. */
  window(tabId: string, winIndex: number): TabWindow {
    this.#connected()
    const window = this.tabs.get(tabId)?.windows.get(winIndex)
    if (window === undefined) throw new PluginFault(pluginCodes.windowUnknown, 'The window shows nothing.')
    return window
  }

  /** Has a device carry out a command. Throws `PluginFault` 409 when there is no connection to the service, and as `DeviceAsks.ask`. */
  async askDevice(sn: string, name: string, request: unknown): Promise<unknown> {
    return this.#connected().askDevice(sn, name, request)
  }

  close(): void {
    this.#isClosed = true
    for (const tab of this.tabs.values()) tab.close()
    this.tabs.clear()
    this.#upstream?.close()
    this.#upstream = undefined
  }

  #addTab(tabId: string): Tab {
    const tab = new Tab(() => {
      tab.close()
      if (this.tabs.get(tabId) !== tab) return
      this.tabs.delete(tabId)
      this.bindings.forgetTab(tabId)
    })
    this.tabs.set(tabId, tab)
    return tab
  }

  #connected(): RelayLink {
    if (this.#upstream === undefined) throw new PluginFault(pluginCodes.notConnected, 'There is no connection to the service.')
    return this.#upstream
  }

  #windows(): TabWindow[] {
    return [...this.tabs.values()].flatMap((tab) => [...tab.windows.values()])
  }

  #hearLost(lost: RelayLink): void {
    if (this.#upstream !== lost) return
    this.#upstream = undefined
    for (const window of this.#windows()) window.disconnect('lost')
    this.#onLost()
  }
}
