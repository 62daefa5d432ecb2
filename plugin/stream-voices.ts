import type { MediaMessage, MediaRequest } from '#contract/media.ts'
import { readdressMediaUnit } from '#contract/media.ts'
import type { SharedStream, StreamViewer } from './shared-stream.ts'

interface Door {
  say: (request: MediaRequest) => void
  send: (frame: Uint8Array) => void
  /** The number of a stream at the service, while it is open there. */
  channelOf: (stream: SharedStream) => number | undefined
}

/** The sound of streams and what people say to their cameras, over one connection to the service: each is asked for once, however many windows want it. */
export class StreamVoices {
  readonly #door: Door
  readonly #talkers = new Map<SharedStream, StreamViewer>()

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
    const talker = this.#talkers.get(stream)
    if (talker !== undefined && talker !== viewer) return !isOn
    if (isOn) this.#talkers.set(stream, viewer)
    else if (!this.#talkers.delete(stream)) return true
    const channel = this.#door.channelOf(stream)
    if (channel !== undefined) this.#door.say({ op: 'talk', channel, isOn })
    return true
  }

  /** A frame of what a window's person says. */
  speak(viewer: StreamViewer, stream: SharedStream, frame: Uint8Array): void {
    const channel = this.#door.channelOf(stream)
    if (channel === undefined || this.#talkers.get(stream) !== viewer) return
    readdressMediaUnit(frame, channel, { isKey: false, isPreroll: false })
    this.#door.send(frame)
  }

  /** What the service says of a talk. */
  hear(stream: SharedStream, message: Extract<MediaMessage, { op: 'talk' }>): void {
    this.#talkers.get(stream)?.talkChanged(message)
    if (!message.isOn) this.#talkers.delete(stream)
  }

  /** A window leaves its stream. */
  leave(viewer: StreamViewer, stream: SharedStream): void {
    if (stream.listeners.has(viewer)) this.listen(viewer, stream, false)
    if (this.#talkers.get(stream) === viewer) this.talk(viewer, stream, false)
  }
}
