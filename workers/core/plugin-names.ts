import type { Channel } from '#contract/calls/device/channel.ts'
import { bindChannelWin } from '#contract/plugin/commands/bind-channel-win.ts'
import { popDevice } from '#contract/plugin/commands/pop-device.ts'
import { pushDevice } from '#contract/plugin/commands/push-device.ts'
import type { PluginSocket } from './plugin-socket.ts'

/** Of the plugin's fields for them. */
const MOST_CHARACTERS = 128

export type NamedChannel = Pick<Channel, 'sn' | 'chlIndex' | 'siteName' | 'channelName' | 'devType' | 'deviceName'>

interface Shown {
  tabId: string
  winIndex: number
  sn: string
  chlIndex: number
}

/** Tells the plugin which devices there are and how people call what its windows show: it names pictures so, and lets go of what is no longer the person's. */
export class PluginNames {
  readonly #socket: PluginSocket
  readonly #channels: () => Promise<readonly NamedChannel[] | undefined>
  readonly #shown = new Map<string, Shown>()
  /** What the plugin was told of each device, and by which socket: another one begins with nothing. */
  #devices = new Map<string, string>()
  #toldBy: object | undefined

  /** `channels`: those that the person sees; undefined when nobody can say. */
  constructor(socket: PluginSocket, channels: () => Promise<readonly NamedChannel[] | undefined>) {
    this.#socket = socket
    this.#channels = channels
  }

  /** A window shows this channel from now on. */
  async show(window: Shown): Promise<void> {
    this.#shown.set(`${window.tabId} ${window.winIndex}`, window)
    const channel = (await this.#channels())?.find(({ sn, chlIndex }) => sn === window.sn && chlIndex === window.chlIndex)
    if (channel !== undefined) await this.#bind(window, channel)
  }

  /** Whether a window of this tab shows the channel. */
  isShown({ tabId, sn, chlIndex }: Omit<Shown, 'winIndex'>): boolean {
    return [...this.#shown.values()].some((one) => one.tabId === tabId && one.sn === sn && one.chlIndex === chlIndex)
  }

  forget({ tabId, winIndex }: Pick<Shown, 'tabId' | 'winIndex'>): void {
    this.#shown.delete(`${tabId} ${winIndex}`)
  }

  forgetTab(tabId: string): void {
    for (const shown of this.#shown.values()) if (shown.tabId === tabId) this.forget(shown)
  }

  /** Devices or channels have changed: takes back those that are gone, and tells the names anew. */
  async lookAgain(): Promise<void> {
    if (this.#shown.size === 0) return
    const channels = await this.#channels()
    if (channels === undefined) return
    const there = new Set(channels.map(({ sn }) => sn))
    for (const sn of this.#devices.keys()) {
      if (there.has(sn)) continue
      this.#devices.delete(sn)
      await this.#socket.ask(popDevice, { sn })
    }
    for (const window of this.#shown.values()) {
      const channel = channels.find(({ sn, chlIndex }) => sn === window.sn && chlIndex === window.chlIndex)
      if (channel !== undefined) await this.#bind(window, channel)
    }
  }

  async #bind({ tabId, winIndex }: Shown, { sn, chlIndex, siteName, channelName, devType, deviceName }: NamedChannel): Promise<void> {
    const { wire } = this.#socket
    if (wire !== this.#toldBy) this.#devices = new Map()
    this.#toldBy = wire
    const device = `${devType} ${deviceName}`
    if (this.#devices.get(sn) !== device) {
      this.#devices.set(sn, device)
      await this.#socket.ask(pushDevice, { sn, devType, name: deviceName })
    }
    // Meanwhile the window may show something else, or nothing.
    const now = this.#shown.get(`${tabId} ${winIndex}`)
    if (now?.sn !== sn || now.chlIndex !== chlIndex) return
    const names = { siteName: siteName.slice(0, MOST_CHARACTERS), channelName: channelName.slice(0, MOST_CHARACTERS) }
    await this.#socket.ask(bindChannelWin, { tabId, winIndex, sn, chlIndex, ...names })
  }
}
