import type { StreamKind } from '#contract/enums.ts'
import type { ChannelSource, SourceUnit, StreamFormat, StreamHandle, StreamSink } from '#device/agent/channel-source.ts'
import type { Paced, Pacer } from '../pacer.ts'
import type { LookBook } from '../picture/look-book.ts'
import { formatOf, isPlain, restyleJobOf, streamOf, type BaseStreams } from '../picture/look.ts'
import { StyledEncoder } from '../picture/styled-encoder.ts'
import { LIVE_CODEC, LiveEncoder } from './live-encoder.ts'
import { Panorama } from './panorama.ts'
import type { PtzCamera } from './ptz-camera.ts'

const FPS = 12
const SCENE = new URL('../clips/parking-lot-wide.jpg', import.meta.url)
/** The streams of a camera that moves. */
export const movingFormats: Record<StreamKind, StreamFormat> = {
  main: { codec: LIVE_CODEC, width: 1280, height: 720, fps: FPS },
  sub: { codec: LIVE_CODEC, width: 640, height: 360, fps: FPS },
}

const moving = { codec: 'H264', fps: FPS, keyDistance: FPS * 2 } as const
/** As they are when nobody has changed them. */
export const movingStreams: BaseStreams = {
  main: { stream: 'main', width: 1280, height: 720, kbps: 2_000, ...moving },
  sub: { stream: 'sub', width: 640, height: 360, kbps: 600, ...moving },
}

let panorama: Promise<Panorama> | undefined

type Captured = Pick<SourceUnit, 'ptsUs' | 'captureMs'>
interface MovingOptions {
  camera: PtzCamera
  scene: Panorama
  stream: StreamKind
  sink: StreamSink
  book: LookBook
  chlIndex: number
}

/** What a camera that moves sees, drawn and encoded while somebody watches. */
class MovingStream implements Paced {
  dueMs = Date.now()
  readonly #camera: PtzCamera
  readonly #scene: Panorama
  readonly #sink: StreamSink
  /** As it is drawn. */
  readonly #drawn: StreamFormat
  readonly #format: StreamFormat
  readonly #encoder: { push: (picture: Uint8Array, captured: Captured) => void; close: () => void }
  #shown = ''
  #picture = new Uint8Array()
  #isOpened = false

  constructor({ camera, scene, stream, sink, book, chlIndex }: MovingOptions) {
    this.#camera = camera
    this.#scene = scene
    this.#sink = sink
    this.#drawn = movingFormats[stream]
    const look = book.now(chlIndex)
    if (isPlain(look, movingStreams, stream)) {
      this.#format = this.#drawn
      const captured: Captured[] = []
      const encoder = new LiveEncoder(this.#format, {
        onUnit: ({ data, isKey }) => {
          const times = captured.shift()
          if (times) this.#send({ isKey, isPreroll: false, ...times, data })
        },
        onEnd: () => sink.failed('lost'),
      })
      this.#encoder = { push: (picture, times) => encoder.push(picture) && captured.push(times), close: () => encoder.close() }
      return
    }
    const told = streamOf(look, movingStreams, stream)
    const { width, height } = this.#drawn
    this.#format = formatOf(told)
    const encoder = new StyledEncoder(restyleJobOf(look, told, { width, height, format: 'yuv420p' }, book.timeZone), {
      onUnit: (unit) => this.#send(unit),
      onEnd: () => sink.failed('lost'),
    })
    this.#encoder = { push: (picture, times) => encoder.isBehind || encoder.push(picture, times), close: () => encoder.close() }
  }

  run(nowMs: number): void {
    if (this.dueMs > nowMs) return
    // Pictures are numbered by the wall clock, as those of the clips are: what is left out leaves a gap.
    const { fps } = this.#format
    const number = Math.floor((nowMs * fps) / 1000)
    this.dueMs = ((number + 1) * 1000) / fps
    this.#encoder.push(this.#draw(), { ptsUs: Math.round((number * 1e6) / fps), captureMs: nowMs })
  }

  close(): void {
    this.#encoder.close()
  }

  /** The picture of now: the last one again while the camera stands still. */
  #draw(): Uint8Array {
    const { look } = this.#camera.head
    const shown = JSON.stringify(look)
    if (shown === this.#shown) return this.#picture
    const { width, height } = this.#drawn
    this.#shown = shown
    this.#picture = new Uint8Array((width * height * 3) / 2)
    this.#scene.cut(look, this.#picture, width, height)
    return this.#picture
  }

  #send(unit: SourceUnit): void {
    if (!this.#isOpened) this.#sink.opened(this.#format)
    this.#isOpened = true
    this.#sink.unit(unit)
  }
}

/** A device with cameras that move; its other channels, and what was recorded of all, come from another source. */
export class PtzSource implements ChannelSource {
  readonly #others: ChannelSource
  readonly #cameras: ReadonlyMap<number, PtzCamera>
  readonly #pacer: Pacer
  readonly #book: LookBook
  readonly #open = new Set<{ chlIndex: number; again: () => void }>()
  readonly recording: ChannelSource['recording']
  readonly talk: ChannelSource['talk']

  constructor(others: ChannelSource, cameras: ReadonlyMap<number, PtzCamera>, pacer: Pacer, book: LookBook) {
    this.#others = others
    this.#cameras = cameras
    this.#pacer = pacer
    this.#book = book
    book.onChange((chlIndex) => {
      for (const open of this.#open) if (open.chlIndex === chlIndex) open.again()
    })
    this.recording = others.recording?.bind(others)
    this.talk = others.talk?.bind(others)
  }

  open(chlIndex: number, stream: StreamKind, sink: StreamSink, asH264?: boolean): StreamHandle {
    const camera = this.#cameras.get(chlIndex)
    if (camera === undefined) return this.#others.open(chlIndex, stream, sink, asH264)
    const begin = () => this.#openMoving({ camera, stream, sink, chlIndex })
    let playing = begin()
    const open = {
      chlIndex,
      again: () => {
        playing.close()
        playing = begin()
      },
    }
    this.#open.add(open)
    return {
      close: () => {
        this.#open.delete(open)
        playing.close()
      },
    }
  }

  #openMoving(options: Omit<MovingOptions, 'scene' | 'book'>): StreamHandle {
    let playing: MovingStream | undefined
    let isClosed = false
    panorama ??= Panorama.read(SCENE)
    void panorama.then(
      (scene) => {
        if (isClosed) return
        playing = new MovingStream({ ...options, scene, book: this.#book })
        this.#pacer.add(playing)
      },
      () => {
        panorama = undefined
        if (!isClosed) options.sink.failed('lost')
      },
    )
    return {
      close: () => {
        isClosed = true
        if (playing === undefined) return
        this.#pacer.remove(playing)
        playing.close()
      },
    }
  }
}
