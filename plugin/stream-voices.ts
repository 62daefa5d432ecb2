import type { MediaMessage, MediaRequest } from '#contract/media.ts'
import { readdressMediaUnit } from '#contract/media.ts'
import { channelKey } from '#shared/channel-key.ts'
import type { SharedStream, StreamViewer } from './shared-stream.ts'

interface Door {
  say: (request: MediaRequest) => void
  send: (frame: Uint8Array) => void
  /** The number of a stream at the service, while it is open there. */
  channelOf: (stream: SharedStream) => number | undefined
}

/** Who talks to a camera, and the stream that is open at the service for that. */
interface Talk {
  viewer: StreamViewer
  stream: SharedStream
}

/** The sound of streams and what people say to their cameras, over one connection to the service: each is asked for once, however many windows want it. */
export class StreamVoices {
  readonly #door: Door
  /** By camera: whichever of its streams a window shows, one person at a time talks to it. */
  readonly #talks = new Map<string, Talk>()

  constructor(door: Door) {
    this.#door = door
  }

  /** Lets a window hear its stream, or no more. */
  listen(viewer: StreamViewer, stream: SharedStream, isOn: boolean): void {
    const wasHeard = stream.listeners.size > 0
    if (isOn) stream.listeners.add(viewer)
    else stream.listeners.delete(viewer)
    const isHeard = stream.listeners.size > 0
    const channel = this.#door.channelOf(stream)
    if (channel !== undefined && isHeard !== wasHeard) this.#door.say({ op: 'sound', channel, isOn: isHeard })
  }

  /** Asks for a window's person to be heard at the camera, or ends that. False when another window's person talks there. */
  talk(viewer: StreamViewer, stream: SharedStream, isOn: boolean): boolean {
    const talk = this.#talkAt(stream)
    if (talk !== undefined && talk.viewer !== viewer) return !isOn
    if (isOn) this.#talks.set(cameraOf(stream), { viewer, stream })
    else if (!this.#talks.delete(cameraOf(stream))) return true
    this.#ask(stream, { isOn })
    return true
  }

  /** A window shows another stream of its camera, maybe in the place of `before`: what its person says goes on there. False when it says nothing. */
  follow(viewer: StreamViewer, stream: SharedStream, before = viewer): boolean {
    const talk = this.#talkAt(stream)
    if (talk?.viewer !== before) return false
    if (talk.stream !== stream) this.#ask(stream, { isOn: true, from: this.#door.channelOf(talk.stream) })
    talk.viewer = viewer
    talk.stream = stream
    return true
  }

  /** A frame of what a window's person says. */
  speak(viewer: StreamViewer, stream: SharedStream, frame: Uint8Array): void {
    const talk = this.#talkAt(stream)
    const channel = talk && this.#door.channelOf(talk.stream)
    if (channel === undefined || talk?.viewer !== viewer) return
    readdressMediaUnit(frame, channel, { isKey: false, isPreroll: false })
    this.#door.send(frame)
  }

  /** What the service says of a talk; not of one that has gone on in another stream. */
  hear(stream: SharedStream, message: Extract<MediaMessage, { op: 'talk' }>): void {
    const talk = this.#talkAt(stream)
    if (talk?.stream !== stream) return
    talk.viewer.talkChanged(message)
    if (!message.isOn) this.#talks.delete(cameraOf(stream))
  }

  /** A window leaves its stream. */
  leave(viewer: StreamViewer, stream: SharedStream): void {
    if (stream.listeners.has(viewer)) this.listen(viewer, stream, false)
    const talk = this.#talkAt(stream)
    if (talk?.viewer === viewer && talk.stream === stream) this.talk(viewer, stream, false)
  }

  #talkAt(stream: SharedStream): Talk | undefined {
    return this.#talks.get(cameraOf(stream))
  }

  #ask(stream: SharedStream, wish: { isOn: boolean; from?: number | undefined }): void {
    const channel = this.#door.channelOf(stream)
    if (channel !== undefined) this.#door.say({ op: 'talk', channel, ...wish })
  }
}

function cameraOf({ source }: SharedStream): string {
  return channelKey(source.sn, source.chlIndex)
}
