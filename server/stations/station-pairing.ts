import { createPublicKey, randomBytes, randomInt } from 'node:crypto'
import { deviceTypes } from '#contract/enums.ts'
import { stationLimits, type StationPublicKey } from '#contract/station.ts'
import { CallFault } from '../calls/call-fault.ts'
import { networkOf, widerNetworkOf } from '../http/network-of.ts'
import type { BindGuard } from '../access/bind-guard.ts'
import type { Db } from '../db/open.ts'
import type { Devices } from '../devices/devices.ts'
import type { Now } from '../runtime/clock.ts'
import { randomId, randomSecret, sha256 } from '../runtime/secrets.ts'
import type { StationAccess } from './station-access.ts'
import { withOutputs } from './station-outputs.ts'
import type { StationWatch } from './station-watch.ts'

/** Under what wrong codes are counted, of whichever screen. */
const PAIRING = 'a pairing'
/** Letters and digits of which nobody takes one for another. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const CODE_LENGTH = 8
/** Screens that wait at a time: from one network, and all together, beyond which the newest takes the place of one that waits. */
const WAITING = { ofNetwork: 40, all: 2_000 }
const DIGITS = 10

interface Wanted {
  pairingCode: string
  name: string
  siteId: string
  sn?: string | undefined
}

/** Screens that belong to nobody yet: each has a code for some minutes, which an administrator types. Few wait, and few wrong codes are heard. */
export class StationPairing {
  readonly #db: Db
  readonly #now: Now
  readonly #devices: Devices
  readonly #guard: BindGuard
  readonly #access: StationAccess
  readonly #watch: StationWatch

  constructor({
    db,
    now,
    devices,
    bindGuard,
    stationAccess,
    stationWatch,
  }: { db: Db; now: Now; devices: Devices; bindGuard: BindGuard; stationAccess: StationAccess; stationWatch: StationWatch }) {
    this.#db = db
    this.#now = now
    this.#devices = devices
    this.#guard = bindGuard
    this.#access = stationAccess
    this.#watch = stationWatch
  }

  /** Fails with parameter-error (this is no point of the curve) and too-frequent. */
  async begin(publicKey: StationPublicKey, address: string) {
    if (!isKey(publicKey)) throw new CallFault('parameter-error', { field: 'publicKey' })
    const expiresAtMs = this.#now() + stationLimits.codeLifeMs
    const secret = randomSecret()
    const id = randomId()
    const network = networkOf(address)
    const code = Array.from({ length: CODE_LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('')
    await this.#db.transaction().execute(async (db) => {
      await db.deleteFrom('station_pairing').where('expires_at_ms', '<=', this.#now()).execute()
      const waiting = db.selectFrom('station_pairing').select(({ fn }) => fn.countAll<number | string>().as('count'))
      const { count: all } = await waiting.executeTakeFirstOrThrow()
      const { count: here } = await waiting.where('address', '=', network).executeTakeFirstOrThrow()
      if (Number(here) >= WAITING.ofNetwork) throw new CallFault('too-frequent')
      if (Number(all) >= WAITING.all) await this.#makeRoom(db)
      const row = {
        id,
        secret_sha256: sha256(secret),
        code,
        public_key_json: JSON.stringify(publicKey),
        address: network,
        expires_at_ms: expiresAtMs,
        sn: null,
      }
      await db.insertInto('station_pairing').values(row).execute()
    })
    return { pairingId: id, secret, pairingCode: `${code.slice(0, 4)}-${code.slice(4)}`, expiresAtMs }
  }

  /**
   * Takes back the oldest code of the wider network that has most of them: whoever asks from many addresses keeps nobody else out, and takes nobody's code.
   * One that an administrator has typed stays.
   */
  async #makeRoom(db: Db): Promise<void> {
    const waiting = db.selectFrom('station_pairing').where('code', 'not like', `${TAKEN}%`)
    const oldestFirst = await waiting.orderBy('expires_at_ms').orderBy('id').select(['id', 'address']).execute()
    const ofNetworks = Map.groupBy(oldestFirst, ({ address }) => widerNetworkOf(address))
    const [oldest] = [...ofNetworks.values()].reduce((most, one) => (one.length > most.length ? one : most), [])
    if (oldest !== undefined) await db.deleteFrom('station_pairing').where('id', '=', oldest.id).execute()
  }

