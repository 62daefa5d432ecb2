import { contactFields } from '#contract/calls/contact/contact.ts'
import { lengths } from '#contract/limits.ts'
import { comparablePlate, PLATE_TEXT_LENGTH, plateNumber } from '#contract/plates.ts'
import { name as nameRule, securityCode, serialNumber } from '#contract/rules.ts'
import { listColumns, type ListColumn, type ListKind, type ListRow, type RowFault } from '#contract/sheet-api.ts'
import { brandOf } from '#contract/vehicle-brands.ts'
import { contactHeadings, deviceHeadings, plateHeadings, type Headings } from '#shared/sheet/columns.ts'
import { colourOf, vehicleTypeOf } from '#shared/sheet/vehicle-names.ts'

type Values = Partial<Record<ListColumn, string>>

/** What is particular about a list. */
interface List {
  headings: Headings<ListColumn>
  /** The column that the heading is known by, and that no row may stand there twice by. */
  required: ListColumn
  keyOf: (values: Values) => string
  /** The values as they are kept, or what is wrong with the first column that something is wrong with. */
  check: (values: Values) => { values: Values; fault?: ListRow['fault'] }
}

function checkPlate(values: Values): ReturnType<List['check']> {
  if (!values.plate) return { values, fault: { kind: 'missing', column: 'plate' } }
  const long = listColumns.plates.find((column) => (values[column]?.length ?? 0) > PLATE_TEXT_LENGTH)
  if (long !== undefined) return { values, fault: { kind: 'too-long', column: long } }
  if (!plateNumber.safeParse(values.plate).success) return { values, fault: { kind: 'forbidden', column: 'plate' } }
  const { brand, colour, vehicleType } = values
  const kept = {
    ...values,
    ...(brand && { brand: brandOf(brand) }),
    ...(vehicleType && { vehicleType: vehicleTypeOf(vehicleType) }),
  }
  if (!colour) return { values: kept }
  const known = colourOf(colour)
  return known === undefined ? { values, fault: { kind: 'colour', column: 'colour' } } : { values: { ...kept, colour: known } }
}

/** Why the contract's rules refuse a value, by what they say. */
const faultOf: Record<string, RowFault> = {
  required: 'missing',
  'too-long': 'too-long',
  'forbidden-characters': 'forbidden',
  'email-shape': 'email',
  'phone-shape': 'phone',
}

function checkContact(values: Values): ReturnType<List['check']> {
  for (const column of listColumns.contacts) {
    const checked = contactFields[column].safeParse(values[column] ?? '')
    if (checked.success) continue
    const says = values[column] ? (checked.error.issues[0]?.message ?? '') : 'required'
    return { values, fault: { kind: faultOf[says] ?? 'forbidden', column } }
  }
  return { values: { ...values, email: contactFields.email.parse(values.email) } }
}

const deviceFields = { sn: serialNumber, securityCode, name: nameRule(lengths.deviceName) } as const

function checkDevice(values: Values): ReturnType<List['check']> {
  const kept: Values = { ...values }
  for (const column of ['sn', 'securityCode', 'name'] as const) {
    const text = values[column] ?? ''
    if (text === '' && column === 'name') continue
    if (text === '') return { values, fault: { kind: 'missing', column } }
    const checked = deviceFields[column].safeParse(text)
    if (!checked.success) return { values, fault: { kind: faultOf[checked.error.issues[0]?.message ?? ''] ?? 'label', column } }
    kept[column] = checked.data
  }
  return { values: kept }
}

export const lists: Record<ListKind, List> = {
  plates: { headings: plateHeadings, required: 'plate', keyOf: ({ plate = '' }) => comparablePlate(plate), check: checkPlate },
  contacts: { headings: contactHeadings, required: 'name', keyOf: ({ name = '' }) => name, check: checkContact },
  devices: { headings: deviceHeadings, required: 'sn', keyOf: ({ sn = '' }) => sn.toUpperCase(), check: checkDevice },
}
