import { join } from 'node:path'
import type { Motion, PictureShape } from '#contract/camera-settings.ts'
import type { GatewayChannel } from '#contract/device-gateway.ts'
import type { Log } from '#shared/log.ts'
import { bindingKeyFile } from '#device/agent/binding-key-file.ts'
import { DeviceAgent } from '#device/agent/device-agent.ts'
import type { DeviceDescription, DeviceEvent } from '#device/agent/gateway-connection.ts'
import { channelStatuses } from '#contract/enums.ts'
import { cameraCommands, type LookedChannel } from './picture/camera-commands.ts'
import { LookBook } from './picture/look-book.ts'
import { formatOf, isPlain, streamOf } from './picture/look.ts'
import type { ClipLoop } from './clip-loop.ts'
import type { ObjectBox } from '#contract/object-box.ts'
import { seenInFilm, type SeenInFilm } from './happening.ts'
import { FailingCommands } from './failing-commands.ts'
import { filmSnapshot } from './motion/film-snapshot.ts'
import { crossingsOf, isIn, readTracks } from './motion/tracks.ts'
import { keepSecurityCode, type KnownDevice } from './devices-file.ts'
import { PtzCamera, type PtzStore } from './ptz/ptz-camera.ts'
import { ptzHandlers } from './ptz/ptz-commands.ts'
import { firstMemory } from './ptz/ptz-memory.ts'
import { PtzSource } from './ptz/ptz-source.ts'
import type { Pacer } from './pacer.ts'
import { DeviceRecorder } from './recordings/device-recorder.ts'
import { simulatedCommands } from './simulated-commands.ts'
import type { SimulatedSource } from './simulated-source.ts'
import { NetworkTrial, TRIAL_MS } from './network-trial.ts'
import { firstState } from './state/device-state.ts'
import { isTold } from './state/notify.ts'
import { StateFile } from './state/state-file.ts'
import { SwitchedSource } from './switched-source.ts'

const noMotion: Motion = { areas: [], lines: [] }
/** Kinds of events that are of something at a place in the picture. */
const placed: ReadonlySet<DeviceEvent['event']> = new Set(['motion', 'person', 'vehicle', 'face', 'plate', 'intrusion'])
const SAME_CROSSING_MS = 100
const FAILED_AWAY_MS = 2_000

interface SimulatedDeviceOptions {
  device: KnownDevice
  model: string
  channels: GatewayChannel[]
  /** The large stream of each channel. */
  loops: readonly ClipLoop[]
  source: SimulatedSource
  /** What each channel is when nobody has changed it. */
  looked?: readonly LookedChannel[]
  /** Channels whose cameras can be moved. */
  ptzChannels: readonly number[]
  pacer: Pacer
  dataFolder: string
  /** `ws://…/device-ws` */
  url: string
  /** How long it tries new network settings; a minute unless it says so. */
  trialMs?: number
  log: Log
}

/** One simulated device: its agent, what it keeps in its data folder, and what it does when it is told to. */
export class SimulatedDevice {
  readonly agent: DeviceAgent
  readonly recorder: DeviceRecorder
  /** What it was told to fail at. */
  readonly failing = new FailingCommands(() => this.goAway(FAILED_AWAY_MS))
  readonly #options: SimulatedDeviceOptions
  readonly #state: StateFile
  readonly #source: SwitchedSource
  readonly #network: NetworkTrial
  readonly #book: LookBook
  /** Channels that are offline, and what brings each of them back. */
  readonly #lost = new Map<number, NodeJS.Timeout>()
  #awayUntilMs = 0

