import type { DemonstrationScene } from '#contract/demonstration.ts'
import type { PictureKind } from '#contract/event-attributes.ts'

type Scene = DemonstrationScene['scene']

/** How busy a scene is at each hour of a working day, by the clocks of its site. */
const hours: Record<Scene, readonly number[]> = {
  gate: [1, 1, 1, 1, 2, 6, 16, 26, 22, 12, 9, 9, 11, 10, 9, 11, 20, 25, 15, 7, 4, 3, 2, 1],
  'parking-lot': [1, 1, 1, 1, 1, 4, 12, 22, 20, 12, 9, 10, 14, 12, 9, 10, 17, 22, 14, 8, 5, 3, 2, 1],
  'shop-floor': [0, 0, 0, 0, 0, 0, 1, 3, 8, 13, 16, 18, 20, 18, 16, 16, 18, 20, 15, 8, 2, 1, 0, 0],
  warehouse: [2, 2, 2, 2, 3, 6, 14, 18, 20, 20, 18, 16, 8, 17, 18, 18, 16, 12, 8, 7, 7, 6, 4, 2],
}
/** And by the day of the week, 0 Sunday: people shop on Saturdays and work from Monday to Friday. */
const days: Record<Scene, readonly number[]> = {
  gate: [0.15, 1, 1, 1, 1, 0.95, 0.3],
  'parking-lot': [0.2, 1, 1, 1, 1, 0.95, 0.5],
  'shop-floor': [0.35, 0.8, 0.8, 0.85, 1, 1.2, 1.6],
  warehouse: [0.1, 1, 1, 1, 1, 0.9, 0.35],
}
/** How often a scene's cameras report each kind; those that its picture does not have are passed over. */
const kinds: Record<Scene, Record<PictureKind, number>> = {
  gate: { plate: 52, vehicle: 14, person: 16, face: 10, motion: 8 },
  'parking-lot': { plate: 0, vehicle: 46, person: 36, face: 0, motion: 18 },
  'shop-floor': { plate: 0, vehicle: 0, person: 60, face: 28, motion: 12 },
  warehouse: { plate: 0, vehicle: 34, person: 40, face: 8, motion: 18 },
}

/** How much happens in an hour. At night a few things do, mostly motion. */
export function busynessOf(scene: Scene, day: number, hour: number): number {
  return (hours[scene][hour] ?? 0) * (days[scene][day] ?? 0) + 0.08
}

/** How likely each kind is, in the daytime and at night. */
export function kindWeights(scene: Scene, hour: number): { weight: number; value: PictureKind }[] {
  const isNight = hour < 5 || hour > 21
  return Object.entries(kinds[scene]).map(([value, weight]) => ({
    value: value as PictureKind,
    weight: isNight && value === 'motion' ? weight * 4 : weight,
  }))
}
