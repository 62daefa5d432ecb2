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

/** A place on the map, from its columns. */
export function toPosition({ latitude, longitude }: { latitude: number | null; longitude: number | null }): MapPosition | null {
  return latitude === null || longitude === null ? null : { latitude, longitude }
}

/** What a camera sees on the map, from its columns. */
export function toView({
  direction_deg: directionDeg,
  angle_deg: angleDeg,
  range_m: rangeM,
}: {
  direction_deg: number | null
  angle_deg: number | null
  range_m: number | null
}): MapView | null {
  return directionDeg === null || angleDeg === null || rangeM === null ? null : { directionDeg, angleDeg, rangeM }
}
