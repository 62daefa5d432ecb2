import { SUCCESS } from '#contract/envelope.ts'
import { codeOf } from '#contract/errors.ts'
import { pushClose } from '#contract/push.ts'

/** A push connection that opens at once, and whose service does as a test wants; in the place of the browser's `WebSocket`. */
abstract class PlayedPush extends EventTarget {
  static readonly OPEN = 1
  readyState = 0

  constructor() {
    super()
    queueMicrotask(() => {
      this.readyState = PlayedPush.OPEN
      this.dispatchEvent(new Event('open'))
      this.opened()
    })
  }

  /** The screen says its token. */
  abstract send(): void

  close(code = 1000): void {
    this.readyState = 3
    this.dispatchEvent(new CloseEvent('close', { code }))
  }

  protected opened(): void {}

  protected reply(code: number): void {
    this.tell('reply', { to: 'token', code })
  }

  protected tell(infoType: string, infoContent: object): void {
    const data = JSON.stringify({ infoType, infoContent, extension: { seq: 0, sentAtMs: Date.now() } })
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
}

/** One that the service refuses as soon as it has read the token. */
export class RefusedSocket extends PlayedPush {
  static count = 0

  constructor() {
    super()
    RefusedSocket.count += 1
  }

  send(): void {
    this.reply(codeOf('station-clock'))
    this.close()
  }
}

/** One that is refused as long as its network has too many, and taken once there is room. */
export class CrowdedSocket extends PlayedPush {
  static count = 0
  static hasRoom = false

  constructor() {
    super()
    CrowdedSocket.count += 1
  }

  protected override opened(): void {
    if (!CrowdedSocket.hasRoom) this.close(pushClose.crowded)
  }

  send(): void {
    if (CrowdedSocket.hasRoom) this.reply(SUCCESS)
  }
}

/** One that the service takes when it is let, and tells something else to show by. */
export class TakenSocket extends PlayedPush {
  static readonly all: TakenSocket[] = []

  constructor() {
    super()
    TakenSocket.all.push(this)
  }

  send(): void {}

  look(): void {
    this.tell('station', { voId: 1, order: 'look' })
  }

  take(): void {
    this.reply(SUCCESS)
  }
}
