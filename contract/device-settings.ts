import * as z from 'zod/mini'
import { lengths } from './limits.ts'
import { name } from './rules.ts'
import { timeZoneNames } from './time-zones.ts'

/** Languages that a device can show (rule 9.12). */
export const displayLanguages = [
  'en-US',
  'zh-CN',
  'zh-TW',
  'ja-JP',
  'ko-KR',
  'th-TH',
  'vi-VN',
  'id-ID',
  'de-DE',
  'fr-FR',
  'es-ES',
  'pt-BR',
  'it-IT',
  'nl-NL',
  'pl-PL',
  'cs-CZ',
  'hu-HU',
  'ru-RU',
  'tr-TR',
  'he-IL',
  'ar-SA',
] as const

/** A screen's size, `1920x1080`. */
export const screenSize = z.string().check(z.regex(/^[1-9]\d{2,4}x[1-9]\d{2,4}$/))

const OCTET = '(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const ipv4 = z.string().check(z.regex(new RegExp(`^${OCTET}(\\.${OCTET}){3}$`)))

/** The 32 bits of an address. */
function bitsOf(address: string): number {
  return address.split('.').reduce((bits, octet) => ((bits << 8) | Number(octet)) >>> 0, 0)
}

/** Ones, then zeros, and room for two devices at least. */
function isSubnetMask(mask: string): boolean {
  const hosts = ~bitsOf(mask) >>> 0
  return (hosts & (hosts + 1)) === 0 && hosts >= 3 && hosts !== 0xffffffff
}

/** General settings of a device. A device has a name; the others only when it can do them. */
export const generalSettings = z.object({
  name: name(lengths.deviceName),
  language: z.optional(z.enum(displayLanguages)),
  timeZone: z.optional(z.enum(timeZoneNames)),
  /** Of a viewing station. */
  screenResolution: z.optional(screenSize),
})
/** A change of general settings: what is not named stays. */
export const generalChange = z
  .partial(generalSettings)
  .check(z.refine((change) => Object.values(change).some((value) => value !== undefined), { error: 'nothing-to-change' }))

/** Network settings of a device. Under `isDhcp` the addresses are those that the network gave it. */
export const networkSettings = z
  .object({
    isDhcp: z.boolean(),
    ip: ipv4,
    subnetMask: ipv4.check(z.refine(isSubnetMask, { error: 'no-subnet-mask' })),
    gateway: ipv4,
    dns: ipv4,
  })
  .check(
    z.refine(({ ip, gateway, subnetMask }) => ((bitsOf(ip) ^ bitsOf(gateway)) & bitsOf(subnetMask)) === 0, {
      error: 'gateway-outside-subnet',
      path: ['gateway'],
    }),
  )
