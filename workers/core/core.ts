import { deviceAccessTokenGet } from '#contract/calls/device/device-access-token-get.ts'
import { profileGet } from '#contract/calls/user/profile-get.ts'
import { systemVersionGet } from '#contract/calls/user/system-version-get.ts'
import type { CallResult, CoreApi, CoreEvent, CoreState, MediaAddress, PushState } from '#contract/core-api.ts'
import { limits } from '#contract/limits.ts'
import { pushMessage, type PushMessage } from '#contract/push.ts'
import { busMessage, type BusMessage } from './bus-message.ts'
import { Calls } from './calls.ts'
import { Keepsakes } from './keepsakes.ts'
import { PLUGIN_LOCK, PluginSocket } from './plugin-socket.ts'
import { PluginWindows } from './plugin-windows.ts'
import type { Ports } from './ports.ts'
import { PUSH_LOCK, PushLink } from './push.ts'
import { RENEWAL_LOCK, Session } from './session.ts'
import { holdLifeLock, type Identity, lifeLockName, takeOver } from './succession.ts'
import { Tabs } from './tabs.ts'
import { Transport } from './transport.ts'

/** While nobody is signed in no push connection tells that the service is back: it is asked this often. */
const LOOK_FOR_SERVICE_MS = 10_000

/**
 * The heart of the app: one session, one push socket, one plugin socket for all tabs. Ties its parts together; each
 * part is a class of its own and knows only the ports. `api` is all that tabs can reach.
 */
export class Core {
  readonly #ports: Ports
  readonly #identity: Identity
  readonly #onSuperseded: () => void
  readonly #tabs: Tabs
  readonly #session: Session
  readonly #calls: Calls
  readonly #push: PushLink
  readonly #plugin: PluginSocket
  readonly #windows: PluginWindows
  readonly #keepsakes: Keepsakes
  readonly #ready: Promise<void>
  #isReachable = true
  /** State of the push socket when another core holds it. */
  #pushElsewhere: PushState = 'idle'
  #isTelling = false
  #isStopped = false

