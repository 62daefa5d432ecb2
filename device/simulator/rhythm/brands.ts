import { vehicleBrands } from '#contract/vehicle-brands.ts'

type Brand = (typeof vehicleBrands)[number]

/** Makers of nothing but lorries or buses. */
const ofTrucks: readonly Brand[] = ['daf', 'foton', 'hino', 'iveco', 'jac', 'man', 'scania']
const ofBuses: readonly Brand[] = ['golden-dragon', 'higer', 'king-long', 'yutong']
const ofCars = vehicleBrands.filter((brand) => !ofTrucks.includes(brand) && !ofBuses.includes(brand))
const makers: Readonly<Record<string, readonly Brand[]>> = {
  sedan: ofCars,
  hatchback: ofCars,
  suv: ofCars,
  truck: ofTrucks,
  bus: ofBuses,
}

/** A maker of such vehicles, all of them in turn: the badge is too small to be seen. Undefined for kinds whose makers the contract does not know. */
export function brandOf(vehicleType: string | undefined, turn: number): Brand | undefined {
  const list = makers[vehicleType ?? '']
  return list?.[turn % list.length]
}
