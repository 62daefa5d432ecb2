import type { Breakage, PlayedSpan, PlayerDeck, PlayerState } from '../../lib/player-deck.ts'
import { FilmWatch } from './film-watch.ts'
import { APART_S, hasMoment, leaderAt, positionIn, wholeSpan } from './moments.ts'

/** Between two looks at the clocks of the files. */
const LOOK_MS = 100
/** Until it was seen how long a picture of these files is shown. */
const USUAL_PICTURE_MS = 40
const SHORTEST_PICTURE_MS = 5

/**
 * Files that show one moment, by one clock: that of the longest of them; the others are put right when they are farther from it than a picture.
 * Whatever has no picture of the moment stands still.
 */
export class ClipDeck implements PlayerDeck {
  readonly #clips: readonly PlayedSpan[]
  readonly #videos = new Map<number, HTMLVideoElement>()
  readonly #listeners = new Set<() => void>()
  #state: PlayerState
  #timer: ReturnType<typeof setInterval> | undefined
  #pictureMs = USUAL_PICTURE_MS
  #lastPictureS: number | undefined
  readonly #watches = new WeakMap<HTMLVideoElement, FilmWatch>()
  readonly span: PlayedSpan

  constructor(clips: readonly PlayedSpan[]) {
    this.#clips = clips
    this.span = wholeSpan(clips)
    this.#state = { atMs: this.span.startMs, isPlaying: false, speed: 1, isOver: false, broken: new Map(), loop: undefined }
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  read = (): PlayerState => this.#state

  /** Takes the element in which a file is shown; undefined when it goes. */
  attach(index: number, video: HTMLVideoElement | null): void {
    if (video === null) {
      this.#watchOf(index)?.stop()
      this.#videos.delete(index)
      if (this.#videos.size === 0) this.#stop()
      return
    }
    this.#videos.set(index, video)
    if (this.#state.isPlaying && this.#timer === undefined) this.#timer = setInterval(() => this.#look(), LOOK_MS)
    const known = this.#watches.get(video)
    if (known) return known.resume()
    this.#watches.set(video, new FilmWatch(video, (breakage) => this.#broke(index, breakage)))
    // What is loaded anew begins where it was. Chromium shows the file's first picture all the same before it goes there: nobody is to see that.
    video.addEventListener('loadstart', () => {
      const positionS = this.#positionOf(index)
      video.currentTime = positionS
      video.style.opacity = positionS > 0 ? '0' : ''
    })
    video.addEventListener('seeked', () => (video.style.opacity = ''))
    // Where the browser cannot go there it stays where it is, and says nothing.
    video.addEventListener('loadeddata', () => {
      if (!video.seeking) video.style.opacity = ''
    })
    video.addEventListener('loadedmetadata', () => {
      video.currentTime = this.#positionOf(index)
      // It may have been fetched anew while it played.
      this.#align(false)
    })
    if (index === this.#leader) this.#measure(video)
  }

  play(isPlaying: boolean): void {
    if (isPlaying && this.#state.isOver) this.#change({ atMs: this.span.startMs, isOver: false })
    this.#change({ isPlaying })
    this.#stop()
    if (isPlaying) this.#timer = setInterval(() => this.#look(), LOOK_MS)
    this.#align(true)
  }

  seek(atMs: number): void {
    const within = Math.min(Math.max(this.span.startMs, atMs), this.span.endMs)
    this.#change({ atMs: within, isOver: false })
    this.#align(true)
  }

  setSpeed(speed: number): void {
    this.#change({ speed })
    this.#align(false)
  }

  /** One picture on, or back; it stands still afterwards. */
  step(pictures: 1 | -1): void {
    this.play(false)
    this.seek(this.#state.atMs + pictures * this.#pictureMs)
  }

  setLoop(loop: PlayedSpan | undefined): void {
    this.#change({ loop })
  }

  /** Of which file one hears the sound; none: undefined. */
  setSound(index: number | undefined, volume: number): Promise<undefined> {
    for (const [number, video] of this.#videos) {
      video.muted = number !== index
      video.volume = volume
    }
    return Promise.resolve(undefined)
  }

  /** The picture of a file as it is shown now, whole; undefined where there is none. */
  async snapshot(index: number): Promise<Blob | undefined> {
    const video = this.#videos.get(index)
    if (video === undefined || video.videoWidth === 0) return undefined
    const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight)
    canvas.getContext('2d')?.drawImage(video, 0, 0)
    return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.95 })
  }

  close(): void {
    this.#stop()
    for (const video of this.#videos.values()) video.pause()
  }

  /** What the browser makes nothing of says no time, as long as there is another. */
  get #leader(): number {
    const { atMs, broken } = this.#state
    const shown = [...this.#clips.entries()].filter(([index]) => broken.get(index) !== 'unplayable')
    const clips = shown.map(([, clip]) => clip)
    return shown[leaderAt(clips, atMs)]?.[0] ?? leaderAt(this.#clips, atMs)
  }

  /** The one that leads says what time it is. While it is fetched anew there is no other clock. */
  #isClock(leader: number): boolean {
    const video = this.#videos.get(leader)
    return video !== undefined && video.readyState >= HTMLMediaElement.HAVE_METADATA && !this.#state.broken.has(leader)
  }

  #watchOf(index: number): FilmWatch | undefined {
    const video = this.#videos.get(index)
    return video && this.#watches.get(video)
  }

  #positionOf(index: number): number {
    const clip = this.#clips[index]
    return clip === undefined ? 0 : positionIn(clip, this.#state.atMs)
  }

  /** Learns the time by the file that leads, and puts the others right. */
  #look(): void {
    const leader = this.#leader
    const [video, clip] = [this.#videos.get(leader), this.#clips[leader]]
    if (video === undefined || clip === undefined) return
    // The others wait for it.
    if (!this.#isClock(leader)) return this.#align(false)
    const atMs = clip.startMs + video.currentTime * 1000
    const { loop } = this.#state
    if (loop && !video.seeking && (atMs >= loop.endMs || video.ended)) return this.seek(loop.startMs)
    if (video.ended || atMs >= this.span.endMs) {
      this.#change({ atMs: this.span.endMs, isPlaying: false, isOver: true })
      this.#stop()
      return this.#align(false)
    }
    if (!video.seeking) this.#change({ atMs })
    this.#align(false)
  }

  #align(isSought: boolean): void {
    const { atMs, isPlaying, speed } = this.#state
    const leader = this.#leader
    const goesOn = isPlaying && this.#isClock(leader)
    for (const [index, video] of this.#videos) {
      const clip = this.#clips[index]
      if (clip === undefined) continue
      video.playbackRate = speed
      const wanted = positionIn(clip, atMs)
      const isOff = Math.abs(video.currentTime - wanted) > APART_S * Math.max(1, speed)
      if (isSought || (isOff && index !== leader && !video.seeking)) video.currentTime = wanted
      if ((goesOn || (isPlaying && index === leader)) && hasMoment(clip, atMs)) void video.play().catch(() => {})
      else video.pause()
    }
  }

  /** How long a picture is shown: for steps. */
  #measure(video: HTMLVideoElement): void {
    if (!('requestVideoFrameCallback' in video)) return
    const seen: VideoFrameRequestCallback = (_now, { mediaTime }) => {
      const gapMs = this.#lastPictureS === undefined ? 0 : (mediaTime - this.#lastPictureS) * 1000
      if (gapMs > SHORTEST_PICTURE_MS && gapMs < this.#pictureMs) this.#pictureMs = gapMs
      this.#lastPictureS = mediaTime
      if (this.#videos.size > 0) video.requestVideoFrameCallback(seen)
    }
    video.requestVideoFrameCallback(seen)
  }

  #broke(index: number, breakage: Breakage | undefined): void {
    const broken = new Map(this.#state.broken)
    if (breakage === undefined) broken.delete(index)
    else broken.set(index, breakage)
    this.#change({ broken })
  }

  #stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #change(change: Partial<PlayerState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}
