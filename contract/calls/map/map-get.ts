import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { mapView, planPlace } from '../../map-views.ts'
import { channelIndex, noInput } from '../../rules.ts'
import { mapPosition } from '../../site-scenes.ts'

const channelName = { sn: z.string(), chlIndex: channelIndex }

/** A picture of a floor, a yard or another part of a site, with the cameras on it that the person sees. `pictureUrl`: a link, good for some minutes. */
const sitePlan = z.object({
  planId: z.string(),
  siteId: z.string(),
  planName: z.string(),
  pictureUrl: z.string(),
  widthPx: z.int(),
  heightPx: z.int(),
  cameras: z.array(z.object({ ...channelName, ...planPlace.shape })),
})
export type SitePlan = z.output<typeof sitePlan>

const mapTiles = z.object({ url: z.string(), attribution: z.string() })
export type MapTiles = z.output<typeof mapTiles>

/**
 * An addition to the catalogue: plans of the sites that the person sees, by name, and the cameras that stand on the map by themselves. `tiles`: pictures of the
 * world beneath, if the service has an address for them, and whose they are, as plain text (empty: nobody has to be named).
 */
export const mapGet = defineCall({
  path: '/vms/map/get',
  input: noInput,
  output: z.object({
    tiles: z.nullable(mapTiles),
    plans: z.array(sitePlan),
    cameras: z.array(z.object({ ...channelName, position: mapPosition, view: z.nullable(mapView) })),
  }),
  access: signedIn,
  offline: 'cache',
})
