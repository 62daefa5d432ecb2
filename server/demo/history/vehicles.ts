import type { Demonstration } from '#contract/demonstration.ts'
import { comparablePlate } from '#contract/plates.ts'
import type { Seeded } from './seeded.ts'

/** Groups of the plate database; the rules know them by these words. */
const plateGroups = {
  staff: 'Staff',
  suppliers: 'Suppliers',
  fleet: 'Company fleet',
  watched: 'Watch list',
} as const
type GroupWord = keyof typeof plateGroups

/** Of the plates that the gates see, so many are in no group: visitors. */
const UNKNOWN_SHARE = 0.3
/** Plates in the database that did not come in these weeks. */
const OTHER_PLATES = 64

const models: Readonly<Record<string, { brand: string; model: string; type: string }>> = {
  audi: { brand: 'Audi', model: 'A4', type: 'Sedan' },
  bmw: { brand: 'BMW', model: '320d', type: 'Sedan' },
  daf: { brand: 'DAF', model: 'LF', type: 'Truck' },
  fiat: { brand: 'Fiat', model: '500', type: 'Hatchback' },
  ford: { brand: 'Ford', model: 'Transit', type: 'Van' },
  honda: { brand: 'Honda', model: 'Civic', type: 'Sedan' },
  hyundai: { brand: 'Hyundai', model: 'Tucson', type: 'SUV' },
  iveco: { brand: 'Iveco', model: 'Daily', type: 'Van' },
  kia: { brand: 'Kia', model: 'Sportage', type: 'SUV' },
  'land-rover': { brand: 'Land Rover', model: 'Discovery', type: 'SUV' },
  man: { brand: 'MAN', model: 'TGL', type: 'Truck' },
  mazda: { brand: 'Mazda', model: '6', type: 'Sedan' },
  'mercedes-benz': { brand: 'Mercedes-Benz', model: 'Sprinter', type: 'Van' },
  opel: { brand: 'Opel', model: 'Corsa', type: 'Hatchback' },
  peugeot: { brand: 'Peugeot', model: 'Boxer', type: 'Van' },
  renault: { brand: 'Renault', model: 'Clio', type: 'Hatchback' },
  scania: { brand: 'Scania', model: 'P 280', type: 'Truck' },
  seat: { brand: 'Seat', model: 'Ibiza', type: 'Hatchback' },
  skoda: { brand: 'Škoda', model: 'Kodiaq', type: 'SUV' },
  tesla: { brand: 'Tesla', model: 'Model 3', type: 'Sedan' },
  toyota: { brand: 'Toyota', model: 'Corolla', type: 'Sedan' },
  volkswagen: { brand: 'Volkswagen', model: 'Golf', type: 'Hatchback' },
  volvo: { brand: 'Volvo', model: 'FE', type: 'Truck' },
}
const firstNames = [
  'Anna',
  'Bram',
  'Chen',
  'Daan',
  'Eva',
  'Fatima',
  'Guus',
  'Hanna',
  'Ivo',
  'Joost',
  'Kim',
  'Lotte',
  'Mehmet',
  'Noor',
  'Omar',
  'Pieter',
  'Roos',
  'Sanne',
  'Tess',
  'Willem',
]
const lastNames = [
  'Bakker',
  'de Boer',
  'Dekker',
  'Hendriks',
  'Jansen',
  'Kaya',
  'Kuipers',
  'de Jong',
  'Meijer',
  'Mulder',
  'Peters',
  'Smit',
  'Visser',
  'Vos',
  'de Wit',
  'Yilmaz',
  'Zhang',
]
const companies = [
  'Maas Transport',
  'Delta Food Service',
  'Noord Pallets',
  'Van Dam Packaging',
  'Rijnmond Cleaning',
  'Blue Harbour Freight',
]
const letters = Array.from('BDFGHJKLNPRSTVXZ')

/** A number that belongs to nobody. */
function phoneOf(draw: Seeded): string {
  return `+31 ${draw.pick(['10', '13', '6 55'])} 555 ${String(1000 + draw.below(9000))}`
}

function plateOf(draw: Seeded): string {
  const two = () => draw.pick(letters) + draw.pick(letters)
  return `${two()} ${100 + draw.below(900)} ${draw.pick(letters)}`
}

function groupFor(type: string, draw: Seeded): GroupWord {
  const isHeavy = type === 'Truck' || type === 'Van'
  return draw.weighed([
    { weight: isHeavy ? 1 : 12, value: 'staff' as const },
    { weight: isHeavy ? 8 : 1, value: 'suppliers' as const },
    { weight: 3, value: 'fleet' as const },
  ])
}

/** The plate database: most of the vehicles that the gates saw, and others. Rows of groups and plates. */
export function vehicles({ scenes }: Demonstration, organizationId: string, draw: Seeded) {
  const groups = Object.entries(plateGroups).map(([word, name]) => ({ id: `demo-plates-${word}`, organization_id: organizationId, name }))
  const seen = new Map(
    scenes
      .flatMap(({ happenings, visits }) => [...happenings, ...visits])
      .flatMap(({ plate, attributes, person }) => (plate === undefined ? [] : [[plate, { ...attributes, owner: person?.owner }] as const])),
  )
  const rows = [...seen].flatMap(([plate, { brand, owner, vehicleColour = '' }], index) => {
    const model = models[brand ?? ''] ?? draw.pick(Object.values(models))
    // One of them is watched for, and some are nobody's.
    if (index === seen.size - 2) return [row(plate, 'watched', model, { owner, colour: vehicleColour })]
    return draw.share() < UNKNOWN_SHARE ? [] : [row(plate, groupFor(model.type, draw), model, { owner, colour: vehicleColour })]
  })
  const known = new Set([...seen.keys()].map(comparablePlate))
  while (rows.length < seen.size + OTHER_PLATES) {
    const plate = plateOf(draw)
    if (known.has(comparablePlate(plate))) continue
    known.add(comparablePlate(plate))
    const model = draw.pick(Object.values(models))
    rows.push(row(plate, draw.share() < 0.05 ? 'watched' : groupFor(model.type, draw), model))
  }
  return { groups, plates: rows }

  /** `seen`: whom the cameras know by this plate, and the colour that they saw. */
  function row(
    plate: string,
    group: GroupWord,
    { brand, model, type }: { brand: string; model: string; type: string },
    seen: { owner?: string | undefined; colour?: string } = {},
  ) {
    const person = `${draw.pick(firstNames)} ${draw.pick(lastNames)}`
    const owners: Record<GroupWord, string> = { staff: person, watched: person, suppliers: draw.pick(companies), fleet: 'Harbor Logistics' }
    return {
      id: draw.id(),
      organization_id: organizationId,
      group_id: `demo-plates-${group}`,
      plate,
      plate_key: comparablePlate(plate),
      vehicle_type: type,
      brand,
      model,
      owner: seen.owner ?? owners[group],
      phone: phoneOf(draw),
      colour: seen.colour ?? '',
    }
  }
}
