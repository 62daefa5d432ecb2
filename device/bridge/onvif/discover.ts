import { networkInterfaces } from 'node:os'
import onvif from 'onvif'
import * as z from 'zod/mini'
import { word } from './answers.ts'
import { OnvifError } from './fault.ts'
import { onvifUrlOf } from './onvif-url.ts'

/** A camera that answered; `url` holds no credentials. */
export interface FoundCamera {
  /** its own name for itself, the same on each of its addresses */
  id: string
  url: string
  name: string
  hardware: string
}

const match = z.object({
  probeMatches: z.object({
    probeMatch: z.object({
      endpointReference: z.object({ address: word }),
      scopes: word,
      XAddrs: word,
    }),
  }),
})

/**
 * The library tells of answers that make no sense this way, too, some of them after it has ended the search: once nobody listens any more, that would
 * end the process.
 */
onvif.Discovery.on('error', () => {})

/**
 * Looks for cameras on every network of this machine (WS-Discovery), or on the one interface that is named; each camera comes once.
 * `onFound` hears of each as it answers, of some twice.
 * Throws an `OnvifError` when there is no such interface.
 */
export async function discoverCameras(waitMs: number, only?: string, onFound?: (camera: FoundCamera) => void): Promise<FoundCamera[]> {
  const known = Object.entries(networkInterfaces())
  const usable = known.filter(([name, addresses = []]) => {
    const isWanted = only === undefined ? addresses.some(({ internal }) => !internal) : name === only
    return isWanted && addresses.some(({ family }) => family === 'IPv4')
  })
  if (only !== undefined && usable.length === 0) {
    throw new OnvifError('interface', `there is no network interface "${only}", but ${known.map(([name]) => name).join(', ')}`)
  }
  const tell = (answer: unknown) => {
    const camera = describe(answer)
    if (camera !== undefined) onFound?.(camera)
  }
  onvif.Discovery.on('device', tell)
  const found = await Promise.all(usable.map(([device]) => probe(device, waitMs)))
  onvif.Discovery.removeListener('device', tell)
  return [...new Map(found.flat().map((camera) => [camera.id, camera])).values()].toSorted((one, other) => one.url.localeCompare(other.url))
}

function probe(device: string, waitMs: number): Promise<FoundCamera[]> {
  return new Promise((resolve) => {
    // Where nothing can be sent it calls back twice: the interface may have gone since we looked.
    onvif.Discovery.probe({ device, timeout: waitMs, resolve: false }, (_errors, devices = []) =>
      resolve(devices.flatMap((one) => describe(one) ?? [])),
    )
  })
}

/** Undefined for what cannot be used: an answer without an address that we can speak with. */
function describe(answer: unknown): FoundCamera | undefined {
  const parsed = match.safeParse(answer)
  if (!parsed.success) return undefined
  const { endpointReference, scopes, XAddrs } = parsed.data.probeMatches.probeMatch
  // A camera with several addresses says the one that it is used by first; link-local and IPv6 ones are of no use to most people.
  const urls = XAddrs.split(/\s+/).flatMap((each) => onvifUrlOf(each) ?? [])
  const url = urls.find((one) => !/:\/\/(\[|169\.254\.)/.test(one)) ?? urls[0]
  return url === undefined
    ? undefined
    : { id: endpointReference.address, url, name: scopeOf(scopes, 'name'), hardware: scopeOf(scopes, 'hardware') }
}

/** The value of a scope such as `onvif://www.onvif.org/name/Yard%20camera`. Holds no control characters: it is printed. */
function scopeOf(scopes: string, kind: string): string {
  const scope = scopes.split(/\s+/).find((each) => each.startsWith(`onvif://www.onvif.org/${kind}/`))
  const raw = scope?.slice(scope.indexOf(`/${kind}/`) + kind.length + 2) ?? ''
  return printable(decodeOrRaw(raw))
}

function decodeOrRaw(raw: string): string {
  try {
    return decodeURIComponent(raw)
  } catch {
    return raw
  }
}

/** What a camera says of itself, fit for a terminal. */
export function printable(said: string): string {
  return said.replace(/\p{C}/gu, ' ').trim().slice(0, 64)
}
