import { JanusSession } from '../janus-session.ts'

/** Plays one camera of Janus's in a `<video>`. */
export class WebRtcPlayer {
  readonly #session: JanusSession
  readonly #connection = new RTCPeerConnection()
  #handle: number | undefined

  constructor(session: JanusSession, video: HTMLVideoElement) {
    this.#session = session
    this.#connection.addEventListener('track', ({ track }) => {
      video.srcObject = new MediaStream([track])
    })
  }

  /** `isAtOnce`: nothing is held back for a steady pace, neither by what the sender says nor by the browser's own wish. */
  async play(camera: number, isAtOnce: boolean): Promise<void> {
    const { offer, handle } = await this.#session.watch(camera, isAtOnce)
    this.#handle = handle
    this.#connection.addEventListener('icecandidate', ({ candidate }) => this.#session.trickle(handle, candidate))
    await this.#connection.setRemoteDescription(offer)
    if (isAtOnce) for (const receiver of this.#connection.getReceivers()) receiver.jitterBufferTarget = 0
    await this.#connection.setLocalDescription()
    if (this.#connection.localDescription) await this.#session.start(handle, this.#connection.localDescription)
  }

  stop(): void {
    this.#connection.close()
    if (this.#handle !== undefined) void this.#session.leave(this.#handle)
  }
}
