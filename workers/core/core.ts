import { deviceAccessTokenGet } from '#contract/calls/device/device-access-token-get.ts'
import { siteChannelList } from '#contract/calls/device/site-channel-list.ts'
import { profileGet } from '#contract/calls/user/profile-get.ts'
import { systemVersionGet } from '#contract/calls/user/system-version-get.ts'
import type { CoreApi, CoreEvent, CoreState, PushState } from '#contract/core-api.ts'
import { limits } from '#contract/limits.ts'
import { pushMessage, type PushMessage } from '#contract/push.ts'
import { AlarmAnswers } from './alarm-answers.ts'
import { Announcer } from './announcer.ts'
import { makeApi } from './api.ts'
import { busMessage, type BusMessage } from './bus-message.ts'
import { Calls } from './calls.ts'
import { DOWNLOADS_LOCK } from './browser-downloads.ts'
import { Downloads } from './downloads.ts'
import { LocalRecords } from './local-records.ts'
import { Life } from './life.ts'
import { MachineLanguage } from './machine-language.ts'
import { MediaFiles } from './media-files.ts'
import { Outbox, OUTBOX_LOCK } from './outbox.ts'
import { PluginCloud } from './plugin-cloud.ts'
import { PluginNames } from './plugin-names.ts'
import { PLUGIN_LOCK, PluginSocket } from './plugin-socket.ts'
import { PluginWay } from './plugin-way.ts'
import { PluginWindows } from './plugin-windows.ts'
import type { Ports } from './ports.ts'
import { PUSH_LOCK, PushLink } from './push.ts'
import { Reach } from './reach.ts'
import { RENEWAL_LOCK, Session } from './session.ts'
import { ServiceTime } from './service-time.ts'
import { hasSuccessor, holdLifeLock, type Identity, lifeLockName, takeOver } from './succession.ts'
import { StorageUses } from './storage-use.ts'
import { ToldFaults } from './told-faults.ts'
import { type TabListener, Tabs } from './tabs.ts'
import { faults, isOutOfReach, Transport } from './transport.ts'

/** What is kept is looked through when the start, which reads what it needs first, is over. */
const CHECK_STORE_MS = 5_000
/** A look whether the service is there that hangs for so long has found out that it is not. */
const LOOK_MS = 3_000

/** Pushes upon which tabs ask again for what they show. */
const tellsOfChange: ReadonlySet<PushMessage['infoType']> = new Set([
  'resource-changed',
  'assets-changed',
  'configs-changed',
  'profile-changed',
])

/**
 * The heart of the app: one session, one push socket, one plugin socket for all tabs. Ties its parts together; each
 * part is a class of its own and knows only the ports.
 */
export class Core {
  readonly #ports: Ports
  /** What tabs reach over Comlink. */
  readonly api: CoreApi
  readonly #identity: Identity
  readonly #onStopped: () => void
  readonly #life: Life
  readonly #tabs: Tabs
  readonly #time: ServiceTime
  readonly #reach: Reach
  readonly #transport: Transport
  readonly #told: ToldFaults
  readonly #session: Session
  readonly #alarms: AlarmAnswers
  readonly #announcer: Announcer
  readonly #calls: Calls
  readonly #outbox: Outbox
  readonly #push: PushLink
  readonly #plugin: PluginSocket
  readonly #windows: PluginWindows
  readonly #names: PluginNames
  readonly #localRecords: LocalRecords
  readonly #files: MediaFiles
  readonly #language: MachineLanguage
  readonly #downloads: Downloads
  readonly #uses: StorageUses
  readonly #ready: Promise<void>
  /** State of the push socket when another core holds it. */
  #pushElsewhere: PushState = 'idle'
  #isTelling = false
  /** The person is known from the sealed session alone: on another machine they may have changed since how alarms are to reach them. */
  #isPersonKept = false
  readonly #ended = Promise.withResolvers<void>()