  /** What became of a code: the station that the screen is now, if it is one. Fails with code-expired. */
  async look(pairingId: string, secret: string): Promise<string | undefined> {
    const pairing = this.#db.selectFrom('station_pairing').where('id', '=', pairingId).where('secret_sha256', '=', sha256(secret))
    const found = await pairing.where('expires_at_ms', '>', this.#now()).select('sn').executeTakeFirst()
    if (found === undefined) throw new CallFault('code-expired')
    return found.sn ?? undefined
  }

  /** Makes the screen with this code a station, new or the one named. Answers with its serial number. Fails as `stationPair` of the contract says. */
  async pair({ pairingCode, name, siteId, sn: known }: Wanted, organizationId: string): Promise<string> {
    const sites = this.#db.selectFrom('site').where('id', '=', siteId).where('organization_id', '=', organizationId)
    if ((await sites.select('id').executeTakeFirst()) === undefined) throw new CallFault('site-missing')
    if (known !== undefined) await this.#requireStation(known, organizationId)
    else await this.#requireRoom(organizationId)
    this.#guard.begin(PAIRING, organizationId)
    const sn = known ?? newSerialNumber()
    const publicKey = await this.#claim(pairingCode.replaceAll(/[ -]/g, ''))
    this.#guard.succeeded(PAIRING, organizationId)
    if (known === undefined) await this.#addDevice(sn, name, { id: siteId, organizationId })
    else await this.#devices.edit(sn, { name, siteId })
    await this.#access.revoke(sn)
    if (known !== undefined) await this.#watch.retire(sn)
    await withOutputs(this.#db, sn)
    await this.#db
      .insertInto('station')
      .values({ sn, organization_id: organizationId, public_key_json: publicKey, paired_at_ms: this.#now() })
      .execute()
    await this.#db.updateTable('station_pairing').set({ sn }).where('code', '=', taken(pairingCode)).execute()
    return sn
  }

  async purge(): Promise<void> {
    await this.#db.deleteFrom('station_pairing').where('expires_at_ms', '<=', this.#now()).execute()
  }

  /** A code is good once: whoever is second has a wrong one. */
  async #claim(code: string): Promise<string> {
    const waiting = this.#db.updateTable('station_pairing').where('code', '=', code)
    const row = await waiting
      .where('expires_at_ms', '>', this.#now())
      .set({ code: taken(code) })
      .returning('public_key_json')
      .executeTakeFirst()
    if (row === undefined) throw new CallFault('station-code-wrong', { field: 'pairingCode' })
    return row.public_key_json
  }

  async #requireStation(sn: string, organizationId: string): Promise<void> {
    const device = this.#db.selectFrom('device').where('sn', '=', sn).where('organization_id', '=', organizationId)
    const found = await device.where('dev_type', '=', deviceTypes.viewingStation).select('sn').executeTakeFirst()
    if (found === undefined) throw new CallFault('serial-number-unknown', { field: 'sn' })
  }

  async #requireRoom(organizationId: string): Promise<void> {
    const stations = this.#db
      .selectFrom('device')
      .where('organization_id', '=', organizationId)
      .where('dev_type', '=', deviceTypes.viewingStation)
    const { count } = await stations.select(({ fn }) => fn.countAll<number | string>().as('count')).executeTakeFirstOrThrow()
    if (Number(count) >= stationLimits.stations) throw new CallFault('too-many-stations')
    await this.#devices.requireRoom(organizationId)
  }

  /** A device like others, of which nobody knows a security code: no other organization can ever bind it. */
  async #addDevice(sn: string, name: string, site: { id: string; organizationId: string }): Promise<void> {
    await this.#devices.enrol(sn, randomBytes(32).toString('hex'))
    await this.#db.updateTable('device').set({ dev_type: deviceTypes.viewingStation }).where('sn', '=', sn).execute()
    await this.#devices.bind(sn, site, name)
  }
}

/** How a code begins that was used: as none that anybody could type. */
const TAKEN = 'used '

function taken(code: string): string {
  return `${TAKEN}${code.replaceAll(/[ -]/g, '')}`
}

function newSerialNumber(): string {
  return `VS${Array.from({ length: DIGITS }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('')}`
}

function isKey(jwk: StationPublicKey): boolean {
  try {
    createPublicKey({ key: { ...jwk }, format: 'jwk' })
    return true
  } catch {
    return false
  }
}
