import { BRIDGE_COMMAND, type CameraSearch, type CameraToAdd, type CameraToTry } from '#contract/bridge-cameras.ts'
import type { Bridge } from '#contract/calls/device/bridge-list.ts'
import { deviceTypes } from '#contract/enums.ts'
import type { BindGuard } from '../access/bind-guard.ts'
import type { Principal } from '../access/caller.ts'
import type { Rights } from '../access/rights.ts'
import { CallFault } from '../calls/call-fault.ts'
import type { Db } from '../db/open.ts'
import type { Licences } from '../sales/licence/licences.ts'
import type { DeviceCommands } from './device-commands.ts'
import type { Devices } from './devices.ts'
import { isSecurityCode } from './security-code.ts'

type Who = Pick<Principal, 'userId' | 'organizationId' | 'role'>

/** More bridges than one organization has sites with cameras of other makes. */
const MOST_BRIDGES = 200

/**
 * Bridges, and the cameras that they serve as devices of their own. The right `configure` is asked of the very bridge for each command; passwords of
 * cameras go through to it, and nothing of them stays. What a bridge says is believed no further than what anybody's device says.
 */
export class Bridges {
  readonly #db: Db
  readonly #rights: Rights
  readonly #commands: DeviceCommands
  readonly #devices: Devices
  readonly #licences: Licences
  readonly #bindGuard: BindGuard

  constructor(parts: {
    db: Db
    rights: Rights
    deviceCommands: DeviceCommands
    devices: Devices
    licences: Licences
    bindGuard: BindGuard
  }) {
    this.#db = parts.db
    this.#rights = parts.rights
    this.#commands = parts.deviceCommands
    this.#devices = parts.devices
    this.#licences = parts.licences
    this.#bindGuard = parts.bindGuard
  }

  /** Those that the person may configure, by name. */
  async list(who: Who): Promise<Bridge[]> {
    const rows = await this.#db
      .selectFrom('device')
      .innerJoin('site', 'site.id', 'device.site_id')
      .where('device.organization_id', '=', who.organizationId)
      .where('device.dev_type', '=', deviceTypes.nvr)
      .where('device.commands_json', 'like', `%"${BRIDGE_COMMAND}"%`)
      .select(['device.sn', 'device.name', 'device.status', 'site.id as site_id', 'site.name as site_name'])
      .orderBy('device.name')
      .limit(MOST_BRIDGES)
      .execute()
    const mine = await Promise.all(rows.map(({ sn }) => this.#rights.holdsOnDevice(who, sn, 'configure')))
    return rows
      .filter((_row, index) => mine[index])
      .map(({ sn, name, status, site_id: siteId, site_name: siteName }) => ({ sn, name, status, siteId, siteName }))
  }

  async search(who: Who, sn: string, search: CameraSearch) {
    await this.#rights.requireDevice(who, sn, 'configure')
    const { cameras, ...news } = await this.#commands.run(sn, BRIDGE_COMMAND, search)
    const names = await this.#namesOf(
      who,
      cameras.flatMap((camera) => camera.sn ?? []),
    )
    const found = cameras.map(({ sn: own, ...camera }) => ({ ...camera, knownAs: own === undefined ? undefined : names.get(own) }))
    return { ...news, cameras: found }
  }

  /** The cameras of a bridge that are the organization's: what it served before for others is nobody's business. */
  async cameras(who: Who, sn: string) {
    await this.#rights.requireDevice(who, sn, 'configure')
    const { cameras } = await this.#commands.run(sn, 'cameras-get', {})
    const names = await this.#namesOf(
      who,
      cameras.map((camera) => camera.sn),
    )
    return { cameras: cameras.flatMap((camera) => (names.has(camera.sn) ? [{ ...camera, name: names.get(camera.sn) ?? '' }] : [])) }
  }

  async tryCamera(who: Who, sn: string, camera: CameraToTry) {
    await this.#rights.requireDevice(who, sn, 'configure')
    return this.#commands.run(sn, 'camera-try', camera)
  }

  /** Answers with the serial number of the camera that was added, or with what is wrong with it. */
  async addCamera(who: Who, bridgeSn: string, camera: CameraToAdd) {
    const bridge = await this.#rights.requireDevice(who, bridgeSn, 'configure')
    const siteId = bridge.site_id
    if (siteId === null) throw new CallFault('serial-number-unknown')
    // Before anything is kept: a camera that nobody may watch is of no use.
    await this.#licences.require(who.organizationId, { addedChannels: 1 })
    await this.#devices.requireRoom(who.organizationId)
    const added = await this.#commands.run(bridgeSn, 'camera-add', camera)
    if (!added.ok) return added
    const { sn, securityCode } = added
    this.#bindGuard.begin(sn, who.organizationId)
    const device = await this.#db.selectFrom('device').where('sn', '=', sn).select(['key_hex', 'organization_id']).executeTakeFirst()
    // A bridge is anybody's: it binds no device whose code it does not have.
    if (device === undefined || !(await isSecurityCode(securityCode, sn, device.key_hex))) throw new CallFault('device-command-failed')
    this.#bindGuard.succeeded(sn, who.organizationId)
    if (!(await this.#devices.bind(sn, { id: siteId, organizationId: who.organizationId }, camera.name)))
      return { ok: false, fault: 'added-already' } as const
    return { ok: true, sn } as const
  }

  async removeCamera(who: Who, bridgeSn: string, cameraSn: string): Promise<void> {
    await this.#rights.requireDevice(who, bridgeSn, 'configure')
    await this.#rights.requireDevice(who, cameraSn, 'configure')
    await this.#commands.run(bridgeSn, 'camera-remove', { sn: cameraSn })
    await this.#devices.unbind(cameraSn, who.organizationId)
  }

  async #namesOf(who: Who, sns: readonly string[]): Promise<Map<string, string>> {
    if (sns.length === 0) return new Map()
    const devices = this.#db.selectFrom('device').where('organization_id', '=', who.organizationId).where('sn', 'in', sns)
    return new Map((await devices.select(['sn', 'name']).execute()).map(({ sn, name }) => [sn, name]))
  }
}
