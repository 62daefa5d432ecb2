import type { CameraChange, CameraSettings } from '#contract/camera-settings.ts'
import { timeZones, type timeZoneNames } from '#contract/time-zones.ts'
import type { NetworkSettings } from '#contract/device-settings.ts'
import { Refusal } from '#device/agent/command-handlers.ts'
import { soundNetwork } from './camera-network.ts'
import { readEncoder, setEncoder } from './camera-encoders.ts'
import { readImaging, readMasks, readOverlay, setImaging, setMasks, setOverlay } from './camera-picture.ts'
import type { OnvifClient } from './client.ts'
import { OnvifError } from './fault.ts'
import { posixOf, zoneOf } from './posix-zone.ts'
import { chooseProfiles, type OnvifProfile } from './profiles.ts'
import { askOnvif, element } from './tree.ts'

type ZoneName = (typeof timeZoneNames)[number]

/** What of a camera's settings ONVIF has, of one sensor. What the camera itself has not is left out. Methods throw `Refusal` and `OnvifError`. */
export class OnvifSettings {
  readonly #client: OnvifClient
  readonly #source: string
  readonly #config: string
  readonly #encoders: { stream: 'main' | 'sub'; token: string }[]
  /** Several zones of our list are the same to a camera: this one was chosen. */
  #zone: ZoneName | undefined

  constructor(client: OnvifClient, profiles: readonly OnvifProfile[], source: string) {
    const { main, sub } = chooseProfiles(profiles, source) ?? {}
    this.#client = client
    this.#source = source
    this.#config = main?.sourceConfig ?? ''
    const named = [
      { stream: 'main' as const, token: main?.encoder ?? '' },
      { stream: 'sub' as const, token: sub?.encoder ?? '' },
    ]
    this.#encoders = named.filter(({ token }) => token !== '')
  }

  async camera(): Promise<CameraSettings> {
    const client = this.#client
    const found = await Promise.all(this.#encoders.map(({ stream, token }) => ifThere(() => readEncoder(client, stream, token))))
    const streams = found.filter((stream) => stream !== undefined)
    const imaging = client.has('imaging') ? await ifThere(() => readImaging(client, this.#source)) : undefined
    const overlay = await ifThere(() => readOverlay(client, this.#config))
    const masks = client.hasMedia2 ? await ifThere(() => readMasks(client, this.#config)) : undefined
    return {
      chlIndex: 0,
      ...(streams.length > 0 && { streams }),
      ...(imaging && Object.keys(imaging).length > 0 && { imaging }),
      ...(overlay && { overlay }),
      ...(masks && masks.most > 0 && { masks }),
    }
  }

  /** Tells the camera what is named, and answers with what it has then. */
  async change({ streams = [], hasSound, motion, overlay, imaging, masks }: CameraChange): Promise<CameraSettings> {
    const client = this.#client
    const has = await this.camera()
    // ONVIF has rules for both, and no two cameras have the same.
    if (motion !== undefined) throw new Refusal('bad-value', 'motion')
    if (hasSound !== undefined) throw new Refusal('bad-value', 'hasSound')
    if (overlay && has.overlay === undefined) throw new Refusal('bad-value', 'overlay')
    const strange = Object.keys(imaging ?? {}).find((name) => !Object.hasOwn(has.imaging ?? {}, name))
    if (strange !== undefined) throw new Refusal('bad-value', `imaging.${strange}`)
    if (masks && (has.masks === undefined || masks.length > has.masks.most)) throw new Refusal('bad-value', 'masks')
    for (const [index, stream] of streams.entries()) {
      const encoder = this.#encoders.find((one) => one.stream === stream.stream)
      if (encoder === undefined) throw new Refusal('bad-value', `streams.${index}.stream`)
      await setEncoder(client, encoder.token, stream, index)
    }
    if (imaging) await setImaging(client, this.#source, imaging)
    if (overlay) await setOverlay(client, this.#config, overlay)
    if (masks) await setMasks(client, this.#config, masks)
    return this.camera()
  }

  /** The zone of the camera's clock; undefined when it is none of our list. */
  async zone(): Promise<ZoneName | undefined> {
    const { zone } = await this.#clock()
    return zoneOf(zone, new Date().getUTCFullYear(), this.#zone)
  }

  /** Sets the zone, and with it a clock that nobody else sets. */
  async setZone(name: ZoneName): Promise<void> {
    const { isByNetwork } = await this.#clock()
    const now = new Date()
    const time = `<tt:Time>${element('tt:Hour', now.getUTCHours())}${element('tt:Minute', now.getUTCMinutes())}${element('tt:Second', now.getUTCSeconds())}</tt:Time>`
    const date = `<tt:Date>${element('tt:Year', now.getUTCFullYear())}${element('tt:Month', now.getUTCMonth() + 1)}${element('tt:Day', now.getUTCDate())}</tt:Date>`
    const posix = posixOf(timeZones[name], now.getUTCFullYear())
    const content =
      element('DateTimeType', isByNetwork ? 'NTP' : 'Manual') +
      element('DaylightSavings', String(posix.includes(','))) +
      `<TimeZone>${element('tt:TZ', posix)}</TimeZone>` +
      (isByNetwork ? '' : `<UTCDateTime>${time}${date}</UTCDateTime>`)
    await askOnvif(this.#client, 'device', 'SetSystemDateAndTime', content)
    this.#zone = name
  }

  async network(): Promise<NetworkSettings> {
    return (await soundNetwork(this.#client)).settings
  }

  async reboot(): Promise<void> {
    await askOnvif(this.#client, 'device', 'SystemReboot')
  }

  async #clock(): Promise<{ zone: string; isByNetwork: boolean }> {
    const told = (await askOnvif(this.#client, 'device', 'GetSystemDateAndTime')).get('systemDateAndTime')
    return { zone: told.get('timeZone', 'TZ').text, isByNetwork: told.get('dateTimeType').text === 'NTP' }
  }
}

/** What a camera has not it says so; all else is a failure. */
async function ifThere<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof OnvifError && ['unsupported', 'not-found', 'protocol'].includes(error.fault.kind)) return undefined
    throw error
  }
}
