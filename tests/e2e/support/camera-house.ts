import { deviceAccessTokenGet } from '#contract/calls/device/device-access-token-get.ts'
import { deviceBind } from '#contract/calls/device/device-bind.ts'
import { MEDIA_PATH } from '#contract/media.ts'
import { bridgeFolder, writeCameras } from '#device/bridge/cameras.ts'
import { BridgeStand } from '#tests/support/bridge-stand.ts'
import { heavier, type Clip } from '#tests/support/clip.ts'
import { TcpProxy } from '#tests/support/tcp-proxy.ts'

const SECURITY_CODE = 'HOUSE0001'
const FPS = 15
/** With this in each picture a stream takes 1.4 Mbit/s. */
const FILLER_BYTES = 10_000

/**
 * RTSP cameras, the bridge, the service with its relay, and a line from there to the browser. FIELD comes over UDP and loses packets, PATH is
 * small; YARD has a large main stream and a sub stream, DOCK and HALL have large ones alone.
 */
export class CameraHouse {
  readonly line: TcpProxy
  readonly #stand: BridgeStand
  readonly #port: number
  /** Which packets of FIELD get lost, by their running number. */
  loss: (packet: number) => boolean = () => false

  private constructor(stand: BridgeStand, line: TcpProxy, port: number) {
    this.#stand = stand
    this.line = line
    this.#port = port
  }

  /** `origin`: of the page that will look. */
  static async open(clip: Clip, origin: string): Promise<CameraHouse> {
    const large = heavier(clip, FILLER_BYTES)
    let loses = (_packet: number) => false
    const stand = await BridgeStand.start(
      {
        cameras: [
          { path: '/FIELD00001', clip, fps: FPS, loses: (packet) => loses(packet) },
          { path: '/PATH000001', clip, fps: FPS },
          { path: '/YARD000001', clip: large, fps: FPS },
          { path: '/YARD000001/sub', clip, fps: FPS },
          { path: '/DOCK000001', clip: large, fps: FPS },
          { path: '/HALL000001', clip: large, fps: FPS },
        ],
      },
      { origins: [origin] },
    )
    const url = (path: string) => stand.rtsp.url(`/${path}`)
    const addresses: Record<string, { url: string; subUrl?: string }> = {
      FIELD00001: { url: `${url('FIELD00001')}?transport=udp` },
      PATH000001: { url: url('PATH000001') },
      YARD000001: { url: url('YARD000001'), subUrl: url('YARD000001/sub') },
      DOCK000001: { url: url('DOCK000001') },
      HALL000001: { url: url('HALL000001') },
    }
    const cameras = Object.entries(addresses).map(([sn, address]) => ({ sn, securityCode: SECURITY_CODE, name: sn, ...address }))
    writeCameras(bridgeFolder(stand.service.folder), cameras)
    await stand.startBridge()
    for (const { sn } of cameras) await stand.admin.call(deviceBind, { sn, securityCode: SECURITY_CODE, siteId: 'harbor-gate' })
    const line = new TcpProxy(Number(new URL(stand.service.url).port))
    const house = new CameraHouse(stand, line, await line.listen())
    loses = (packet) => house.loss(packet)
    return house
  }

  /** Of the relay, over the line; good once. */
  async relayAddress(): Promise<string> {
    const { ticket } = await this.#stand.admin.call(deviceAccessTokenGet, { holder: 'tab' })
    return `ws://127.0.0.1:${this.#port}${MEDIA_PATH}?ticket=${ticket}`
  }

  /** How long ago the picture with this counter was filmed; `Infinity` for none. */
  ageMs(sn: string, counter: number | undefined): number {
    return (counter === undefined ? undefined : this.#stand.rtsp.camera(`/${sn}`).ageMs(counter, Date.now())) ?? Infinity
  }

  async close(): Promise<void> {
    await this.line.close()
    await this.#stand.close()
  }
}
