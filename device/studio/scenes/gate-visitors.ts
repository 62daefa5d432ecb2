import type { VehicleLook } from './parts/vehicle.ts'

interface Visitor {
  look: VehicleLook
  colour: string
  brand: string
}
const visitor = (shape: VehicleLook['shape'], color: string, colour: string, plate: string, brand: string): Visitor => ({
  look: { shape, color, plate, lights: 'on' },
  colour,
  brand,
})
/** Vehicles that came in through the gate on other days. */
export const visitors: readonly Visitor[] = [
  visitor('sedan', '#23272c', 'black', 'AB 614 L', 'bmw'),
  visitor('suv', '#7d1a20', 'red', 'BN 203 K', 'volvo'),
  visitor('hatchback', '#d8b42a', 'yellow', 'CR 957 S', 'renault'),
  visitor('van', '#2c5f9e', 'blue', 'DT 128 H', 'ford'),
  visitor('truck', '#2b5aa5', 'blue', 'EX 440 V', 'daf'),
  visitor('sedan', '#dfe1e2', 'white', 'FG 871 Z', 'toyota'),
  visitor('suv', '#2f4a3a', 'green', 'GK 356 N', 'skoda'),
  visitor('van', '#e9e7e0', 'white', 'HB 509 X', 'mercedes-benz'),
  visitor('hatchback', '#4a86b8', 'blue', 'HZ 742 D', 'volkswagen'),
  visitor('truck', '#e4e2da', 'white', 'KD 085 P', 'scania'),
  visitor('sedan', '#8b9197', 'silver', 'LM 636 B', 'audi'),
  visitor('hatchback', '#b8272c', 'red', 'LS 194 G', 'opel'),
  visitor('suv', '#15181c', 'black', 'MT 927 A', 'kia'),
  visitor('van', '#8c9094', 'grey', 'NC 381 R', 'peugeot'),
  visitor('truck', '#a81c22', 'red', 'NV 560 T', 'volvo'),
  visitor('sedan', '#5a2a1c', 'brown', 'PK 713 H', 'mazda'),
  visitor('hatchback', '#e6e6e2', 'white', 'RA 248 M', 'fiat'),
  visitor('suv', '#b9bdc1', 'silver', 'RX 095 C', 'hyundai'),
  visitor('van', '#c7551d', 'orange', 'SB 866 L', 'iveco'),
  visitor('sedan', '#1f3f73', 'blue', 'SN 432 V', 'tesla'),
  visitor('hatchback', '#2b2e33', 'black', 'TD 579 E', 'seat'),
  visitor('truck', '#3b7a46', 'green', 'TP 110 Z', 'man'),
  visitor('suv', '#d9dadb', 'white', 'VL 684 K', 'land-rover'),
  visitor('sedan', '#6d7378', 'grey', 'XH 327 S', 'honda'),
]
