import type { ChannelRef } from '#contract/calls/event/event-filter.ts'

/** As many cameras are played back at once. */
export const MOST_CAMERAS = 16
const camera = /^([A-Za-z0-9]{1,32})\.(\d{1,4})$/
/** Nothing is older than this, and no clock says more. */
const FIRST_MS = Date.UTC(2000, 0)
const LAST_MS = Date.UTC(2100, 0)

/** A camera in an address. */
export function cameraInAddress({ sn, chlIndex }: ChannelRef): string {
  return `${sn}.${chlIndex}`
}

export function cameraOf(text: string): ChannelRef | undefined {
  const [, sn, index] = camera.exec(text) ?? []
  return sn === undefined ? undefined : { sn, chlIndex: Number(index) }
}

/** The cameras of an address, each once; what is none is left out. */
export function camerasOf(value: unknown): string[] | undefined {
  const texts = (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string' && camera.test(one))
  return texts.length === 0 ? undefined : [...new Set(texts)].slice(0, MOST_CAMERAS)
}

export function timeOfAddress(value: unknown): number | undefined {
  const atMs = Math.round(Number(value))
  return atMs >= FIRST_MS && atMs < LAST_MS ? atMs : undefined
}
