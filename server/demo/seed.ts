import { randomInt } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { Role } from '#contract/access.ts'
import { deviceStatuses, deviceType } from '#contract/enums.ts'
import { lengths } from '#contract/limits.ts'
import { name, securityCode, serialNumber } from '#contract/rules.ts'
import type { BindingKeys } from '../devices/binding-keys.ts'
import type { Db } from '../db/open.ts'
import type { ObjectStore } from '../objects/object-store.ts'
import { keyOfSecurityCode } from '../devices/security-code.ts'
import { hashPassword } from '../access/password-hashes.ts'
import { StartFault } from '../runtime/start-fault.ts'
import { prepareHistory } from './history/seed-history.ts'
import { assignments, organization, siteOfWord, sites, users } from './organization.ts'
import { seedCloudPurchases } from './cloud-purchases.ts'
import { seedPurchases } from './purchases.ts'
import { seedStateHouses, stateHouses } from './state-houses.ts'

const ACTIVATED = 1 as const
/** The demonstration works without a licence, with more cameras than it brings. */
const FREE_CHANNELS = 64
const PASSWORD_LENGTH = 12
/** Characters that nobody takes for another when reading them aloud. */
const letters = { upper: 'ABCDEFGHJKMNPQRSTUVWXYZ', lower: 'abcdefghjkmnpqrstuvwxyz', digit: '23456789' }

/** Devices to bind, as the simulator writes them down before its first start. */
const deviceList = z.array(
  z.object({
    sn: serialNumber,
    securityCode,
    /** Of a device that has worked out the key of its security code, hex. */
    key: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
    /** Of a device that keeps the key of its binding, hex. */
    bindingKey: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
    name: name(lengths.deviceName),
    devType: deviceType,
    site: z.string(),
  }),
)

/** The weeks before the first start. `file`: what the simulator says of its cameras; the same `seed` makes the same weeks. */
export interface DemoHistory {
  file: string
  seed: number
}

/** What `demo.json` in the data folder holds, for whoever prints the sign-in names at a start. */
export interface DemoNote {
  organization: string
  users: { role: Role; loginName: string; password: string }[]
  /** Administrators of small organizations, each with its licence in another state. */
  states: { loginName: string; password: string; shows: string }[]
}

/** What of the demonstration takes long to work out, on purpose: hashes. */
export interface DemoKeys {
  /** A password for one more person, and its hash. */
  secret(): Promise<{ password: string; hash: string }>
  /** The key of a device by its security code, hex. */
  deviceKey(securityCode: string, sn: string): Promise<string>
}

/** New passwords with each installation. */
export const newKeys: DemoKeys = {
  secret: async () => {
    const password = makePassword()
    return { password, hash: await hashPassword(password) }
  },
  deviceKey: keyOfSecurityCode,
}

/**
 * Makes the demonstration organization in an empty database, all or nothing, and writes its sign-in names and passwords, which are
 * new with each installation, to `demo.json` (for the owner alone). Without `history` nothing has happened in it yet. Does nothing when
 * there is an organization.
 */
