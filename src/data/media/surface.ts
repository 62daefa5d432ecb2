import type { Fragment, LastPicture, SinkKind } from '#contract/media-api.ts'
import type { MediaOrder, MediaPort, PictureAsked } from './media-port.ts'
import { MsePlayer } from './mse-player.ts'
import { paintPicture } from './paint-picture.ts'

type GeneratorTrack = MediaStreamTrack & { writable: WritableStream<VideoFrame> }
/** Not in TypeScript's types: Chromium only. */
declare const MediaStreamTrackGenerator: (new (init: { kind: 'video' }) => GeneratorTrack) | undefined

const JPEG_QUALITY = 0.8
const SINK_KEY = 'sightline.sink'
const kinds: readonly SinkKind[] = ['generator', 'canvas', 'mse']

function isPossible(kind: SinkKind): boolean {
  if (kind === 'mse') return 'MediaSource' in globalThis
  if (!('VideoDecoder' in globalThis)) return false
  return kind === 'generator' ? 'MediaStreamTrackGenerator' in globalThis : 'transferControlToOffscreen' in HTMLCanvasElement.prototype
}

/** The best sink of this browser. `localStorage['sightline.sink']` chooses another one for tests, if it is possible here. */
export function chooseSink(): SinkKind {
  const named = kinds.find((kind) => kind === localStorage.getItem(SINK_KEY))
  return [named, ...kinds].find((kind) => kind !== undefined && isPossible(kind)) ?? 'mse'
}

/** The element of one window in which its pictures appear, and the sink behind it in the media worker. */
export interface Surface {
  readonly kind: SinkKind
  readonly element: HTMLVideoElement | HTMLCanvasElement
  /** Takes the picture off, ready for another channel. */
  renew(): void
  takeFragment(fragment: Fragment): void
  /** The last picture, as it is when this is called. */
  picture(asked: PictureAsked): Promise<LastPicture | undefined>
  dispose(): void
}

export function createSurface(kind: SinkKind, window: number, port: MediaPort): Surface {
  switch (kind) {
    case 'generator':
      return new GeneratorSurface(window, port)
    case 'canvas':
      return new CanvasSurface(window, port)
    case 'mse':
      return new MseSurface(window, port)
  }
}

function fill<E extends HTMLElement>(element: E): E {
  Object.assign(element.style, { display: 'block', width: '100%', height: '100%', objectFit: 'var(--picture-fit, contain)' })
  return element
}

function createVideo(): HTMLVideoElement {
  const video = fill(document.createElement('video'))
  Object.assign(video, { muted: true, playsInline: true, autoplay: true, disablePictureInPicture: true, disableRemotePlayback: true })
  return video
}

class GeneratorSurface implements Surface {
  readonly kind = 'generator'
  readonly element = createVideo()
  readonly #window: number
  readonly #port: MediaPort
  #track: GeneratorTrack | undefined

  constructor(window: number, port: MediaPort) {
    this.#window = window
    this.#port = port
    this.renew()
  }

  /** A new track: an old one would show its last picture until the first of the next channel. */
  renew(): void {
    this.#track?.stop()
    if (MediaStreamTrackGenerator === undefined) return
    this.#track = new MediaStreamTrackGenerator({ kind: 'video' })
    const { writable } = this.#track
    this.#port.send({ op: 'sink', window: this.#window, sink: { kind: 'generator', writable } }, [writable])
    this.element.srcObject = new MediaStream([this.#track])
  }

  takeFragment(): void {}

  picture(asked: PictureAsked): Promise<LastPicture | undefined> {
    return this.#port.picture(this.#window, asked)
  }

  dispose(): void {
    this.#track?.stop()
    this.element.srcObject = null
  }
}

class CanvasSurface implements Surface {
  readonly kind = 'canvas'
  readonly element = fill(document.createElement('canvas'))
  readonly #window: number
  readonly #port: MediaPort

  constructor(window: number, port: MediaPort) {
    this.#window = window
    this.#port = port
    const canvas = this.element.transferControlToOffscreen()
    port.send({ op: 'sink', window, sink: { kind: 'canvas', canvas } }, [canvas])
  }

  /** The worker clears its canvas when it stops. */
  renew(): void {}
  takeFragment(): void {}

  picture(asked: PictureAsked): Promise<LastPicture | undefined> {
    return this.#port.picture(this.#window, asked)
  }

  dispose(): void {}
}

class MseSurface implements Surface {
  readonly kind = 'mse'
  readonly element = createVideo()
  readonly #player: MsePlayer

  constructor(window: number, port: MediaPort) {
    const begin: MediaOrder = { op: 'sink', window, sink: { kind: 'mse' } }
    port.send(begin)
    this.#player = new MsePlayer(
      this.element,
      (toldUs, seenMs) => port.send({ op: 'seen', window, toldUs, seenMs }),
      () => port.send(begin),
    )
  }

  async picture({ maxWidthPx }: PictureAsked): Promise<LastPicture | undefined> {
    const { videoWidth, videoHeight } = this.element
    if (videoWidth === 0) return undefined
    const canvas = document.createElement('canvas')
    canvas.width = Math.min(videoWidth, maxWidthPx)
    canvas.height = Math.round((videoHeight * canvas.width) / videoWidth)
    const takenAtMs = this.#player.seenMs
    await paintPicture(this.element, canvas)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY))
    return blob === null ? undefined : { bytes: new Uint8Array(await blob.arrayBuffer()), takenAtMs }
  }

  renew(): void {
    this.#player.stop()
  }

  takeFragment(fragment: Fragment): void {
    this.#player.take(fragment)
  }

  dispose(): void {
    this.#player.stop()
  }
}
