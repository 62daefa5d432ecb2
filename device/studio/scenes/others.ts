import type { Visit } from '../../simulator/happening.ts'
import type { Actor } from '../render/actor.ts'
import { gate } from './gate.ts'
import { parkingLot } from './parking-lot.ts'
import { cycle, type CycleLook } from './parts/cycle.ts'
import { forklift } from './parts/forklift.ts'
import { ScenePerson, type PersonLook } from './parts/person.ts'
import type { Scene } from './parts/scene.ts'
import { Vehicle, type VehicleLook } from './parts/vehicle.ts'
import { shopFloor } from './shop-floor.ts'
import { warehouse } from './warehouse.ts'

/** What cameras report beside what their clip shows, each with a picture of the same place. `name`: that of the actor it is about. */
export interface Other extends Visit {
  name: string
  actors: Actor[]
  /** The lens is covered, or the camera was turned away. */
  isCovered?: true
}
/** A place with its camera, and what was there one after the other. */
export interface Place {
  scene: Scene
  others: Other[]
}

type Look = Omit<PersonLook, 'name' | 'hair'> & { hair?: string }
type Attributes = Readonly<Record<string, string>>

const hairOf: Readonly<Record<string, string>> = { elderly: '#b9b6b0', midlife: '#3a2415', youth: '#2a1b10' }
/** What is plain to be seen on a person who looks like this. */
function seenOf(look: Look): Attributes {
  const has = (thing: unknown) => (thing === undefined || thing === false ? 'no' : 'yes')
  return { mask: has(look.mask), hat: has(look.cap ?? look.helmet), glasses: has(look.glasses) }
}

let count = 0
function person(scene: string, look: Look, said: Attributes, at: { x: number; z: number; heading: number }): Other {
  const name = `person-${++count}`
  const full = { hair: hairOf[said['age'] ?? ''] ?? '#3a2415', ...look, name }
  return {
    name,
    kind: 'person',
    attributes: { ...seenOf(look), backpack: look.backpack === undefined ? 'no' : 'yes', ...said },
    picture: `${scene}-${name}`,
    actors: [new ScenePerson(full).at({ ...at, phase: 1.1, stride: 0.8 })],
  }
}

const toRight = 0
const toLeft = Math.PI
const away = Math.PI / 2
const near = -Math.PI / 2

const inShop = (look: Look, said: Attributes, heading: number) => person('shop-floor', look, said, { x: -0.4, z: 3.5, heading })
const inHall = (look: Look, said: Attributes, heading: number) => person('warehouse', look, said, { x: 0.6, z: 3.9, heading })

