import { setTimeout as pause } from 'node:timers/promises'
import { PTZ_FUNCTION } from '#contract/ptz.ts'
import { Refusal, type CommandHandlers } from '#device/agent/command-handlers.ts'
import type { CommandFault, CommandRequest, CommandResult } from '#contract/device-commands.ts'
import type { DeviceActivity } from '#contract/states/device.ts'
import type { timeZoneNames } from '#contract/time-zones.ts'
import type { Log } from '#shared/log.ts'
import type { DeviceEvent } from '#device/agent/gateway-connection.ts'
import { retryPauseMs } from '#device/agent/retry-pause.ts'
import type { OnvifCamera } from '../cameras.ts'
import type { OtherPast } from '#device/recorder/other-past.ts'
import { CameraEyes } from './camera-eyes.ts'
import { CameraPast } from './camera-past.ts'
import { CameraUpgrade } from './camera-upgrade.ts'
import { OnvifClient } from './client.ts'
import { endSubscription, followEvents } from './event-feed.ts'
import type { PulledMessage } from './event-topics.ts'
import { OnvifError, onvifErrorOf, UNAUTHORIZED_PAUSE_MS, type OnvifFault } from './fault.ts'
import { takesFirmware } from './firmware-upgrade.ts'
import { networkFile, presetFile } from './kept-files.ts'
import { kindOf } from './look-at-camera.ts'
import { parseOnvifUrl } from './onvif-url.ts'
import { sourcesOf } from './profiles.ts'
import { PresetBook } from './preset-book.ts'
import { OnvifHead } from './onvif-head.ts'
import { OnvifSettings } from './onvif-settings.ts'
import { CameraNetworkTrial } from './network-trial.ts'

/** So often a camera that is not listened to is asked whether it is there. */
const LOOK_MS = 30_000
/** One that was told to restart still answers for a moment. */
const RESTART_MS = 3_000

type ZoneName = (typeof timeZoneNames)[number]

interface LinkOptions {
  onvif: OnvifCamera
  sn: string
  /** Fingerprint of the certificate that the camera shows where it plays over TLS. */
  certificate?: string | undefined
  /** of the bridge: where it keeps the numbers of presets */
  folder: string
  /** The only network interface to look for cameras on; undefined: all but the loopback. */
  only: string | undefined
  /** How long new addresses are tried; a minute unless it is said. */
  trialMs?: number
  log: Log
  /** What the camera can do has changed. */
  onChange: () => void
  /** What it does that takes its time, and how far it is with that, in percent. */
  onWork: (activity: DeviceActivity, progress: number | null) => void
  /** It has become another: another version, or it takes firmware or does so no more. */
  onOther: (now: Pick<OnvifCamera, 'version' | 'takesFirmware'>) => void
  /** It is at another address from now on. */
  onMoved: (host: string) => void
  /** It may be asked what became of the addresses that it was to try. */
  onTried: () => void
  /** The camera saw something. */
  report: (event: DeviceEvent) => void
}

/** The bridge's side of one camera's ONVIF: connected for as long as the camera is there, and again when it comes back. */
export class OnvifLink {
  readonly commands: CommandHandlers
  readonly #options: LinkOptions
  readonly #stopped = new AbortController()
  readonly #book: PresetBook
  readonly #upgrade: CameraUpgrade
  readonly #trial: CameraNetworkTrial
  #functions: string[] = []
  #hasSignal = true
  #head: OnvifHead | undefined
  #settings: OnvifSettings | undefined
  #client: OnvifClient | undefined
  #restart = () => {}
  #isRestarting = false
  #past: CameraPast | undefined
  #running: Promise<void> | undefined
  #lookNow = () => {}
  #failures = 0

