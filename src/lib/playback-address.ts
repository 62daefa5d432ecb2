import { calendarDays } from '#contract/limits.ts'
import { DAY_MS } from '#shared/time/day.ts'

/** As many cameras are played back at once. */
export const MOST_CAMERAS = 16
const camera = /^([A-Za-z0-9]{1,32})\.(\d{1,4})$/
/** On these days the calendar has a page for the day, whatever the time zone. */
const FIRST_MS = Date.parse(calendarDays.first) + DAY_MS
const LAST_MS = Date.parse(calendarDays.last)

interface Camera {
  sn: string
  chlIndex: number
}

/** A camera in an address: `SL4DWFWUWKY7.0`. */
export function cameraInAddress({ sn, chlIndex }: Camera): string {
  return `${sn}.${chlIndex}`
}

export function cameraOf(text: string): Camera | undefined {
  const [, sn, index] = camera.exec(text) ?? []
  return sn === undefined ? undefined : { sn, chlIndex: Number(index) }
}

/** The cameras of an address, `SL4DWFWUWKY7.0,SLESXMZLKHXZ.3`: each once, as many as are played back; what is none is left out. */
export function camerasOf(value: unknown): string[] {
  const texts = typeof value === 'string' ? value.split(',').filter((text) => camera.test(text)) : []
  return [...new Set(texts)].slice(0, MOST_CAMERAS)
}

/** A moment in an address, epoch ms. */
export function timeOfAddress(value: unknown): number | undefined {
  const atMs = Math.round(Number(value))
  return atMs >= FIRST_MS && atMs < LAST_MS ? atMs : undefined
}