const shoppers: Other[] = [
  inShop(
    { heightMetres: 1.81, top: '#17191c', trousers: '#39465c', backpack: '#7d8b3a' },
    { gender: 'male', age: 'youth', clothingType: 'long-sleeves', clothingColour: 'black', direction: 'right' },
    toRight,
  ),
  inShop(
    { heightMetres: 1.7, top: '#e9e7e0', trousers: '#24262b', long: 'coat', longHair: true, bag: '#7a2f2a' },
    { gender: 'female', age: 'midlife', clothingType: 'coat', clothingColour: 'white', direction: 'left' },
    toLeft,
  ),
  inShop(
    { heightMetres: 1.66, top: '#b9bec4', trousers: '#2a2b2f', long: 'dress', longHair: true, longSleeves: false },
    { gender: 'female', age: 'youth', clothingType: 'dress', clothingColour: 'silver', direction: 'out' },
    near,
  ),
  inShop(
    { heightMetres: 1.6, top: '#b0202a', trousers: '#2a2b2f', skirt: '#b0202a', glasses: true, longHair: true },
    { gender: 'female', age: 'elderly', clothingType: 'skirt', clothingColour: 'red', direction: 'in' },
    away,
  ),
  inShop(
    { heightMetres: 1.38, top: '#e2c229', trousers: '#e2c229', shorts: true, longSleeves: false, cap: '#2f5fa8', backpack: '#b03a2e' },
    { gender: 'male', age: 'juvenile', clothingType: 'shorts', clothingColour: 'yellow', direction: 'left' },
    toLeft,
  ),
  inShop(
    { heightMetres: 0.92, top: '#3f9a4e', trousers: '#3f5f9a' },
    { gender: 'male', age: 'infant', clothingType: 'long-sleeves', clothingColour: 'green', direction: 'right' },
    toRight,
  ),
  inShop(
    { heightMetres: 1.64, top: '#6a3f94', trousers: '#2a2b2f', long: 'dress', longHair: true, mask: true },
    { gender: 'female', age: 'midlife', clothingType: 'dress', clothingColour: 'purple', direction: 'right' },
    toRight,
  ),
  inShop(
    { heightMetres: 1.42, top: '#e58fae', trousers: '#34507c', skirt: '#e58fae', longHair: true, backpack: '#5a4fa0' },
    { gender: 'female', age: 'juvenile', clothingType: 'skirt', clothingColour: 'pink', direction: 'out' },
    near,
  ),
]
const workers: Other[] = [
  inHall(
    { heightMetres: 1.8, top: '#7d8288', trousers: '#27303c', longSleeves: false, cap: '#23272c' },
    { gender: 'male', age: 'midlife', clothingType: 'short-sleeves', clothingColour: 'grey', direction: 'left' },
    toLeft,
  ),
  inHall(
    { heightMetres: 1.77, top: '#2f3b4c', trousers: '#27303c', vest: '#e8731a', helmet: '#f0f0ea' },
    { gender: 'male', age: 'midlife', clothingType: 'vest', clothingColour: 'orange', direction: 'right' },
    toRight,
  ),
  inHall(
    { heightMetres: 1.83, top: '#27b0c4', trousers: '#27b0c4', mask: true, glasses: true },
    { gender: 'male', age: 'youth', clothingType: 'trousers', clothingColour: 'cyan', direction: 'out' },
    near,
  ),
  inHall(
    { heightMetres: 1.74, top: '#2c4f9e', trousers: '#22304a', mask: true },
    { gender: 'male', age: 'midlife', clothingType: 'long-sleeves', clothingColour: 'blue', direction: 'in' },
    away,
  ),
  inHall(
    { heightMetres: 1.72, top: '#6b4a2f', trousers: '#33312e', long: 'coat', glasses: true, cap: '#4a3524' },
    { gender: 'male', age: 'elderly', clothingType: 'coat', clothingColour: 'brown', direction: 'left' },
    toLeft,
  ),
]

/** Looks at where people stand who are told by their face; the hands of a small child are held, and it is lifted for it. */
const atTheTill: Scene = {
  ...shopFloor,
  camera: { position: [1.9, 3.9, -1.2], target: [0.2, 1.55, 4.2], viewDegrees: 14, barrel: 0 },
}
function face(number: number, look: Look, said: Attributes, aboveMetres = 0): Other {
  const name = `face-${number}`
  const full = { hair: hairOf[said['age'] ?? ''] ?? '#3a2415', ...look, name }
  const pose = { x: 0.2, z: 4.2, heading: Math.atan2(-5.4, 1.7), phase: 0, stride: 0 }
  return {
    name,
    kind: 'face',
    attributes: { ...seenOf(look), ...said },
    picture: `shop-floor-${name}`,
    actors: [new ScenePerson(full).at(pose, aboveMetres)],
  }
}
const faces: Other[] = [
  face(1, { heightMetres: 1.76, top: '#7b6a55', trousers: '#2a2b2f' }, { gender: 'male', age: 'elderly' }),
  face(2, { heightMetres: 1.68, top: '#a3283c', trousers: '#2a2b2f', longHair: true }, { gender: 'female', age: 'youth' }),
  face(3, { heightMetres: 1.8, top: '#3d4148', trousers: '#2a2b2f', cap: '#2f5fa8' }, { gender: 'male', age: 'midlife' }),
  face(4, { heightMetres: 1.72, top: '#35523f', trousers: '#2a2b2f', glasses: true, longHair: true }, { gender: 'female', age: 'midlife' }),
  face(5, { heightMetres: 1.78, top: '#23272c', trousers: '#2a2b2f', mask: true, cap: '#23272c' }, { gender: 'male', age: 'youth' }),
  face(6, { heightMetres: 1.48, top: '#e2c229', trousers: '#2a2b2f', longHair: true }, { gender: 'female', age: 'juvenile' }, 0.15),
  face(7, { heightMetres: 0.95, top: '#3f9a4e', trousers: '#2a2b2f' }, { gender: 'male', age: 'infant' }, 0.75),
]

