import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** The colours that devices tell apart, in words. */
export const colourNames: Readonly<Record<string, MessageDescriptor>> = {
  black: msg`Black`,
  white: msg`White`,
  grey: msg`Gray`,
  silver: msg`Silver`,
  red: msg`Red`,
  orange: msg`Orange`,
  yellow: msg`Yellow`,
  green: msg`Green`,
  cyan: msg`Cyan`,
  blue: msg`Blue`,
  purple: msg`Purple`,
  pink: msg`Pink`,
  brown: msg`Brown`,
}

/** The types of vehicles that devices tell apart, in words. */
export const vehicleTypeNames: Readonly<Record<string, MessageDescriptor>> = {
  sedan: msg`Sedan`,
  hatchback: msg`Hatchback`,
  suv: msg`SUV`,
  van: msg`Van`,
  pickup: msg`Pickup`,
  minibus: msg`Minibus`,
  bus: msg`Bus`,
  truck: msg`Truck`,
  motorcycle: msg`Motorcycle`,
  bicycle: msg`Bicycle`,
  tricycle: msg`Tricycle`,
  forklift: msg`Forklift`,
  other: msg`Other vehicle`,
}
