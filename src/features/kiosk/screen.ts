import { MOST_WINDOWS } from '#contract/calls/config/wall-grid.ts'
import type { StationOutput, StationReport, StationStart, StationWindow } from '#contract/station.ts'
import { stationLimits } from '#contract/station.ts'
import { stationReportPut } from '#contract/calls/station/station-report-put.ts'
import { stationScreenshotPut } from '#contract/calls/station/station-screenshot-put.ts'
import { stepLeftMs } from '#shared/station-shown.ts'
import { appVersion } from '../../data/app/app-version.ts'
import { MediaEngine } from '../../data/media/media-engine.ts'
import { mediaState } from '../../data/media/media-state.ts'
import { VideoWindow } from '../../data/media/video-window.ts'
import { isAbsent, StationLink, stationState } from '../../data/station/station-link.ts'
import { PressureGauge } from '../../data/station/pressure.ts'
import { keepOther, shell } from '../../data/station/own-window.ts'
import { Renewal, type ScreenLook } from '../../data/station/renewal.ts'
import { shownLanguage } from '../../ui/text/i18n.ts'
import { addressOf } from '../../lib/second-screen.ts'
import { paintScreen } from './paint-screen.ts'

/** In the last moment of a step of a tour the page may be changed for its successor. */
const STEP_END_MS = 1_500

/** One screen: its link with the service, its windows, and what it tells the office. It lives as long as the page. */
export class Screen {
  readonly link: StationLink
  readonly renewal: Renewal
  readonly #engine: MediaEngine
  readonly #videos = new Map<number, VideoWindow>()
  readonly #told = new Map<number, StationWindow>()
  readonly #pressure = new PressureGauge()
  readonly #startedMs = Date.now()
  readonly #voId: StationOutput
  #shownTitle = ''
  #isRunning = false

  constructor(voId: StationOutput, start: StationStart) {
    this.#voId = voId
    this.link = new StationLink(voId, () => this.renewal.renew('office'))
    this.#engine = new MediaEngine(this.link.core)
    this.renewal = new Renewal({
      start,
      shell,
      shellAddress: addressOf(voId),
      look: () => this.#look(),
      onShown: () => this.link.appear(),
      isBusy: () => stationState.trouble !== undefined || stationState.identifyUntilMs > Date.now() || this.#hasAlarm,
    })
  }

  /** Begins, the first time; goes on afterwards. The answer is called when the page is not drawn any more. */
  begin(): () => void {
    this.renewal.isThere = true
    this.#run()
    return () => {
      this.renewal.isThere = false
    }
  }

  #run(): void {
    if (this.#isRunning) return
    this.#isRunning = true
    this.renewal.run()
    void this.link.run()
    this.#pressure.begin()
    if (this.#voId === 1) keepOther()
    setInterval(() => void this.#report(), stationLimits.reportEveryMs)
    setInterval(() => void this.#sendPicture(), stationLimits.screenshotEveryMs)
  }

  videoOf(window: number): VideoWindow {
    const known = this.#videos.get(window)
    if (known !== undefined) return known
    const made = new VideoWindow(window, this.#engine)
    this.#videos.set(window, made)
    return made
  }

  /** A window says what is on it; nothing, when it is not on the screen any more. */
  tell(window: number, told: StationWindow | undefined): void {
    if (told === undefined) this.#told.delete(window)
    else this.#told.set(window, told)
  }

  /** The first report and the first picture are not waited for. */
  shows(title: string): void {
    if (title === this.#shownTitle) return
    this.#shownTitle = title
    setTimeout(() => void this.#report().then(() => this.#sendPicture()), 3_000)
  }

  /** What another page may be taken away for: pictures that are there, and those of a tour not before its step ends. */
  #look(): ScreenLook {
    const { stage, now, trouble, offsetMs } = stationState
    const hasTrouble = trouble !== undefined
    if (now === undefined) return { live: 0, isDrawn: stage === 'pairing', hasTrouble }
    const told = [...this.#told]
    const live = told.filter(([window, { state }]) => (state === 'live' || state === 'slow') && this.#isPainted(window)).length
    const isSettled = !hasTrouble && this.#shownTitle !== '' && told.every(([, { state }]) => state !== 'connecting')
    const serviceMs = Date.now() + offsetMs
    return { live, isDrawn: isSettled && stepLeftMs(now, serviceMs) < STEP_END_MS, hasTrouble }
  }

  #isPainted(window: number): boolean {
    return this.videoOf(window).ratio !== undefined
  }

  /** An alarm is at the front. */
  get #hasAlarm(): boolean {
    const { now, offsetMs } = stationState
    return now !== undefined && now.alarms.some(({ untilMs }) => untilMs > Date.now() + offsetMs)
  }

  get #isToTell(): boolean {
    const { now, trouble, isShown } = stationState
    return now !== undefined && trouble === undefined && isShown
  }

  async #report(): Promise<void> {
    if (!this.#isToTell) return
    const { memoryBytes, start } = this.renewal
    const memoryMb = memoryBytes === undefined ? null : Math.round(memoryBytes / 1e6)
    const stats = [...this.#videos.values()].map((video) => video.stats())
    const sum = (count: (one: NonNullable<(typeof stats)[number]>) => number) =>
      stats.reduce((all, one) => all + (one === undefined ? 0 : count(one)), 0)
    const report: StationReport = {
      windows: [...this.#told.values()].slice(0, MOST_WINDOWS).map(({ sn, chlIndex, state, fault, ageMs }) => ({
        sn,
        chlIndex,
        state,
        ageMs,
        ...(fault && { fault }),
      })),
      shownTitle: this.#shownTitle.slice(0, 64),
      framesShown: sum(({ framesShown }) => framesShown),
      framesDropped: sum(({ framesDropped }) => framesDropped),
      memoryMb,
      pressure: this.#pressure.state,
      decodeLoad: Math.min(10, Math.max(0, mediaState.decodeLoad)),
      screen: `${Math.round(innerWidth * devicePixelRatio)}x${Math.round(innerHeight * devicePixelRatio)}`,
      startedMs: Math.round(this.#startedMs + stationState.offsetMs),
      start,
      version: appVersion.version,
      language: shownLanguage(),
    }
    await this.link.call(stationReportPut, report).catch(() => undefined)
  }

  async #sendPicture(): Promise<void> {
    const { now, trouble, isShown } = stationState
    // In trouble as well, unless it cannot be sent: what hides the wall from people hides it from the office.
    if (now === undefined || !isShown || isAbsent(trouble)) return
    const file = await paintScreen(document.body, this.#videos.values())
    if (file !== undefined) await this.link.call(stationScreenshotPut, {} as never, file).catch(() => undefined)
  }
}

let screen: Screen | undefined

/** The one screen of this page, which began for this reason. */
export function screenOf(voId: StationOutput, start: StationStart): Screen {
  screen ??= new Screen(voId, start)
  return screen
}
