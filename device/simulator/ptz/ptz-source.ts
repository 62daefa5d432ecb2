import type { StreamKind } from '#contract/enums.ts'
import type { ChannelSource, StreamFormat, StreamHandle, StreamSink } from '#device/agent/channel-source.ts'
import type { Paced, Pacer } from '../pacer.ts'
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

let panorama: Promise<Panorama> | undefined

/** What a camera that moves sees, drawn and encoded while somebody watches. */
class MovingStream implements Paced {
  dueMs = Date.now()
  readonly #camera: PtzCamera
  readonly #scene: Panorama
  readonly #sink: StreamSink
  readonly #format: StreamFormat
  readonly #encoder: LiveEncoder
  readonly #captured: { ptsUs: number; captureMs: number }[] = []
  #shown = ''
  #picture = new Uint8Array()
  #isOpened = false

  constructor(camera: PtzCamera, scene: Panorama, stream: StreamKind, sink: StreamSink) {
    this.#camera = camera
    this.#scene = scene
    this.#sink = sink
    this.#format = movingFormats[stream]
    this.#encoder = new LiveEncoder(this.#format, {
      onUnit: ({ data, isKey }) => this.#send(data, isKey),
      onEnd: () => sink.failed('lost'),
    })
  }

  run(nowMs: number): void {
    if (this.dueMs > nowMs) return
    // Pictures are numbered by the wall clock, as those of the clips are: what is left out leaves a gap.
    const number = Math.floor((nowMs * FPS) / 1000)
    this.dueMs = ((number + 1) * 1000) / FPS
    if (this.#encoder.push(this.#draw())) this.#captured.push({ ptsUs: Math.round((number * 1e6) / FPS), captureMs: nowMs })
  }

  close(): void {
    this.#encoder.close()
  }

  /** The picture of now: the last one again while the camera stands still. */
  #draw(): Uint8Array {
    const { look } = this.#camera.head
    const shown = JSON.stringify(look)
    if (shown === this.#shown) return this.#picture
    const { width, height } = this.#format
    this.#shown = shown
    this.#picture = new Uint8Array((width * height * 3) / 2)
    this.#scene.cut(look, this.#picture, width, height)
    return this.#picture
  }

  #send(data: Uint8Array, isKey: boolean): void {
    const captured = this.#captured.shift()
    if (captured === undefined) return
    if (!this.#isOpened) this.#sink.opened(this.#format)
    this.#isOpened = true
    this.#sink.unit({ isKey, isPreroll: false, ...captured, data })
  }
}

/** A device with cameras that move; its other channels, and what was recorded of all, come from another source. */
export class PtzSource implements ChannelSource {
  readonly #others: ChannelSource
  readonly #cameras: ReadonlyMap<number, PtzCamera>
  readonly #pacer: Pacer
  readonly recording: ChannelSource['recording']
  readonly talk: ChannelSource['talk']

  constructor(others: ChannelSource, cameras: ReadonlyMap<number, PtzCamera>, pacer: Pacer) {
    this.#others = others
    this.#cameras = cameras
    this.#pacer = pacer
    this.recording = others.recording?.bind(others)
    this.talk = others.talk?.bind(others)
  }

  open(chlIndex: number, stream: StreamKind, sink: StreamSink): StreamHandle {
    const camera = this.#cameras.get(chlIndex)
    return camera === undefined ? this.#others.open(chlIndex, stream, sink) : this.#openMoving(camera, stream, sink)
  }

  #openMoving(camera: PtzCamera, stream: StreamKind, sink: StreamSink): StreamHandle {
    let playing: MovingStream | undefined
    let isClosed = false
    panorama ??= Panorama.read(SCENE)
    void panorama.then(
      (scene) => {
        if (isClosed) return
        playing = new MovingStream(camera, scene, stream, sink)
        this.#pacer.add(playing)
      },
      () => {
        panorama = undefined
        if (!isClosed) sink.failed('lost')
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