/** In the lane of the parking lot, with the middle of the vehicle here. */
const lane = { x: -1.2, z: 13.4 }
function parked(number: number, vehicleType: string, vehicleColour: string, direction: string, actorAt: (name: string) => Actor): Other {
  const name = `vehicle-${number}`
  const attributes = { vehicleType, vehicleColour, direction }
  return { name, kind: 'vehicle', attributes, picture: `parking-lot-${name}`, actors: [actorAt(name)] }
}
function car(number: number, shape: VehicleLook['shape'], color: string, colour: string, direction: 'left' | 'right'): Other {
  // The number is too small to be read, and so is no part of what is told.
  return parked(number, shape, colour, direction, (name) => {
    const vehicle = new Vehicle({ shape, color, plate: `PX ${300 + number * 7} K` })
    const half = vehicle.shape.wheelbase / 2
    const placed = direction === 'right' ? vehicle.at(lane.x - half, lane.z - 0.6, 0, 1) : vehicle.at(lane.x + half, lane.z, Math.PI, 1)
    return { ...placed, name }
  })
}
function onWheels(number: number, vehicleType: string, colour: string, direction: 'left' | 'right', look: CycleLook): Other {
  return parked(number, vehicleType, colour, direction, (name) =>
    cycle(name, look, lane.x, lane.z - 2.4, direction === 'right' ? 0 : Math.PI),
  )
}
const rider = { heightMetres: 1.78, top: '#2f3b4c', trousers: '#27303c', hair: '#241811' }
const vehicles: Other[] = [
  car(1, 'sedan', '#16181b', 'black', 'left'),
  car(2, 'suv', '#e6e7e8', 'white', 'right'),
  car(3, 'hatchback', '#7b8086', 'grey', 'left'),
  car(4, 'sedan', '#949ba2', 'silver', 'right'),
  car(5, 'hatchback', '#b3161b', 'red', 'right'),
  car(6, 'suv', '#d8641c', 'orange', 'left'),
  car(7, 'hatchback', '#e0bd22', 'yellow', 'left'),
  car(8, 'sedan', '#2f7a44', 'green', 'right'),
  car(9, 'hatchback', '#1fa9b8', 'cyan', 'left'),
  car(10, 'suv', '#24529a', 'blue', 'right'),
  car(11, 'sedan', '#5d3a8c', 'purple', 'left'),
  car(12, 'hatchback', '#dd7f9f', 'pink', 'right'),
  car(13, 'suv', '#5c3a22', 'brown', 'left'),
  car(14, 'van', '#e9e7e0', 'white', 'right'),
  car(15, 'pickup', '#3a4a38', 'green', 'left'),
  car(16, 'minibus', '#a3a9af', 'silver', 'right'),
  car(17, 'bus', '#d3a417', 'yellow', 'left'),
  car(18, 'truck', '#a81c22', 'red', 'right'),
  onWheels(19, 'motorcycle', 'red', 'left', {
    kind: 'motorcycle',
    color: '#b3161b',
    rider: { ...rider, top: '#17191c', helmet: '#d7d9da' },
  }),
  onWheels(20, 'bicycle', 'blue', 'right', { kind: 'bicycle', color: '#24529a', rider: { ...rider, top: '#8a2f3f' } }),
  onWheels(21, 'tricycle', 'green', 'left', { kind: 'tricycle', color: '#2f7a44', rider: { ...rider, top: '#c9b26a', cap: '#23272c' } }),
  onWheels(22, 'other', 'orange', 'right', { kind: 'tractor', color: '#d8641c', rider }),
]
const movers: Other[] = [
  {
    ...parked(23, 'forklift', 'yellow', 'in', () => forklift(0.4, 8.4, away, 0, 0.12, true)),
    name: 'forklift',
    picture: 'warehouse-forklift',
  },
]
const covered = (scene: string): Other => ({
  name: '',
  kind: 'tampering',
  picture: `${scene}-covered`,
  actors: [],
  isCovered: true,
})

export const places: readonly Place[] = [
  { scene: parkingLot, others: [...vehicles, covered('parking-lot')] },
  { scene: shopFloor, others: [...shoppers, covered('shop-floor')] },
  { scene: atTheTill, others: faces },
  { scene: warehouse, others: [...workers, ...movers, covered('warehouse')] },
  { scene: gate, others: [covered('gate')] },
]
