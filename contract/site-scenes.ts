import * as z from 'zod/mini'

/** Scenes of a site (rule 3.1). A custom one has a name of its own. */
export const siteScenes = ['park', 'store', 'warehouse', 'factory', 'restaurant', 'hotel', 'villa', 'construction-site', 'custom'] as const
export const siteScene = z.enum(siteScenes)

/** Where something stands on the map, in degrees (WGS 84). */
export const mapPosition = z.object({
  latitude: z.number().check(z.minimum(-90), z.maximum(90)),
  longitude: z.number().check(z.minimum(-180), z.maximum(180)),
})
export type MapPosition = z.output<typeof mapPosition>
