import type { OnvifCamera } from '../cameras.ts'
import { clockAdvice } from './advice.ts'
import { OnvifClient, type OnvifInformation } from './client.ts'
import { printable } from './discover.ts'
import { OnvifError } from './fault.ts'
import { takesFirmware } from './firmware-upgrade.ts'
import { parseOnvifUrl } from './onvif-url.ts'
import { chooseProfiles, sourcesOf, type OnvifProfile } from './profiles.ts'

/** What the bridge keeps of a camera that was added by its ONVIF address, and what the person should know of it. */
export interface LookedAt {
  url: string
  subUrl: string | undefined
  onvif: OnvifCamera
  main: OnvifProfile
  sub: OnvifProfile | undefined
  maker: string
  /** its sensors that can be shown, with their profiles */
  eyes: { source: string; main: OnvifProfile; sub: OnvifProfile | undefined }[]
  notes: string[]
}

/**
 * Asks a camera what it is, chooses its main and sub profile and reads where they play. `source`: the sensor, for cameras with several. `certificate`: the
 * fingerprint by which an onvifs camera is known. Throws an `OnvifError`.
 */
export async function lookAtCamera(
  url: string,
  { source, certificate }: { source?: string | undefined; certificate?: string | undefined } = {},
): Promise<LookedAt> {
  const address = parseOnvifUrl(url, certificate)
  const client = await OnvifClient.connect(address)
  try {
    const profiles = await client.profiles()
    const sources = sourcesOf(profiles)
    const wanted = source ?? sources[0] ?? ''
    if (source !== undefined && !sources.includes(source)) {
      throw new OnvifError(
        'not-found',
        `${address.label} has no sensor "${source}", but ${typable(sources).join(', ') || 'none that can be typed'}`,
      )
    }
    const chosen = chooseProfiles(profiles, wanted)
    if (chosen === undefined) throw new OnvifError('unsupported', `${address.label} offers no H.264 or H.265 video`)
    const { main, sub } = chosen
    const about = await client.information()
    const onvif = { url, certificate, profile: main.token, source: wanted, ...kindOf(about), takesFirmware: await takesFirmware(client) }
    const clock = clockAdvice(client.clockAheadMs)
    const others = sources.filter((each) => each !== wanted)
    return {
      url: await client.streamUrl(main.token),
      subUrl: sub && (await client.streamUrl(sub.token)),
      onvif,
      main,
      sub,
      maker: printable(about.manufacturer),
      eyes: (sources.length === 0 ? [wanted] : sources).flatMap((each) => {
        const own = chooseProfiles(profiles, each)
        return own === undefined ? [] : [{ source: each, ...own }]
      }),
      notes: [
        ...(clock === undefined ? [] : [clock]),
        ...(others.length === 0 ? [] : [`It has other sensors, which are cameras of their own: add ${waysToAdd(others)}.`]),
      ],
    }
  } finally {
    client.close()
  }
}

/** As they stand in a command line that somebody will copy into a shell: their names are the camera's, and only those that bend nothing are given. */
function typable(sources: readonly string[]): string[] {
  return sources.filter((source) => /^\w[\w.:-]{0,63}$/.test(source)).map((source) => `"${source}"`)
}

function waysToAdd(sources: readonly string[]): string {
  const names = typable(sources)
  const byName = names.length === 0 ? [] : [`them with --source ${names.join(' or ')}`]
  const others = sources.length - names.length
  return [...byName, ...(others === 0 ? [] : [`${others} whose names cannot be typed in the app`])].join(', and ')
}

/** Model and version of a camera, as the app shows them. */
export function kindOf({ model, firmwareVersion }: OnvifInformation): Pick<OnvifCamera, 'model' | 'version'> {
  return { model: printable(model) || 'ONVIF', version: printable(firmwareVersion).slice(0, 32) || '1.0.0' }
}

/** A profile in a few words: `640×360, 15 pictures a second, H264`. */
export function profileText({ width, height, fps, encoding }: OnvifProfile): string {
  return `${width}×${height}${fps > 0 ? `, ${Math.round(fps)} pictures a second` : ''}, ${printable(encoding)}`
}