  /** Starts at once. `onSuperseded` hears that a newer core has taken over and this one has stopped. */
  constructor(ports: Ports, identity: Identity, onSuperseded: () => void) {
    this.#ports = ports
    this.#identity = identity
    this.#onSuperseded = onSuperseded
    const onState = () => this.#tellState()
    const onStolen = () => this.#supersede()
    const transport = new Transport(ports, (isReachable) => this.#setReachable(isReachable))
    this.#session = new Session(ports, transport, {
      onState,
      onBegin: () => this.#beginSession(),
      onRenewed: () => this.#push.renew(),
      onEnd: () => this.#endSession(),
      onShared: (code) => this.#post(code === undefined ? { kind: 'session' } : { kind: 'session', code }),
    })
    this.#calls = new Calls(ports, this.#session, transport, {
      isReachable: () => this.#isReachable,
      onSlow: () => this.#setReachable(false),
    })
    this.#push = new PushLink(ports, () => this.#session.token, {
      onState: (state) => this.#onPushState(state),
      onMessage: (message) => this.#onPush(message),
      onGap: () => this.#refresh(),
      onRefused: (code, token) => void this.#session.refused(code, token),
      onReach: (isReachable) => this.#setReachable(isReachable),
      onStolen,
    })
    this.#plugin = new PluginSocket(ports, { port: () => this.#pluginPort(), ticket: () => this.#ticket('plugin'), onState, onStolen })
    this.#windows = new PluginWindows(ports, this.#plugin, () => this.#pluginPort())
    this.#keepsakes = new Keepsakes(ports, () => this.#session.user?.userId)
    this.#tabs = new Tabs(ports, (tabId) => {
      void this.#windows.forgetTab(tabId)
      this.#tellState()
    })
    ports.bus.listen((message) => this.#onBus(message))
    ports.onOnline(() => this.#push.retryNow())
    this.#ready = this.#start()
  }

  /** What tabs reach over Comlink: these functions and nothing behind them. */
  readonly api: CoreApi = Object.freeze<CoreApi>({
    attach: async (tab, listener) => {
      await this.#ready
      this.#tabs.attach(tab, listener)
      this.#tellState()
      return { state: this.#state(), coreLockName: lifeLockName(this.#identity) }
    },
    ping: async () => this.#ports.clock.nowMs(),
    call: (path, input, options) => this.#whenReady(() => this.#calls.byPath(path, input, options)),
    signIn: (input) => this.#whenReady(() => this.#session.signIn(input)),
    signOut: () => this.#whenReady(() => this.#session.end(undefined, true)),
    noteActivity: () => this.#session.noteActivity(),
    relayAddress: () => this.#whenReady(() => this.#relayAddress()),
    connectPlugin: () => this.#plugin.connectNow(),
    pluginPreview: (window) => this.#windows.preview(window),
    pluginStop: (window) => this.#windows.stop(window),
    pluginSetSize: (window) => this.#windows.setSize(window),
    pluginSnap: (window) => this.#windows.snap(window),
    putSnapshot: (snapshot) => this.#keepsakes.putSnapshot(snapshot),
    getSnapshots: (channels) => this.#keepsakes.getSnapshots(channels),
    getWall: () => this.#keepsakes.getWall(),
    putWall: (wall) => this.#keepsakes.putWall(wall),
  })

  /** Stops everything without ending the session: another core goes on. */
  stop(): void {
    this.#isStopped = true
    this.#session.stop()
    this.#push.stop()
    this.#plugin.stop()
    this.#ports.bus.close()
  }

  async #start(): Promise<void> {
    await holdLifeLock(this.#ports.locks, this.#identity)
    if (this.#identity.generation > 0) {
      this.#post({ kind: 'generation', ...this.#identity })
      await takeOver(this.#ports.locks, this.#identity, [PUSH_LOCK, PLUGIN_LOCK, RENEWAL_LOCK])
    }
    this.#post({ kind: 'hello' })
    await this.#session.restore()
  }

  async #whenReady<T>(work: () => Promise<T>): Promise<T> {
    await this.#ready
    return work()
  }

  #beginSession(): void {
    this.#push.start()
    this.#plugin.start()
  }

  #endSession(): void {
    this.#push.stop()
    this.#plugin.stop()
    this.#pushElsewhere = 'idle'
    void this.#calls.forgetPerson()
    void this.#keepsakes.forget()
  }

  async #ticket(holder: 'tab' | 'plugin'): Promise<string | undefined> {
    const result = await this.#calls.send(deviceAccessTokenGet, { holder })
    return result.ok ? result.data.ticket : undefined
  }

  async #relayAddress(): Promise<CallResult<MediaAddress>> {
    const result = await this.#calls.send(deviceAccessTokenGet, { holder: 'tab' })
    if (!result.ok) return result
    const base = this.#ports.origin.replace(/^http/, 'ws')
    return { ok: true, data: { url: `${base}/media-ws?ticket=${encodeURIComponent(result.data.ticket)}` } }
  }

  async #pluginPort(): Promise<number> {
    const result = await this.#calls.question(systemVersionGet, undefined)
    return result.ok ? result.data.pluginPort : limits.pluginPort
  }

  #setReachable(isReachable: boolean): void {
    if (isReachable === this.#isReachable) return
    this.#isReachable = isReachable
    this.#tellState()
    if (!isReachable) return this.#lookForService()
    this.#push.retryNow()
    this.#refresh()
  }

  #lookForService(): void {
    this.#ports.clock.after(LOOK_FOR_SERVICE_MS, () => {
      if (this.#isReachable || this.#isStopped) return
      const asked = this.#session.token === undefined ? this.#calls.send(systemVersionGet, undefined) : undefined
      void Promise.resolve(asked).then(() => (this.#isReachable ? undefined : this.#lookForService()))
    })
  }

  #refresh(): void {
    this.#tabs.tell({ kind: 'refresh' })
    this.#post({ kind: 'refresh' })
  }

  #onPushState(state: PushState): void {
    if (state === 'idle') this.#pushElsewhere = 'idle'
    else this.#post({ kind: 'push-state', state })
    this.#tellState()
  }

  #onPush(message: PushMessage): void {
    this.#tell(message)
    this.#post({ kind: 'push', message })
  }

  #tell(message: PushMessage): void {
    if (message.infoType === 'profile-changed') void this.#calls.send(profileGet, undefined)
    this.#tabs.tell({ kind: 'push', message })
  }

  #post(message: BusMessage): void {
    if (!this.#isStopped) this.#ports.bus.post(message)
  }

  #onBus(posted: unknown): void {
    const parsed = busMessage.safeParse(posted)
    if (!parsed.success) return
    const message = parsed.data
    switch (message.kind) {
      case 'session':
        return void this.#session.lookAgain(message.code)
      case 'push': {
        const push = pushMessage.safeParse(message.message)
        return push.success ? this.#tell(push.data) : undefined
      }
      case 'push-state':
        this.#pushElsewhere = message.state
        return this.#tellState()
      case 'refresh':
        return this.#tabs.tell({ kind: 'refresh' })
      case 'hello':
        return this.#push.isHolder ? this.#post({ kind: 'push-state', state: this.#push.state }) : undefined
      case 'generation':
        if (message.build === this.#identity.build && message.generation > this.#identity.generation) this.#supersede()
    }
  }

  #supersede(): void {
    if (this.#isStopped) return
    this.stop()
    this.#onSuperseded()
  }

  #state(): CoreState {
    return {
      session: this.#session.state,
      push: this.#push.isHolder ? this.#push.state : this.#pushElsewhere,
      plugin: this.#plugin.state,
      isServiceReachable: this.#isReachable,
      clockOffsetMs: this.#session.clockOffsetMs,
      tabs: this.#tabs.count,
    }
  }

  /** Tells the tabs the state, once for all changes of a moment. */
  #tellState(): void {
    if (this.#isTelling) return
    this.#isTelling = true
    queueMicrotask(() => {
      this.#isTelling = false
      const event: CoreEvent = { kind: 'state', state: this.#state() }
      this.#tabs.tell(event)
    })
  }
}
