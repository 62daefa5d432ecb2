import type { ChannelRef } from '#contract/calls/event/event-filter.ts'

const MOST_SITES = 100
const MOST_CAMERAS = 256
const CAMERA = /^[A-Za-z0-9]{1,32}\.\d{1,3}$/

/** Places that something is searched at, as an address has them. */
export interface PlaceChoice {
  sites?: string[]
  /** As `cameraText` writes them. */
  cameras?: string[]
}

/** A camera in an address: serial number and index. */
export function cameraText({ sn, chlIndex }: ChannelRef): string {
  return `${sn}.${chlIndex}`
}

function cameraOf(text: string): ChannelRef {
  const [sn = '', index = ''] = text.split('.')
  return { sn, chlIndex: Number(index) }
}

/** The texts of a list that pass, each once; nothing when none does. */
export function textsIn(value: unknown, most: number, passes: (text: string) => boolean): string[] | undefined {
  if (!Array.isArray(value)) return undefined
  const found = value.filter((one): one is string => typeof one === 'string' && passes(one))
  return found.length === 0 ? undefined : [...new Set(found)].slice(0, most)
}

/** Reads the places of an address; whatever in it makes no sense is passed over. */
export function readPlaces({ sites, cameras }: Record<string, unknown>): PlaceChoice {
  return {
    sites: textsIn(sites, MOST_SITES, (text) => text !== '' && text.length <= 64),
    cameras: textsIn(cameras, MOST_CAMERAS, (text) => CAMERA.test(text) && cameraOf(text).chlIndex <= 255),
  }
}

/** The places as the service is asked for them. */
export function placesAsked({ sites, cameras }: PlaceChoice): { siteIds?: string[]; channels?: ChannelRef[] } {
  return { ...(sites && { siteIds: sites }), ...(cameras && { channels: cameras.map(cameraOf) }) }
}
