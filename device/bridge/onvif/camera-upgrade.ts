import type { DeviceActivity } from '#contract/states/device.ts'
import { Refusal } from '#device/agent/command-handlers.ts'
import type { Log } from '#shared/log.ts'
import type { OnvifCamera } from '../cameras.ts'
import { firmwareFor, type Firmware } from '../firmware.ts'
import type { OnvifClient } from './client.ts'
import { onvifErrorOf } from './fault.ts'
import { beginUpgrade } from './firmware-upgrade.ts'

interface UpgradeOptions {
  onvif: OnvifCamera
  sn: string
  /** of the bridge: where it keeps firmware */
  folder: string
  log: Log
  onWork: (activity: DeviceActivity, progress: number | null) => void
  /** The camera has the file, and restarts with it. */
  onRestart: () => void
}

/** New firmware on its way from the bridge into one camera. */
export class CameraUpgrade {
  readonly #options: UpgradeOptions
  readonly #stopped = new AbortController()
  #underWay: Promise<void> | undefined

  constructor(options: UpgradeOptions) {
    this.#options = options
  }

  get isUnderWay(): boolean {
    return this.#underWay !== undefined
  }

  /**
   * Has the camera install what the bridge holds for its model; answers with the version of that when the camera has made itself ready. Throws `Refusal` and
   * `OnvifError`.
   */
  async begin(client: OnvifClient | undefined): Promise<{ version: string }> {
    const { onvif, folder } = this.#options
    if (this.isUnderWay) throw new Refusal('busy')
    if (client === undefined) throw new Refusal('failed')
    const firmware = firmwareFor(folder, onvif.model)
    if (firmware === undefined || firmware.version === onvif.version) throw new Refusal('up-to-date')
    const install = await beginUpgrade(client)
    this.#underWay = this.#install(firmware, install).finally(() => (this.#underWay = undefined))
    return { version: firmware.version }
  }

  async stop(): Promise<void> {
    this.#stopped.abort()
    await this.#underWay
  }

  /** Goes on after the command was answered. Never rejects. */
  async #install(firmware: Firmware, install: Awaited<ReturnType<typeof beginUpgrade>>): Promise<void> {
    const { sn, log, onWork, onRestart } = this.#options
    try {
      await install(firmware, (percent) => onWork('upgrading', percent), this.#stopped.signal)
      onWork('rebooting', null)
      onRestart()
    } catch (error) {
      log('warn', `${sn} ONVIF: its firmware was not replaced, ${onvifErrorOf(error, sn).fault.message}`)
      onWork('idle', null)
    }
  }
}
