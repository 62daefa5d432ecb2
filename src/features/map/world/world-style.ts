import type { StyleSpecification } from 'maplibre-gl'
import worldUrl from './world.json?url'

const TILE_PX = 256
const NEAREST_TILES = 19
const LINE_EVERY_DEG = 15

/** The colours of the plain world in the theme that shows, by layer and property. */
export function paintOf(): ['sea' | 'land' | 'borders' | 'lines', 'background-color' | 'fill-color' | 'line-color', string][] {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string) => style.getPropertyValue(`--sl-${name}`).trim() || '#808080'
  return [
    ['sea', 'background-color', token('ground')],
    ['land', 'fill-color', token('hover')],
    ['borders', 'line-color', token('line-strong')],
    ['lines', 'line-color', token('line')],
  ]
}

/** Meridians and parallels: they say how far one has come where there is nothing else. */
function lines() {
  const steps = (from: number, to: number) =>
    Array.from({ length: (to - from) / LINE_EVERY_DEG + 1 }, (_, index) => from + index * LINE_EVERY_DEG)
  const coordinates = [
    ...steps(-180, 180).map((longitude) => steps(-75, 75).map((latitude) => [longitude, latitude])),
    ...steps(-75, 75).map((latitude) => steps(-180, 180).map((longitude) => [longitude, latitude])),
  ]
  return { type: 'Feature' as const, properties: {}, geometry: { type: 'MultiLineString' as const, coordinates } }
}

/** The plain world, from a file of our own; over it pictures from elsewhere, if there is an address for them. */
export function styleOf(tilesUrl: string | null): StyleSpecification {
  const [sea, land, borders, line] = paintOf().map(([, , colour]) => colour)
  return {
    version: 8,
    sources: {
      // Coarse by itself: made no coarser for the zoom.
      world: { type: 'geojson', data: new URL(worldUrl, location.href).href, tolerance: 0, maxzoom: 6 },
      lines: { type: 'geojson', data: lines(), maxzoom: 6 },
      ...(tilesUrl !== null && { tiles: { type: 'raster', tiles: [tilesUrl], tileSize: TILE_PX, maxzoom: NEAREST_TILES } }),
    },
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': sea ?? '' } },
      { id: 'lines', type: 'line', source: 'lines', paint: { 'line-color': line ?? '', 'line-width': 1 } },
      { id: 'land', type: 'fill', source: 'world', paint: { 'fill-color': land ?? '', 'fill-antialias': true } },
      { id: 'borders', type: 'line', source: 'world', paint: { 'line-color': borders ?? '', 'line-width': 1 } },
      ...(tilesUrl === null ? [] : [{ id: 'tiles', type: 'raster' as const, source: 'tiles' }]),
    ],
  }
}