  constructor(options: LinkOptions) {
    this.#options = options
    this.#book = new PresetBook(presetFile(options.folder, options.sn))
    this.#upgrade = new CameraUpgrade({ ...options, onRestart: () => this.#expectRestart() })
    const { onvif, sn } = options
    this.#trial = new CameraNetworkTrial({
      ...options,
      ...onvif,
      certificate: onvif.certificate,
      trialMs: options.trialMs,
      label: `${sn} ONVIF`,
      file: networkFile(options.folder, sn),
      onEnded: options.onTried,
    })
    this.commands = {
      'ptz-get': (request) => this.#withHead(request, (head) => head.state()),
      'ptz-act': (request) => this.#withHead(request, (head) => head.act(request.act)),
      'ptz-renew': (request) => this.#withHead(request, (head) => head.renew(request.renewal)),
      'ptz-edit': (request) => this.#withHead(request, (head) => head.edit(request.edit)),
      'camera-get': (request) => this.#withSettings(request.chlIndex, (settings) => settings.camera()),
      'camera-set': (request) => this.#withSettings(request.chlIndex, (settings) => settings.change(request)),
      'network-get': () => this.#withSettings(0, (settings) => settings.network()),
      'network-try': (wish) => this.#asked(() => this.#tryNetwork(wish)),
      'network-keep': ({ trialId }) => this.#trial.keep(trialId),
      reboot: async () => {
        this.#requireIdle()
        await this.#withSettings(0, (settings) => settings.reboot())
        this.#expectRestart()
        return null
      },
      ...(options.onvif.takesFirmware && {
        upgrade: () => {
          this.#requireIdle()
          return this.#asked(() => this.#upgrade.begin(this.#client))
        },
      }),
    }
  }

  /** What the camera keeps of the past itself, while it is there. */
  get past(): OtherPast | undefined {
    return this.#past?.isThere === true ? this.#past : undefined
  }

  /** The zone of its clock; undefined when it is not there, or in none of our list. */
  zone(): Promise<ZoneName | undefined> {
    return this.#withSettings(0, (settings) => settings.zone()).catch(() => undefined)
  }

  /** Throws `Refusal`. */
  setZone(name: ZoneName): Promise<void> {
    return this.#withSettings(0, (settings) => settings.setZone(name))
  }

  /** What the camera can do, as it said when it was there last. */
  get functions(): string[] {
    return this.#functions
  }

  /** False while the camera says that its sensor gives no picture. */
  get hasSignal(): boolean {
    return this.#hasSignal
  }

  start(): void {
    this.#running ??= this.#run()
    this.#trial.resume()
  }

  async stop(): Promise<void> {
    this.#stopped.abort()
    await Promise.all([this.#running, this.#upgrade.stop(), this.#trial.stop()])
  }

  #tryNetwork(wish: CommandRequest<'network-try'>): Promise<CommandResult<'network-try'>> {
    this.#requireIdle()
    if (this.#client === undefined) throw new Refusal('failed')
    return this.#trial.begin(this.#client, wish)
  }

  /** Neither takes new firmware nor tries new addresses. Throws `Refusal`. */
  #requireIdle(): void {
    if (this.#upgrade.isUnderWay || this.#trial.isUnderWay) throw new Refusal('busy')
  }

  /** The camera goes away now, and comes back by itself. */
  #expectRestart(): void {
    this.#isRestarting = true
    this.#restart()
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopped
    const { sn, log } = this.#options
    while (!signal.aborted) {
      const fault = await this.#serve(signal)
      if (signal.aborted) return
      log('warn', `${sn} ONVIF: ${fault.message}`)
      if (this.#isRestarting) await pause(RESTART_MS, undefined, { signal }).catch(() => {})
      const pauseMs = fault.kind === 'unauthorized' ? UNAUTHORIZED_PAUSE_MS : retryPauseMs(this.#failures++)
      await pause(pauseMs, undefined, { signal }).catch(() => {})
    }
  }

  /** Serves the camera until it is lost; answers why. */
  async #serve(signal: AbortSignal): Promise<OnvifFault> {
    const { onvif, sn, log } = this.#options
    const address = parseOnvifUrl(onvif.url, onvif.certificate)
    const ended = new AbortController()
    const either = AbortSignal.any([signal, ended.signal])
    const stopped = rejectionOn(either)
    this.#restart = () => ended.abort()
    const connecting = OnvifClient.connect(address)
    let client: OnvifClient | undefined
    try {
      client = await Promise.race([connecting, stopped])
      const eyes = await this.#meet(client)
      this.#client = client
      this.#failures = 0
      const feed = { client, signal: either, label: `${sn} ONVIF`, log, onMessages: (messages: PulledMessage[]) => eyes.see(messages) }
      return await Promise.race([stopped, this.#watch(client, either), ...(client.has('events') ? [followEvents(feed)] : [])])
    } catch (error) {
      return onvifErrorOf(error, address.label).fault
    } finally {
      ended.abort()
      this.#head?.close()
      this.#head = undefined
      this.#settings = undefined
      this.#client = undefined
      this.#past = undefined
      this.#noteSignal(true)
      if (client !== undefined) await part(client)
      // One that has not answered yet is not waited for.
      else void connecting.then(part, () => {})
    }
  }

  /** Asks from time to time whether the camera is there, and at once when it takes our questions no more. */
  async #watch(client: OnvifClient, signal: AbortSignal): Promise<never> {
    for (;;) {
      const look = new AbortController()
      this.#lookNow = () => look.abort()
      await pause(LOOK_MS, undefined, { signal: AbortSignal.any([signal, look.signal]) }).catch(() => {})
      signal.throwIfAborted()
      await client.checkClock()
    }
  }

  /** Learns what the camera can do. */
  async #meet(client: OnvifClient): Promise<CameraEyes> {
    const { onvif, sn, log, report, onChange } = this.#options
    const { profile, source } = onvif
    const certificate = this.#options.certificate ?? onvif.certificate
    const profiles = await client.profiles()
    const moving = profiles.filter((one) => one.hasPtz && one.source === source)
    const steered = moving.find(({ token }) => token === profile) ?? moving[0]
    if (steered !== undefined && client.has('ptz')) {
      this.#head = await OnvifHead.open({ client, profile: steered.token, source, book: this.#book }).catch((error: unknown) => {
        // It says that its head moves, and knows nothing of it: its events are worth having all the same.
        if (!(error instanceof OnvifError) || !['unsupported', 'protocol', 'not-found'].includes(error.fault.kind)) throw error
        log('warn', `${sn} ONVIF: its head cannot be moved, ${error.fault.message}`)
        return undefined
      })
    }
    if (client.has('search') && client.has('replay')) {
      const isOnly = sourcesOf(profiles).length === 1
      this.#past = new CameraPast({ client, profile, source, isOnly, certificate, label: `${sn} ONVIF`, log })
      await this.#past.look()
    }
    this.#settings = new OnvifSettings(client, profiles, source)
    if (this.#isRestarting) this.#options.onWork('idle', null)
    this.#isRestarting = false
    const { version } = kindOf(await client.information())
    const now = { version, takesFirmware: await takesFirmware(client) }
    if (now.version !== onvif.version || now.takesFirmware !== onvif.takesFirmware) this.#options.onOther(now)
    this.#functions = this.#head === undefined ? [] : [PTZ_FUNCTION]
    onChange()
    return new CameraEyes({
      client,
      profiles,
      source,
      label: `${sn} ONVIF`,
      log,
      report,
      onSignal: (hasSignal) => this.#noteSignal(hasSignal),
    })
  }

  #noteSignal(hasSignal: boolean): void {
    if (this.#hasSignal === hasSignal) return
    this.#hasSignal = hasSignal
    this.#options.log(
      'warn',
      `${this.#options.sn} ONVIF: ${hasSignal ? 'its sensor gives a picture again' : 'its sensor gives no picture'}`,
    )
    this.#options.onChange()
  }

  async #withHead<T>({ chlIndex }: { chlIndex: number }, work: (head: OnvifHead) => T | Promise<T>): Promise<T> {
    if (chlIndex !== 0 || !this.#functions.includes(PTZ_FUNCTION)) throw new Refusal('unsupported')
    const head = this.#head
    if (head === undefined) throw new Refusal('failed')
    return this.#asked(() => work(head))
  }

  async #withSettings<T>(chlIndex: number, work: (settings: OnvifSettings) => Promise<T>): Promise<T> {
    const settings = this.#settings
    if (chlIndex !== 0) throw new Refusal('not-found', 'chlIndex')
    if (settings === undefined) throw new Refusal('failed')
    return this.#asked(() => work(settings))
  }

  async #asked<T>(work: () => T | Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof OnvifError)) throw error
      this.#options.log('warn', `${this.#options.sn} ONVIF: ${error.fault.message}`)
      if (error.fault.kind === 'unauthorized' || error.fault.kind === 'clock') this.#lookNow()
      throw new Refusal(refusalOf[error.fault.kind] ?? 'failed')
    }
  }
}

/** A promise that is rejected when the signal comes, and that nobody has to wait for. */
function rejectionOn(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  promise.catch(() => {})
  signal.addEventListener('abort', () => reject(new OnvifError('lost', 'stopped')), { once: true })
  return promise
}

async function part(client: OnvifClient): Promise<void> {
  await endSubscription(client)
  client.close()
}

const refusalOf: Partial<Record<OnvifFault['kind'], CommandFault>> = { unsupported: 'unsupported', full: 'full', 'not-found': 'not-found' }
