import { deviceInfo, type DeviceInfo } from '#contract/calls/device/device-info.ts'
import type { CommandRequest } from '#contract/device-commands.ts'
import { deviceStatuses } from '#contract/enums.ts'
import type { ErrorName } from '#contract/errors.ts'
import { CallFault } from '../calls/call-fault.ts'
import type { Now } from '../runtime/clock.ts'
import type { Db } from '../db/open.ts'
import type { DeviceCommands } from './device-commands.ts'

/** Errors with which a device says that it has no such thing. */
const isLack: ReadonlySet<ErrorName> = new Set(['device-cannot', 'device-part-missing'])

/** What devices say of themselves: asked of those that are online, and kept for when they are not. */
export class DeviceInfos {
  readonly #db: Db
  readonly #now: Now
  readonly #commands: DeviceCommands

  constructor(parts: { db: Db; now: Now; deviceCommands: DeviceCommands }) {
    this.#db = parts.db
    this.#now = parts.now
    this.#commands = parts.deviceCommands
  }

  /** Fails with device-offline when the device is offline and was never asked, and with device-silent when it does not answer. */
  async get(sn: string): Promise<DeviceInfo & { asOfMs: number }> {
    const device = await this.#db.selectFrom('device').where('sn', '=', sn).select('status').executeTakeFirst()
    if (device?.status === deviceStatuses.online) return this.#ask(sn)
    const kept = await this.#db.selectFrom('device_info').where('sn', '=', sn).selectAll().executeTakeFirst()
    if (kept === undefined) throw new CallFault('device-offline')
    return { ...deviceInfo.parse(JSON.parse(kept.info_json)), asOfMs: kept.at_ms }
  }

  async #ask(sn: string): Promise<DeviceInfo & { asOfMs: number }> {
    const ask = async <Name extends 'general-get' | 'network-get' | 'storage-info' | 'sd-status'>(name: Name) => {
      try {
        return await this.#commands.run(sn, name, {} as CommandRequest<Name>)
      } catch (fault) {
        if (fault instanceof CallFault && isLack.has(fault.error)) return null
        throw fault
      }
    }
    const [general, network, storage, sd] = await Promise.all([
      ask('general-get'),
      ask('network-get'),
      ask('storage-info'),
      ask('sd-status'),
    ])
    const info = { general, network, storage, sd }
    const values = { info_json: JSON.stringify(info), at_ms: this.#now() }
    await this.#db
      .insertInto('device_info')
      .values({ sn, ...values })
      .onConflict((conflict) => conflict.column('sn').doUpdateSet(values))
      .execute()
    return { ...info, asOfMs: values.at_ms }
  }
}
