import type { Plate } from '#contract/calls/vehicle/plate.ts'
import { comparablePlate, hasWildcards, isPlateLike } from '#contract/plates.ts'
import { brandOf } from '#contract/vehicle-brands.ts'
import { vehicleTypeOf } from '#shared/sheet/vehicle-names.ts'
import type { PlateSearch } from './vehicle-search.ts'

/**
 * The plates of a group that an address asks for: by part of the number or of the owner's name as the service searches, or by the whole number with
 * signs that stand for others; by brand, colour and type.
 */
export function filterPlates(plates: readonly Plate[], { search, brand, colour, type }: PlateSearch): readonly Plate[] {
  const isFound = search === undefined ? () => true : matcherOf(search)
  return plates.filter(
    (plate) =>
      (brand === undefined || brandOf(plate.brand) === brand) &&
      (colour === undefined || plate.colour === colour) &&
      (type === undefined || vehicleTypeOf(plate.vehicleType) === type) &&
      isFound(plate),
  )
}

function matcherOf(search: string): (plate: Plate) => boolean {
  if (hasWildcards(search)) return ({ plate }) => isPlateLike(search, plate)
  const [key, name] = [comparablePlate(search), search.trim().toLowerCase()]
  return ({ plate, owner }) => (key !== '' && comparablePlate(plate).includes(key)) || owner.toLowerCase().includes(name)
}

/** The values that plates have in a field, each once however it is written, in the order of a language. */
export function valuesIn(plates: readonly Plate[], field: keyof typeof valueOf, textOf: (value: string) => string): string[] {
  const values = new Set(plates.map(valueOf[field]))
  values.delete('')
  return [...values].toSorted((one, other) => textOf(one).localeCompare(textOf(other)))
}

const valueOf = {
  brand: ({ brand }: Plate) => brandOf(brand),
  colour: ({ colour }: Plate): string => colour,
  vehicleType: ({ vehicleType }: Plate) => vehicleTypeOf(vehicleType),
}
