import type { PlayedSpan, PlayerDeck, PlayerState } from '../../lib/player-deck.ts'
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
  readonly #known = new WeakSet<HTMLVideoElement>()
  readonly span: PlayedSpan

  constructor(clips: readonly PlayedSpan[]) {
    this.#clips = clips
    this.span = wholeSpan(clips)
    this.#state = { atMs: this.span.startMs, isPlaying: false, speed: 1, isOver: false, broken: new Set(), loop: undefined }
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  read = (): PlayerState => this.#state

  /** Takes the element in which a file is shown; undefined when it goes. */
  attach(index: number, video: HTMLVideoElement | null): void {
    if (video === null) {
      this.#videos.delete(index)
      if (this.#videos.size === 0) this.#stop()
      return
    }
    this.#videos.set(index, video)
    if (this.#state.isPlaying && this.#timer === undefined) this.#timer = setInterval(() => this.#look(), LOOK_MS)
    if (this.#known.has(video)) return
    this.#known.add(video)
    video.addEventListener('error', () => this.#broke(index))
    video.addEventListener('loadedmetadata', () => {
      video.currentTime = this.#positionOf(index)
      if (video.videoWidth === 0) this.#broke(index)
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

  get #leader(): number {
    return leaderAt(this.#clips, this.#state.atMs)
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
    for (const [index, video] of this.#videos) {
      const clip = this.#clips[index]
      if (clip === undefined) continue
      video.playbackRate = speed
      const wanted = positionIn(clip, atMs)
      const isOff = Math.abs(video.currentTime - wanted) > APART_S * Math.max(1, speed)
      if (isSought || (isOff && index !== leader && !video.seeking)) video.currentTime = wanted
      if (isPlaying && hasMoment(clip, atMs)) void video.play().catch(() => {})
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

  #broke(index: number): void {
    this.#change({ broken: new Set([...this.#state.broken, index]) })
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
