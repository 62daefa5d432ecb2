import { i18n } from '@lingui/core'
import type { Plate } from '#contract/calls/vehicle/plate.ts'
import { brandOf, vehicleBrands } from '#contract/vehicle-brands.ts'
import { vehicleTypeOf } from '#shared/sheet/vehicle-names.ts'
import { brandName } from '../../ui/event/brand-name.ts'
import { colourNames, vehicleTypeNames } from '../../ui/event/vehicle-words.ts'

const brands: ReadonlySet<string> = new Set(vehicleBrands)

/** A brand as it is written: one that devices know as its maker writes it, any other as somebody typed it. */
export function brandText(brand: string): string {
  const known = brandOf(brand)
  return brands.has(known) ? brandName(known) : brand
}

/** A colour in words. */
export function colourText(colour: string): string {
  const name = colourNames[colour]
  return name ? i18n._(name) : colour
}

/** A type of vehicles in words: one that devices know, or what somebody typed. */
export function typeText(type: string): string {
  const known = vehicleTypeOf(type)
  const name = Object.hasOwn(vehicleTypeNames, known) ? vehicleTypeNames[known] : undefined
  return name ? i18n._(name) : type
}

/** The texts of a plate as they are shown, by the columns of the list. */
export function textsOf(plate: Plate) {
  return { ...plate, brand: brandText(plate.brand), colour: colourText(plate.colour), vehicleType: typeText(plate.vehicleType) }
}
