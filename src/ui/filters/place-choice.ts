import { cameraText, type PlaceChoice } from './place-address.ts'

type Chosen = PlaceChoice
type Site = { siteId: string; cameras: readonly { sn: string; chlIndex: number }[] }

/** Whether a site is searched as a whole, some of its cameras are, or none. */
export function placesChosen(site: Site, { sites, cameras }: Chosen): 'all' | 'some' | 'none' {
  if (sites?.includes(site.siteId)) return 'all'
  const isChosen = (camera: Site['cameras'][number]) => cameras?.includes(cameraText(camera)) === true
  if (!site.cameras.some(isChosen)) return 'none'
  return site.cameras.every(isChosen) ? 'all' : 'some'
}

/** The sites at which something is searched: those that are named, as a whole or by a camera, else all. */
export function sitesSearched({ sites, cameras }: Chosen, all: readonly Site[]): string[] {
  if (sites === undefined && cameras === undefined) return all.map(({ siteId }) => siteId)
  const named = all.filter((site) => site.cameras.some((camera) => cameras?.includes(cameraText(camera))))
  return [...(sites ?? []), ...named.map(({ siteId }) => siteId)]
}

/**
 * Sites and cameras side by side would both have to hold for the service. Where single cameras are chosen, sites are told by the cameras that
 * they have; where none are, whole sites are, with those that they get later.
 */
function told(sites: ReadonlySet<string>, cameras: ReadonlySet<string>, all: readonly Site[]): Chosen {
  if (cameras.size === 0) return { sites: sites.size === 0 ? undefined : [...sites], cameras: undefined }
  const ofSites = all.filter(({ siteId }) => sites.has(siteId)).flatMap((site) => site.cameras.map(cameraText))
  return { sites: undefined, cameras: [...new Set([...ofSites, ...cameras])] }
}

/** The choice with a whole site more or less. */
export function withSite(chosen: Chosen, site: Site, isChosen: boolean, all: readonly Site[]): Chosen {
  const own = new Set(site.cameras.map(cameraText))
  const sites = new Set(chosen.sites)
  const cameras = new Set(chosen.cameras?.filter((text) => !own.has(text)))
  if (isChosen) sites.add(site.siteId)
  else sites.delete(site.siteId)
  return told(sites, cameras, all)
}

/** The choice with one camera more or less. Of a whole site that loses one, the others stay. */
export function withCamera(
  chosen: Chosen,
  { camera, site }: { camera: Site['cameras'][number]; site: Site },
  isChosen: boolean,
  all: readonly Site[],
): Chosen {
  const sites = new Set(chosen.sites)
  const cameras = new Set(chosen.cameras)
  if (sites.delete(site.siteId)) for (const own of site.cameras) cameras.add(cameraText(own))
  if (isChosen) cameras.add(cameraText(camera))
  else cameras.delete(cameraText(camera))
  return told(sites, cameras, all)
}
