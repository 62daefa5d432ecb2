import * as z from 'zod/mini'
import { name, says } from './rules.ts'

/** Scenes of a site (rule 3.1). A custom one has a name of its own. */
export const siteScenes = ['park', 'store', 'warehouse', 'factory', 'restaurant', 'hotel', 'villa', 'construction-site', 'custom'] as const
export const siteScene = z.enum(siteScenes)

/** Where something stands on the map, in degrees (WGS 84). */
export const mapPosition = z.object({
  latitude: z.number().check(z.minimum(-90), z.maximum(90)),
  longitude: z.number().check(z.minimum(-180), z.maximum(180)),
})
export type MapPosition = z.output<typeof mapPosition>

/** The name of a scene of the organization's own. */
export const customSceneName = name(32)
/** Custom scenes of one organization; more fail with too-many-scenes. */
export const MOST_CUSTOM_SCENES = 100

/** Short words by which sites are told apart and found; each once on a site, in capitals or small letters alike. */
const MOST_SITE_LABELS = 10
const siteLabel = name(24)
export const siteLabels = z.array(siteLabel).check(
  z.maxLength(MOST_SITE_LABELS),
  z.refine((labels) => new Set(labels.map(foldedName)).size === labels.length, says('label-twice')),
)

/** How names are compared that are to be there once: whoever writes them in capitals means the same. */
export function foldedName(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}
