import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from './root.ts'

/**
 * Makes the plain world of the map page out of Natural Earth's countries (1:110m, in the public domain), as the package `world-atlas` has them: GeoJSON of
 * one shape for each country, without names, to a hundredth of a degree. To be run again only when that package is another: `npm run world`.
 */
const FILE = 'src/ui/map/world/world.json'
const DIGITS = 2

type Point = [number, number]
interface Topology {
  transform: { scale: Point; translate: Point }
  arcs: Point[][]
  objects: { countries: { geometries: ({ type: 'Polygon'; arcs: number[][] } | { type: 'MultiPolygon'; arcs: number[][][] })[] } }
}

const source = createRequire(import.meta.url).resolve('world-atlas/countries-110m.json')
const { transform, arcs, objects } = JSON.parse(readFileSync(source, 'utf8')) as Topology

/** Points of an arc are steps from one to the next. */
function pointsOf(arc: Point[]): Point[] {
  let [x, y] = [0, 0]
  return arc.map(([stepX, stepY]) => {
    x += stepX
    y += stepY
    const [longitude, latitude] = [x * transform.scale[0] + transform.translate[0], y * transform.scale[1] + transform.translate[1]]
    return [Number(longitude.toFixed(DIGITS)), Number(latitude.toFixed(DIGITS))]
  })
}
const decoded = arcs.map(pointsOf)

/** A ring of arcs, each beginning where the one before ended; one that is named by its complement runs backwards. */
function ringOf(names: number[]): Point[] {
  return names.flatMap((name, index) => {
    const arc = name < 0 ? (decoded[~name] ?? []).toReversed() : (decoded[name] ?? [])
    return index === 0 ? arc : arc.slice(1)
  })
}

/**
 * A ring goes on beyond 180 degrees where it crosses that line, rather than back around the world; one that goes around a pole (the south pole alone) is closed
 * over it.
 */
function unrolled(ring: Point[]): Point[] {
  let turns = 0
  const points = ring.map(([longitude, latitude], index): Point => {
    const step = longitude - (ring[index - 1]?.[0] ?? longitude)
    if (Math.abs(step) > 180) turns -= Math.sign(step)
    return [Number((longitude + turns * 360).toFixed(DIGITS)), latitude]
  })
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined || turns === 0 || first[0] === last[0]) return points
  return [...points, [last[0], -90], [first[0], -90], first]
}

const features = objects.countries.geometries.map((country) => ({
  type: 'Feature',
  properties: {},
  geometry:
    country.type === 'Polygon'
      ? { type: 'Polygon', coordinates: country.arcs.map((ring) => unrolled(ringOf(ring))) }
      : { type: 'MultiPolygon', coordinates: country.arcs.map((polygon) => polygon.map((ring) => unrolled(ringOf(ring)))) },
}))
const text = `${JSON.stringify({ type: 'FeatureCollection', features })}\n`
writeFileSync(join(root, FILE), text)
process.stdout.write(`${FILE}: ${features.length} countries, ${text.length} bytes\n`)
