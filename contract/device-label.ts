import { securityCode, serialNumber } from './rules.ts'

/**
 * The QR code on a device's label: what is written into those of ours, and what is read from those that are met in the field. Reading is
 * pure and total: any text is a label, or none.
 */
export interface DeviceLabel {
  sn: string
  /** Empty: it is printed elsewhere, and somebody has to type it. */
  securityCode: string
  model: string
}

/** A label holds a line or two; what is longer is something else. */
const MOST_CHARACTERS = 1_024

/** What a field is called, in small letters without spaces and marks. */
const names: Record<keyof DeviceLabel, readonly string[]> = {
  sn: ['sn', 's/n', 'serial', 'serialno', 'serialnumber', 'deviceserial', 'deviceid', 'devid', 'did', 'uid', '序列号', '设备序列号'],
  securityCode: [
    'code',
    'securitycode',
    'sc',
    'seccode',
    'verifycode',
    'verificationcode',
    'validatecode',
    'vcode',
    'pin',
    '安全码',
    '验证码',
  ],
  model: ['model', 'devicemodel', 'devicetype', 'type', 'product', 'pn', '型号', '设备型号'],
}
const fieldOf = new Map(Object.entries(names).flatMap(([field, all]) => all.map((name) => [name, field as keyof DeviceLabel] as const)))

/** What is put into the QR code of a device. */
export function labelText({ sn, securityCode: code, model }: DeviceLabel): string {
  return `SN:${sn};CODE:${code};MODEL:${model.replaceAll(/[;\r\n]/g, ' ')}`
}

/**
 * The label that a QR code holds: pairs (`SN:…;CODE:…`), JSON, the query of an address, or serial number, code and model one after the other.
 * Undefined when there is no serial number in it.
 */
export function parseLabel(text: string): DeviceLabel | undefined {
  const plain = text.replace(/^\uFEFF/, '').trim()
  if (plain === '' || plain.length > MOST_CHARACTERS) return undefined
  return labelOf(pairsOfJson(plain) ?? pairsOfUrl(plain) ?? pairsOfText(plain)) ?? labelOf(inOrder(plain))
}

type Pairs = readonly (readonly [string, string])[]

function labelOf(pairs: Pairs): DeviceLabel | undefined {
  const found: DeviceLabel = { sn: '', securityCode: '', model: '' }
  for (const [name, value] of pairs) {
    const field = fieldOf.get(name.toLowerCase().replaceAll(/[\s_.-]/g, ''))
    // Of two, the first: what stands behind it is about something else.
    if (field !== undefined && found[field] === '') found[field] = field === 'model' ? modelOf(value) : value
  }
  const sn = serialNumber.safeParse(found.sn)
  return sn.success ? { ...found, sn: sn.data, securityCode: securityCode.safeParse(found.securityCode).data ?? '' } : undefined
}

function modelOf(text: string): string {
  return text.replaceAll(/\p{C}/gu, ' ').trim().slice(0, 64)
}

function pairsOfJson(text: string): Pairs | undefined {
  if (!text.startsWith('{')) return undefined
  try {
    const values: unknown = JSON.parse(text)
    return Object.entries(values as object).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
    )
  } catch {
    return undefined
  }
}

function pairsOfUrl(text: string): Pairs | undefined {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return undefined
  const [, ...queries] = text.split(/[?#]/)
  return queries.flatMap((query) =>
    query.split('&').flatMap((pair) => {
      const at = pair.indexOf('=')
      return at === -1 ? [] : [[decoded(pair.slice(0, at)), decoded(pair.slice(at + 1))] as const]
    }),
  )
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

function pairsOfText(text: string): Pairs {
  return text.split(/[;,&|\r\n]+/).flatMap((part) => {
    const at = part.search(/[:=：]/)
    return at === -1 ? [] : [[part.slice(0, at).trim(), part.slice(at + 1)] as const]
  })
}

/** Serial number, code and model without names: what looks like a serial number comes first, or behind the name of a shop's page. */
function inOrder(text: string): Pairs {
  const parts = text.split(/[;,&|\s]+/).filter((part) => part !== '' && !/^(https?:\/\/|www\.)/i.test(part))
  const [sn = '', code = '', ...model] = parts
  // A sentence is no label: the serial number of one has a digit in it.
  return /\d/.test(sn)
    ? [
        ['sn', sn],
        ['code', code],
        ['model', model.join(' ')],
      ]
    : []
}
