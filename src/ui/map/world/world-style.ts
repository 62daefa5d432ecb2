import type { StyleSpecification } from 'maplibre-gl'
import worldUrl from './world.json?url'

const TILE_PX = 256
const NEAREST_TILES = 19
const LAST_LINE_DEG = 75
/** The lines of each of these come in when they are far enough from each other. */
const lines = [
  { id: 'lines', deg: 15, minzoom: 0 },
  { id: 'degrees', deg: 1, minzoom: 5 },
] as const

/** The colours of the plain world in the theme that shows, by layer and property. */
export function paintOf(): ['sea' | 'land' | 'borders' | 'lines' | 'degrees', 'background-color' | 'fill-color' | 'line-color', string][] {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string) => style.getPropertyValue(`--sl-${name}`).trim() || '#808080'
  return [
    ['sea', 'background-color', token('ground')],
    ['land', 'fill-color', token('line')],
    ['borders', 'line-color', token('ground')],
    ['lines', 'line-color', token('line-strong')],
    ['degrees', 'line-color', token('line-strong')],
  ]
}

/** Meridians and parallels, so many degrees apart: they say how far one has come where there is nothing else. */
function linesEvery(deg: number) {
  const steps = (from: number, to: number) =>
    Array.from({ length: Math.round((to - from) / deg) + 1 }, (_, index) => Number((from + index * deg).toFixed(1)))
  const coordinates = [
    ...steps(-180, 180).map((longitude) => [
      [longitude, -LAST_LINE_DEG],
      [longitude, LAST_LINE_DEG],
    ]),
    ...steps(-LAST_LINE_DEG, LAST_LINE_DEG).map((latitude) => [
      [-180, latitude],
      [180, latitude],
    ]),
  ]
  return { type: 'Feature' as const, properties: {}, geometry: { type: 'MultiLineString' as const, coordinates } }
}

/** The plain world, from a file of our own; over it pictures from elsewhere, if there is an address for them. */
export function styleOf(tilesUrl: string | null): StyleSpecification {
  const [sea, land, borders, line] = paintOf().map(([, , colour]) => colour)
  return {
    version: 8,
    // Another theme is another one at once.
    transition: { duration: 0, delay: 0 },
    sources: {
      // Coarse by itself: made no coarser for the zoom.
      world: { type: 'geojson', data: new URL(worldUrl, location.href).href, tolerance: 0, maxzoom: 6 },
      ...Object.fromEntries(
        lines.map(({ id, deg }) => [id, { type: 'geojson' as const, data: linesEvery(deg), tolerance: 0, maxzoom: 6 }]),
      ),
      ...(tilesUrl !== null && { tiles: { type: 'raster', tiles: [tilesUrl], tileSize: TILE_PX, maxzoom: NEAREST_TILES } }),
    },
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': sea ?? '' } },
      { id: 'land', type: 'fill', source: 'world', paint: { 'fill-color': land ?? '', 'fill-antialias': true } },
      { id: 'borders', type: 'line', source: 'world', paint: { 'line-color': borders ?? '', 'line-width': 1 } },
      ...lines.map(({ id, minzoom }) => ({
        id,
        type: 'line' as const,
        source: id,
        minzoom,
        paint: { 'line-color': line ?? '', 'line-width': 1, 'line-opacity': 0.5 },
      })),
      ...(tilesUrl === null ? [] : [{ id: 'tiles', type: 'raster' as const, source: 'tiles' }]),
    ],
  }
}