  constructor(options: SimulatedDeviceOptions) {
    this.#options = options
    const { device, channels, loops, looked = [], ptzChannels, pacer, dataFolder, url, log } = options
    const { sn, securityCode, key } = device
    this.#state = new StateFile(dataFolder, sn, () => firstState({ ...device, channels: channels.length }, Date.now()))
    this.#state.change({}, `start, version ${this.#state.now.version}`)
    this.#book = new LookBook(this.#state)
    options.source.lookedAtBy(this.#book)
    this.#book.onChange(() => this.#tellChannels())
    const cameras = new Map(ptzChannels.map((chlIndex) => [chlIndex, new PtzCamera(this.#memoryOf(chlIndex), Date.now)]))
    this.#source = new SwitchedSource(cameras.size === 0 ? options.source : new PtzSource(options.source, cameras, pacer, this.#book))
    const folder = join(dataFolder, 'simulator', 'recordings', sn)
    this.recorder = new DeviceRecorder({
      folder,
      state: this.#state.now,
      loops,
      nowMs: Date.now(),
      timeZone: () => this.#book.timeZone,
      isTold: (chlIndex, happening) => this.#isInAreas(chlIndex, happening.kind, seenInFilm(happening).box),
    })
    options.source.recordedBy(this.recorder)
    const own = simulatedCommands({
      sn,
      recorder: this.recorder,
      state: this.#state,
      report: (report) => this.agent.reportWork(report),
      restart: (awayMs) => {
        this.agent.changeIdentity({ description: this.#describe() })
        this.agent.goAway(awayMs)
      },
      takeSecurityCode: (code) => {
        keepSecurityCode(dataFolder, sn, code)
        this.agent.changeIdentity({ securityCode: code })
      },
    })
    this.#network = new NetworkTrial({
      sn,
      state: this.#state,
      trialMs: options.trialMs ?? TRIAL_MS,
      setReachable: (isReachable) => this.agent.setReachable(isReachable),
    })
    const commands = {
      ...own,
      ...this.#network.commands,
      ...(looked.length > 0 ? cameraCommands(looked, this.#book) : {}),
      ...ptzHandlers(cameras),
    }
    this.agent = new DeviceAgent({
      url,
      description: this.#describe(),
      securityCode,
      key,
      bindingKey: bindingKeyFile(join(dataFolder, 'simulator'), sn),
      channels: this.#channels(),
      source: this.#source,
      commands: this.failing.wrap(commands),
      log,
    })
    this.#network.resume()
  }

  async stop(): Promise<void> {
    this.#network.stop()
    await this.agent.stop()
  }

  get name(): string {
    return this.#state.now.general.name
  }

  get sn(): string {
    return this.#options.device.sn
  }

  get channelCount(): number {
    return this.#options.channels.length
  }

  isLost(chlIndex: number): boolean {
    return this.#lost.has(chlIndex)
  }

  /** Areas and lines that were drawn on the picture of a channel. */
  motionOf(chlIndex: number): Motion {
    return this.#book.of(chlIndex).motion ?? noMotion
  }

  /**
   * A channel saw something, and tells the service. False: it does not, since it is not in the areas, or crosses none of the lines, that were drawn on its
   * picture. `seen`: where its film shows it. What is masked is so in the picture of the event too, which has none where the film does not show it.
   */
  saw(event: DeviceEvent, seen?: SeenInFilm): boolean {
    const { chlIndex, event: kind, box } = event
    const { lines } = this.motionOf(chlIndex)
    if (!this.#isInAreas(chlIndex, kind, seen?.box ?? box)) return false
    // The line that it came with is there as long as no other was drawn.
    if (kind === 'line-crossing' && lines.length > 0 && !this.#isCrossed(chlIndex, seen)) return false
    // A camera without a cable sees nothing, and one may be told to keep what it sees to itself.
    if (this.#lost.has(chlIndex) || !isTold(this.#state.now, kind, event.atMs)) return true
    const masks = this.#book.now(chlIndex).masks ?? []
    const loop = this.#options.loops[chlIndex]
    const isFilmed = event.snapshot === undefined && kind === 'line-crossing'
    if (masks.length === 0 && !isFilmed) this.agent.report(event)
    else void this.#reportFilmed(event, loop, masks, seen)
    return true
  }

  #isInAreas(chlIndex: number, kind: DeviceEvent['event'], place: ObjectBox | undefined): boolean {
    const { areas } = this.motionOf(chlIndex)
    return !placed.has(kind) || areas.length === 0 || (place !== undefined && isIn(areas, place))
  }

  async #reportFilmed(
    { snapshot: _snapshot, ...event }: DeviceEvent,
    loop: ClipLoop | undefined,
    masks: PictureShape[],
    seen?: SeenInFilm,
  ) {
    const snapshot = loop && seen && (await filmSnapshot(loop, seen.atMs, masks, seen.view))
    this.agent.report({ ...event, ...(snapshot && { snapshot }) })
  }

  /** Whether something that is seen at a time of the loop crosses a line just then. */
  #isCrossed(chlIndex: number, seen: SeenInFilm | undefined): boolean {
    const loop = this.#options.loops[chlIndex]
    if (loop === undefined || seen === undefined) return false
    const crossings = this.motionOf(chlIndex).lines.flatMap((line) => crossingsOf(readTracks(loop.clip.scene), line))
    return crossings.some(({ atMs }) => Math.abs(atMs - seen.atMs) < SAME_CROSSING_MS)
  }

  /** Whether the service takes what it tells. */
  get isHeard(): boolean {
    return this.agent.isHeard
  }

  get isAway(): boolean {
    return Date.now() < this.#awayUntilMs
  }

  /** Takes the whole device off the network for this time; false when it is off already. */
  goAway(ms: number): boolean {
    if (this.isAway) return false
    this.#awayUntilMs = Date.now() + ms
    this.#state.change({}, `network lost for ${Math.round(ms / 1000)} s`)
    this.agent.goAway(ms)
    return true
  }

  /** Takes one channel away for this time, anew when it is away already. */
  loseChannel(chlIndex: number, ms: number): void {
    clearTimeout(this.#lost.get(chlIndex))
    const back = setTimeout(() => {
      this.#lost.delete(chlIndex)
      this.#source.switch(chlIndex, true)
      this.#tellChannels()
    }, ms)
    this.#lost.set(chlIndex, back.unref())
    this.#source.switch(chlIndex, false)
    this.#state.change({}, `channel ${chlIndex + 1} lost for ${Math.round(ms / 1000)} s`)
    this.#tellChannels()
  }

  #tellChannels(): void {
    this.agent.setChannels(this.#channels())
  }

  /** Its channels as they are now. */
  #channels(): GatewayChannel[] {
    return this.#options.channels.map((channel) => {
      const { chlIndex } = channel
      const base = this.#options.looked?.[chlIndex]?.base
      const look = this.#book.now(chlIndex)
      const streams = channel.streams.map((stream) =>
        base === undefined || isPlain(look, base, stream.stream)
          ? stream
          : { stream: stream.stream, ...formatOf(streamOf(look, base, stream.stream)) },
      )
      return { ...channel, streams, ...(this.#lost.has(chlIndex) && { status: channelStatuses.offline }) }
    })
  }

  #memoryOf(chlIndex: number): PtzStore {
    const state = this.#state
    return {
      get memory() {
        return state.now.ptz?.[chlIndex] ?? firstMemory
      },
      keep: (memory, logLine) => state.change({ ptz: { ...state.now.ptz, [chlIndex]: memory } }, logLine),
    }
  }

  #describe(): DeviceDescription {
    const { device, model } = this.#options
    const { general, version } = this.#state.now
    return { sn: device.sn, devType: device.devType, name: general.name, model, version }
  }
}
