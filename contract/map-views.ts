import * as z from 'zod/mini'

/** Where a camera looks, clockwise from north (up, on a plan), and how wide; degrees. */
const looks = {
  directionDeg: z.number().check(z.minimum(0), z.maximum(360)),
  angleDeg: z.number().check(z.minimum(5), z.maximum(360)),
}

/** What a camera on the map sees: so far, in metres. */
export const mapView = z.object({ ...looks, rangeM: z.number().check(z.minimum(1), z.maximum(10_000)) })
export type MapView = z.output<typeof mapView>

/** Where a camera stands on a plan, in shares of its width and height from the upper left, and what it sees: so far, in shares of the width. */
export const planPlace = z.object({
  x: z.number().check(z.minimum(0), z.maximum(1)),
  y: z.number().check(z.minimum(0), z.maximum(1)),
  ...looks,
  rangeShare: z.number().check(z.minimum(0.01), z.maximum(2)),
})
export type PlanPlace = z.output<typeof planPlace>

/** Bounds of what an organization has of plans. The sides of a picture in pixels: no browser is given one that it cannot hold. */
export const planLimits = { ofSite: 20, ofOrganization: 200, sidePx: 8192 } as const
