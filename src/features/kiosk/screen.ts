import { MOST_WINDOWS } from '#contract/calls/config/wall-grid.ts'
import type { StationOutput, StationReport, StationStart, StationWindow } from '#contract/station.ts'
import { stationLimits } from '#contract/station.ts'
import { stationReportPut } from '#contract/calls/station/station-report-put.ts'
import { stationScreenshotPut } from '#contract/calls/station/station-screenshot-put.ts'
import { appVersion } from '../../data/app/app-version.ts'
import { MediaEngine } from '../../data/media/media-engine.ts'
import { mediaState } from '../../data/media/media-state.ts'
import { VideoWindow } from '../../data/media/video-window.ts'
import { StationLink, stationState } from '../../data/station/station-link.ts'
import { PressureGauge } from '../../data/station/pressure.ts'
import { keepStart, takeStart } from '../../data/station/station-key.ts'
import { seenNow, toldOf, type Seen } from '../../data/station/picture-age.ts'
import { shownLanguage } from '../../ui/text/i18n.ts'
import type { ToldWindow } from './told-window.ts'
import { paintScreen } from './paint-screen.ts'

/** A page whose memory has grown so far begins anew. */
const MOST_MEMORY_MB = 1_500
/** Memory in bytes, in Chromium alone. */
type Measured = Performance & { memory?: { usedJSHeapSize: number } }

/** One screen: its link with the service, its windows, and what it tells the office. It lives as long as the page. */
export class Screen {
  readonly link: StationLink
  readonly #engine: MediaEngine
  readonly #videos = new Map<number, VideoWindow>()
  readonly #seen = new WeakMap<VideoWindow, Seen>()
  readonly #told = new Map<number, ToldWindow>()
  readonly #pressure = new PressureGauge()
  readonly #startedMs = Date.now()
  #start: StationStart = 'start'
  #shownTitle = ''
  #isRunning = false

  constructor(voId: StationOutput) {
    this.link = new StationLink(voId, () => this.reload('office'))
    this.#engine = new MediaEngine(this.link.core)
  }

  /** Begins, the first time; goes on afterwards. */
  begin(): void {
    if (this.#isRunning) return
    this.#isRunning = true
    void takeStart(this.link.voId).then((start) => (this.#start = start))
    void this.link.run()
    this.#pressure.begin()
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

  /** What may be said of a window now. */
  toldOf(video: VideoWindow, nowMs: number): Pick<StationWindow, 'state' | 'fault' | 'ageMs'> {
    const stats = video.stats()
    const seen = seenNow(this.#seen.get(video), stats, nowMs)
    if (seen !== undefined) this.#seen.set(video, seen)
    return toldOf(video.state, stats, seen, nowMs)
  }

  /** A window says what is on it; nothing, when it is not on the screen any more. */
  tell(window: number, told: ToldWindow | undefined): void {
    if (told === undefined) this.#told.delete(window)
    else this.#told.set(window, told)
  }

  /** The first report and the first picture are not waited for. */
  shows(title: string): void {
    if (title === this.#shownTitle) return
    this.#shownTitle = title
    setTimeout(() => void this.#report().then(() => this.#sendPicture()), 3_000)
  }

  reload(start: StationStart): void {
    void keepStart(this.link.voId, start).finally(() => location.reload())
  }

  async #report(): Promise<void> {
    if (stationState.now === undefined || stationState.trouble !== undefined) return
    const { usedJSHeapSize } = (performance as Measured).memory ?? {}
    const memoryMb = usedJSHeapSize === undefined ? null : Math.round(usedJSHeapSize / 1e6)
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
      start: this.#start,
      version: appVersion.version,
      language: shownLanguage(),
    }
    await this.link.call(stationReportPut, report).catch(() => undefined)
    if (memoryMb !== null && memoryMb > MOST_MEMORY_MB) this.reload('memory')
  }

  async #sendPicture(): Promise<void> {
    if (stationState.now === undefined || stationState.trouble !== undefined) return
    const file = await paintScreen(
      // In the order of the windows: what is at the front is painted last.
      [...this.#told].toSorted(([one], [other]) => one - other).map(([window, told]) => ({ ...told, video: this.videoOf(window) })),
      this.#shownTitle,
    )
    if (file !== undefined) await this.link.call(stationScreenshotPut, {} as never, file).catch(() => undefined)
  }
}

let screen: Screen | undefined

/** The one screen of this page. */
export function screenOf(voId: StationOutput): Screen {
  screen ??= new Screen(voId)
  return screen
}