  /** Starts at once. `onStopped` hears that this one has stopped by itself: a newer core has taken over, or no tab is there any more. */
  constructor(ports: Ports, identity: Identity, onStopped: () => void) {
    this.#ports = ports
    this.#identity = identity
    this.#onStopped = onStopped
    const onState = () => this.#tellState()
    const onStolen = () => this.#end()
    this.#life = new Life(ports.clock, {
      hasTab: () => this.#tabs.count > 0,
      onRise: () => this.#session.token !== undefined && this.#beginSession(),
      onRest: () => this.#closeSockets(),
      onEnd: () => this.#end(),
    })
    this.#time = new ServiceTime(ports.clock, () => this.#onTime())
    this.#reach = new Reach(ports.clock, {
      onChange: (isReachable) => this.#onReach(isReachable),
      onFound: (lostUntilMs) => this.#transport.sendAgain(lostUntilMs),
      look: async (signal, isPlain = false) => {
        const result = await this.#calls.send(systemVersionGet, undefined, { timeoutMs: LOOK_MS, signal, isPlain })
        return result.ok || (result.code !== faults.cancelled && !isOutOfReach(result))
      },
    })
    this.#told = new ToldFaults(ports.clock)
    const onReach = (isReachable: boolean, askedAtMs?: number) => {
      if (isReachable) this.#told.noteReached()
      this.#reach.note(isReachable, askedAtMs)
    }
    this.#transport = new Transport(ports, this.#time, onReach, (cursor) => this.#push.noteAnswer(cursor))
    this.#session = new Session(ports, this.#time, this.#transport, {
      onState,
      onBegin: () => this.#beginSession(),
      onRenewed: () => this.#push.renew(),
      onEnd: (why, userId) => this.#endSession(why === 'wish' ? userId : undefined),
      onShared: (code) => this.#post(code === undefined ? { kind: 'session' } : { kind: 'session', code }),
    })
    this.#alarms = new AlarmAnswers(ports, {
      onNews: (news) => this.#tabs.tell({ kind: 'alarms', news }),
      onTooMany: () => this.#tellRefresh(),
    })
    this.#announcer = new Announcer(ports.clock, {
      choices: () => this.#session.user?.choices?.notices,
      serviceNowMs: () => this.#time.nowMs(),
      tell: (tabId, event) => this.#tabs.tellOne(tabId, event),
      onWatched: (isWatched) => this.#push.attend(isWatched),
    })
    this.#calls = new Calls(ports, this.#session, this.#transport, {
      isReachable: () => this.#reach.isReachable && this.#reach.hasReached,
      onSlow: (askedAtMs) => onReach(false, askedAtMs),
      overlay: (call, answer) => this.#outbox.overlay(call, answer),
      alarms: this.#alarms,
    })
    this.#outbox = new Outbox(ports, this.#calls, {
      userId: () => this.#session.user?.userId,
      isReachable: () => this.#reach.isReachable,
      onChange: () => this.#tellOutbox(),
    })
    this.#push = new PushLink(ports, () => this.#session.tokenToSend(), {
      onState: (state) => this.#onPushState(state),
      onMessage: (message) => this.#onPush(message),
      onGap: () => {
        this.#calls.outdate()
        this.#tellEverywhere('refresh')
        void this.#askForPerson()
      },
      onRefused: (code, token) => void this.#session.refused(code, token),
      onReach,
      onSilence: () => void this.#reach.check(),
      onStanding: () => {
        onReach(true)
        this.#reach.noteStanding()
        if (this.#isPersonKept) void this.#askForPerson()
      },
      onStolen,
    })
    this.#plugin = new PluginSocket(ports, {
      port: () => this.#pluginPort(),
      ticket: () => this.#pluginTicket(),
      sessionId: () => this.#session.sessionId,
      onState: () => {
        onState()
        this.#downloads.onPlugin(this.#plugin.state.kind === 'loaded')
      },
      onStolen,
    })
    this.#names = new PluginNames(this.#plugin, () => this.#channels())
    this.#windows = new PluginWindows(ports, this.#plugin, {
      names: this.#names,
      cloud: new PluginCloud({ clock: ports.clock, calls: this.#calls, time: this.#time, plugin: this.#plugin }),
      portNumber: () => this.#pluginPort(),
    })
    const userId = () => this.#session.user?.userId
    this.#localRecords = new LocalRecords(ports, userId)
    const onFiles = () => this.#tellEverywhere('media-files')
    this.#files = new MediaFiles(ports, { userId, hasTab: (tabId) => this.#tabs.has(tabId), onChange: onFiles })
    this.#language = new MachineLanguage(ports, () => {
      this.#post({ kind: 'language' })
      onState()
    })
    this.#uses = new StorageUses(ports, this.#outbox, userId)
    const change = (path: string, input: unknown, id: string) => this.#outbox.change(path, input, id)
    const onChange = () => this.#post({ kind: 'downloads' })
    this.#downloads = new Downloads(ports, { plugin: this.#plugin, calls: this.#calls, time: this.#time, userId, onChange, change })
    this.#tabs = new Tabs(ports, (tabId) => {
      void this.#windows.forgetTab(tabId)
      this.#calls.forgetTab(tabId)
      this.#announcer.forgetTab(tabId)
      ports.downloadFiles.lending?.forgetTab(tabId)
      this.#tellState()
      this.expectTab()
    })
    const { lending } = ports.downloadFiles
    if (lending) lending.onWanted = () => this.#tabs.tellAny({ kind: 'files-wanted' })
    ports.bus.listen((message) => this.#onBus(message))
    ports.onNetwork(() => {
      this.#push.endPause()
      this.#reach.lookNow()
    })
    ports.store.onState(onState)
    ports.store.onRecovered(() => {
      void this.#session.keepAgain()
      void this.#outbox.keepAgain()
    })
    this.#ready = this.#start()
    this.api = makeApi({
      ports,
      ready: this.#ready,
      attach: (tab, listener) => this.#attach(tab, listener),
      session: this.#session,
      calls: this.#calls,
      reach: this.#reach,
      way: new PluginWay(this.#calls, this.#plugin, this.#names, this.#time),
      outbox: this.#outbox,
      plugin: this.#plugin,
      windows: this.#windows,
      downloads: this.#downloads,
      localRecords: this.#localRecords,
      files: this.#files,
      language: this.#language,
      uses: this.#uses,
      told: this.#told,
      announcer: this.#announcer,
    })
  }

  async #attach(tab: { tabId: string; lockName: string }, listener: TabListener): Promise<{ state: CoreState; coreLockName: string }> {
    await this.#ready
    // The tab then asks for a successor, instead of waiting for an answer of a worker that is about to end.
    if (this.#life.isStopped) throw new Error('superseded')
    this.#tabs.attach(tab, listener)
    this.#life.rise()
    this.#tellState()
    return { state: this.#state(), coreLockName: lifeLockName(this.#identity) }
  }

  /** Stops everything without ending the session: another core goes on. */
  stop(): void {
    this.#life.stop()
    this.#ended.resolve()
    this.#reach.stop()
    this.#session.stop()
    this.#closeSockets()
    this.#outbox.stop()
    this.#ports.bus.close()
  }

  async #start(): Promise<void> {
    await holdLifeLock(this.#ports.locks, this.#identity, this.#ended.promise)
    // One that starts after this look tells it by the bus.
    if (await hasSuccessor(this.#ports.locks, this.#identity)) return this.#end()
    if (this.#identity.generation > 0) {
      this.#post({ kind: 'generation', ...this.#identity })
      await takeOver(this.#ports.locks, this.#identity, [PUSH_LOCK, PLUGIN_LOCK, RENEWAL_LOCK, OUTBOX_LOCK, DOWNLOADS_LOCK])
    }
    this.#post({ kind: 'hello' })
    await Promise.all([this.#session.restore(), this.#language.read()])
    this.#isPersonKept = this.#session.token !== undefined
    // What was chosen before a crash shows from the first picture on.
    await this.#outbox.lookAgain()
    if (this.#session.token === undefined) void this.#downloads.clearLeftovers()
    this.#ports.clock.after(CHECK_STORE_MS, () => void this.#ports.store.check())
  }

  /** A page has come, or gone. */
  expectTab(): void {
    this.#life.expectTab()
  }

  #beginSession(): void {
    if (!this.#life.isRisen) return
    void this.#outbox.changed()
    this.#outbox.flush()
    this.#push.start()
    this.#plugin.start()
    this.#downloads.start()
  }

  /** What the service now says of the person is what the core goes by, whether a page shows it or not. */
  async #askForPerson(): Promise<void> {
    const answer = await this.#calls.send(profileGet, undefined)
    // Without an answer it is asked again when push stands the next time.
    if (answer.ok) this.#isPersonKept = false
  }

  #closeSockets(): void {
    this.#push.stop()
    this.#plugin.stop()
    this.#downloads.stop()
  }

  #endSession(leaver: string | undefined): void {
    this.#closeSockets()
    this.#pushElsewhere = 'idle'
    this.#calls.forgetPerson()
    this.#alarms.forgetPerson()
    this.#announcer.forgetPerson()
    this.#windows.forgetPerson()
    void this.#downloads.forget()
    void this.#ports.store.forgetPerson(leaver).then(() => this.#outbox.changed())
  }

  async #pluginTicket(): Promise<string | undefined> {
    const result = await this.#calls.send(deviceAccessTokenGet, { holder: 'plugin' })
    return result.ok ? result.data.ticket : undefined
  }

  async #pluginPort(): Promise<number> {
    const result = await this.#calls.question(systemVersionGet, undefined)
    return result.ok ? result.data.pluginPort : limits.pluginPort
  }

  /** The channels that the person sees, as the service says now, or said last. */
  async #channels() {
    const result = await this.#calls.question(siteChannelList, {})
    return result.ok ? result.data.channels : undefined
  }

  /** The service's time is another than was thought. */
  #onTime(): void {
    this.#session.lookAtTime()
    this.#tellState()
  }

  #onReach(isReachable: boolean): void {
    this.#tellState()
    if (!isReachable) return
    this.#session.onReach()
    this.#push.retryNow()
    this.#plugin.retryNow()
    this.#outbox.flush()
    this.#tellEverywhere('refresh')
  }

  #tellOutbox(): void {
    this.#tellEverywhere('outbox')
    this.#tellState()
  }

  /** Tells the tabs, and the other cores, which tell theirs. */
  #tellEverywhere(kind: 'refresh' | 'outbox' | 'media-files'): void {
    if (kind === 'refresh') this.#tellRefresh()
    else this.#tabs.tell({ kind })
    this.#post({ kind })
  }

  /** What is shown and kept may be old. */
  #tellRefresh(): void {
    this.#alarms.lose()
    this.#tabs.tell({ kind: 'refresh' })
  }

  #onPushState(state: PushState): void {
    if (state === 'idle') this.#pushElsewhere = 'idle'
    else this.#post({ kind: 'push-state', state })
    this.#tellState()
  }

  #onPush(message: PushMessage): void {
    this.#tell(message)
    if (message.infoType === 'alarm') this.#announcer.hear(message.infoContent)
    this.#post({ kind: 'push', message })
  }

  #tell(message: PushMessage): void {
    if (tellsOfChange.has(message.infoType)) this.#calls.outdate()
    if (message.infoType === 'profile-changed') void this.#askForPerson()
    if (message.infoType === 'assets-changed') void this.#names.lookAgain()
    if (message.infoType === 'alarm' || message.infoType === 'alarm-changed' || message.infoType === 'alarms-read')
      this.#alarms.hear(message)
    else this.#tabs.tell({ kind: 'push', message })
  }

  #post(message: BusMessage): void {
    if (!this.#life.isStopped) this.#ports.bus.post(message)
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
        if (!push.success) return
        this.#push.noteCursor(push.data.extension.cursor)
        return this.#tell(push.data)
      }
      case 'push-state':
        this.#pushElsewhere = message.state
        return this.#tellState()
      case 'refresh':
        return this.#tellRefresh()
      case 'media-files':
        return this.#tabs.tell({ kind: message.kind })
      case 'downloads':
        return this.#downloads.look()
      case 'outbox':
        return void this.#outbox.lookAgain().then(() => {
          this.#tabs.tell({ kind: 'outbox' })
          this.#tellState()
        })
      case 'language':
        return void this.#language.read().then(() => this.#tellState())
      case 'hello':
        return this.#push.isHolder ? this.#post({ kind: 'push-state', state: this.#push.state }) : undefined
      case 'generation':
        if (message.build === this.#identity.build && message.generation > this.#identity.generation) this.#end()
    }
  }

  #end(): void {
    if (this.#life.isStopped) return
    this.stop()
    this.#onStopped()
  }

  #state(): CoreState {
    const session = this.#session.state
    return {
      session: session.kind === 'signed-in' ? { ...session, user: this.#outbox.asChosen(session.user) } : session,
      push: this.#push.isHolder ? this.#push.state : this.#pushElsewhere,
      plugin: this.#plugin.state,
      isServiceReachable: this.#reach.isReachable,
      clockOffsetMs: this.#time.offsetMs,
      idleEndsAtMs: this.#session.idleEndsAtMs,
      language: this.#language.chosen,
      tabs: this.#tabs.count,
      storage: this.#ports.store.state(),
      outbox: this.#outbox.counts,
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