export async function seedDemo(
  db: Db,
  {
    dataFolder,
    demoFile,
    history,
    objects,
    nowMs,
    bindingKeys,
    keys = newKeys,
  }: {
    dataFolder: string
    demoFile: string
    history?: DemoHistory | undefined
    objects: ObjectStore
    nowMs: number
    bindingKeys: BindingKeys
    keys?: DemoKeys | undefined
  },
): Promise<void> {
  const present = await db.selectFrom('organization').select('id').executeTakeFirst()
  if (present !== undefined) return
  const devices = await readDevices(demoFile, { nowMs, keys, bindingKeys })
  const writeHistory = history && (await prepareHistory({ ...history, nowMs, devices, objects }))
  const secrets = new Map(await Promise.all(users.map(async ({ id }) => [id, await keys.secret()] as const)))
  const userRows = users.map(({ id, loginName, ...user }) => ({
    ...user,
    id,
    login_name: loginName,
    organization_id: organization.id,
    status: ACTIVATED,
    password_hash: secrets.get(id)?.hash ?? '',
    language: 'en-US' as const,
    theme: 'system' as const,
  }))
  const states = await keys.secret()
  const shown = stateHouses.map(({ loginName, shows }) => ({ loginName, password: states.password, shows }))
  const note: DemoNote = {
    organization: organization.name,
    users: users.map(({ id, role, loginName }) => ({ role, loginName, password: secrets.get(id)?.password ?? '' })),
    states: writeHistory === undefined ? [] : shown,
  }
  await db.transaction().execute(async (inside) => {
    // Another node may have been quicker; transactions come one after the other.
    if ((await inside.selectFrom('organization').select('id').executeTakeFirst()) !== undefined) return
    await inside.insertInto('organization').values(organization).execute()
    await inside
      .insertInto('licence_account')
      .values({ organization_id: organization.id, free_chl_num: FREE_CHANNELS, revision: 1 })
      .execute()
    await inside
      .insertInto('site')
      .values(sites.map((site) => ({ ...site, organization_id: organization.id })))
      .execute()
    await inside.insertInto('user').values(userRows).execute()
    const assigned = users.flatMap(({ id, role }) => (assignments[id] ?? []).map((siteId) => ({ user_id: id, site_id: siteId, role })))
    await inside.insertInto('user_site_role').values(assigned).execute()
    for (const device of devices) await inside.insertInto('device').values(device).execute()
    const buyer = users.find(({ role }) => role === 'administrator')
    if (buyer !== undefined) {
      const who = { organizationId: organization.id, userId: buyer.id, freeChlNum: FREE_CHANNELS, nowMs }
      await seedPurchases(inside, who)
      if (writeHistory !== undefined) await seedCloudPurchases(inside, { ...who, devices })
    }
    if (writeHistory !== undefined) await seedStateHouses(inside, { hash: states.hash, nowMs })
    await writeHistory?.(inside)
    const file = join(dataFolder, 'demo.json')
    await rm(file, { force: true })
    await writeFile(file, `${JSON.stringify(note, null, 2)}\n`, { mode: 0o600 })
  })
}

/**
 * Device rows, bound to the site whose word they name, else to the gate. Model, version and channels come when they call in; and only when they show the
 * keys of their bindings are these asked for (rule 6.8): the list may be older than what the devices keep.
 */
async function readDevices(file: string, { nowMs, keys, bindingKeys }: { nowMs: number; keys: DemoKeys; bindingKeys: BindingKeys }) {
  const list = await readFile(file, 'utf8')
    .then((text) => deviceList.parse(JSON.parse(text)))
    .catch(() => {
      throw new StartFault(`The list of demonstration devices, ${file}, cannot be read.`)
    })
  return Promise.all(
    list.map(async (device) => ({
      sn: device.sn,
      key_hex: device.key ?? (await keys.deviceKey(device.securityCode, device.sn)),
      binding_key_sealed: device.bindingKey === undefined ? null : bindingKeys.seal(device.sn, device.bindingKey),
      organization_id: organization.id,
      site_id: siteOfWord[device.site] ?? 'harbor-gate',
      name: device.name,
      dev_type: device.devType,
      model: '',
      version: '',
      status: deviceStatuses.unknown,
      status_since_ms: nowMs,
    })),
  )
}

/** Twelve characters of three kinds, so that every password rule holds (rule 5.1). */
function makePassword(): string {
  const all = Object.values(letters)
  const kinds = [...all, ...Array.from({ length: PASSWORD_LENGTH - all.length }, () => all.join(''))]
  const drawn = kinds.map((characters) => characters[randomInt(characters.length)] ?? '')
  for (let last = drawn.length - 1; last > 0; last -= 1) {
    const other = randomInt(last + 1)
    const kept = drawn[last] ?? ''
    drawn[last] = drawn[other] ?? ''
    drawn[other] = kept
  }
  return drawn.join('')
}
