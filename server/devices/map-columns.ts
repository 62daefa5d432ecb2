import type { MapView } from '#contract/map-views.ts'
import type { MapPosition } from '#contract/site-scenes.ts'

/** Columns of a place on the map. */
export function positionColumns(position: MapPosition | null): { latitude: number | null; longitude: number | null } {
  return { latitude: position?.latitude ?? null, longitude: position?.longitude ?? null }
}

/** Columns of what a camera sees on the map. */
export function viewColumns(view: MapView | null) {
  return { direction_deg: view?.directionDeg ?? null, angle_deg: view?.angleDeg ?? null, range_m: view?.rangeM ?? null }
}

/** Of a camera that does not stand on the map. */
export const nowhere = { ...positionColumns(null), ...viewColumns(null) }
