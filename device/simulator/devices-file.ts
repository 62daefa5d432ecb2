import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as z from 'zod/mini'
import { deviceType } from '#contract/enums.ts'
import { securityCode, serialNumber } from '#contract/rules.ts'
import { bindingKeyFile } from '#device/agent/binding-key-file.ts'
import { deviceKey, drawIdentity } from '#device/agent/identity.ts'
import { writeLabels } from '#device/agent/labels.ts'
import { demoDevices } from './demo-devices.ts'

const simulatedDevice = z.object({
  /** Which of `demo-devices.ts` it is. */
  plan: z.string(),
  sn: serialNumber,
  securityCode,
  /** The key of its security code, hex, once it was worked out. */
  key: z.optional(z.string()),
  /** The key of its first binding, in which the service's seed finds it, hex. Lists of older folders have none. */
  bindingKey: z.optional(z.string()),
  name: z.string(),
  devType: deviceType,
  site: z.enum(['gate', 'shop', 'warehouse']),
})
export type KnownDevice = z.output<typeof simulatedDevice>

/** The simulated devices of this data folder; drawn and written on the first call. The service's seed reads the same file. */
export function prepareDevices(dataFolder: string): KnownDevice[] {
  const file = fileIn(dataFolder)
  const known = readIfThere(file)
  if (known !== undefined) return z.array(simulatedDevice).parse(JSON.parse(known))
  const devices = demoDevices.map(({ plan, name, devType, site }) => ({
    plan,
    ...drawIdentity(),
    bindingKey: drawKey(),
    name,
    devType,
    site,
  }))
  // Bound from the start on, they are never given one by the service.
  for (const { sn, bindingKey } of devices) bindingKeyFile(dirname(file), sn).keep(bindingKey)
  writeDevices(file, devices)
  return devices
}

/**
 * Works out the keys of all security codes and keeps them in the list. That takes long, on purpose: without them every start does it for all devices,
 * and the service's seed once more.
 */
export async function keepKeys(dataFolder: string): Promise<void> {
  const devices = prepareDevices(dataFolder)
  if (devices.every(({ key }) => key !== undefined)) return
  const keyOf = async (device: KnownDevice) => device.key ?? deviceKey(device.sn, device.securityCode)
  writeDevices(fileIn(dataFolder), await Promise.all(devices.map(async (device) => ({ ...device, key: await keyOf(device) }))))
}

/** Gives a simulated device another security code, from its next start on too. */
export function keepSecurityCode(dataFolder: string, sn: string, code: string): void {
  const devices = prepareDevices(dataFolder)
  writeDevices(
    fileIn(dataFolder),
    devices.map((device) => (device.sn === sn ? { ...device, securityCode: code, key: undefined } : device)),
  )
}

function drawKey(): string {
  return randomBytes(32).toString('hex')
}

function fileIn(dataFolder: string): string {
  return join(dataFolder, 'simulator', 'devices.json')
}

function writeDevices(file: string, devices: readonly KnownDevice[]): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, `${JSON.stringify(devices, null, 2)}\n`, { mode: 0o600, flush: true })
  renameSync(`${file}.new`, file)
  const models = new Map(demoDevices.map(({ plan, model }) => [plan, model]))
  writeLabels(
    dirname(file),
    'Labels of the simulated devices',
    devices.map((device) => ({ ...device, model: models.get(device.plan) ?? '' })),
  )
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
