import { randomUUID } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import { networkInterfaces } from 'node:os'
import { XMLParser } from 'fast-xml-parser'
import * as z from 'zod/mini'
import { word } from './answers.ts'
import { OnvifError } from './fault.ts'
import { onvifUrlOf } from './onvif-url.ts'

const GROUP = '239.255.255.250'
const PORT = 3702
/** Of one question on one network; one that answers more is no network of cameras. */
const MOST_ANSWERS = 512

/** A camera that answered; its addresses hold no credentials. */
export interface FoundCamera {
  /** its own name for itself, the same on each of its addresses; cameras with cloned firmware share one */
  id: string
  /** where it is used */
  url: string
  /** all that it says */
  urls: readonly string[]
  name: string
  hardware: string
}

const match = z.object({ EndpointReference: z.object({ Address: word }), Scopes: word, XAddrs: word })
const answer = z.object({ Envelope: z.object({ Body: z.object({ ProbeMatches: z.object({ ProbeMatch: z.array(z.unknown()) }) }) }) })
const parser = new XMLParser({ removeNSPrefix: true, parseTagValue: false, isArray: (tag) => tag === 'ProbeMatch' })

/** Whether both answers are one camera's, which answers on each network that it is in. One that is listed twice is better than one that is lost. */
export function isSameCamera(one: FoundCamera, other: FoundCamera): boolean {
  return one.id === other.id && (one.urls.includes(other.url) || other.urls.includes(one.url))
}

/**
 * Looks for cameras on every network of this machine (WS-Discovery), or on the one interface that is named; each camera comes once.
 * `onFound` hears of each as it answers, of some twice.
 * Throws an `OnvifError` when there is no such interface.
 */
export async function discoverCameras(
  waitMs: number,
  only?: string,
  onFound: (camera: FoundCamera) => void = () => {},
): Promise<FoundCamera[]> {
  const known = Object.entries(networkInterfaces())
  const usable = known.flatMap(([name, addresses = []]) => {
    const isWanted = only === undefined ? addresses.some(({ internal }) => !internal) : name === only
    const own = addresses.find(({ family }) => family === 'IPv4')
    return isWanted && own !== undefined ? [own.address] : []
  })
  if (only !== undefined && usable.length === 0) {
    throw new OnvifError('interface', `there is no network interface "${only}", but ${known.map(([name]) => name).join(', ')}`)
  }
  const found: FoundCamera[] = []
  for (const camera of (await Promise.all(usable.map((address) => probe(address, waitMs, onFound)))).flat())
    if (!found.some((one) => isSameCamera(one, camera))) found.push(camera)
  return found.toSorted((one, other) => one.url.localeCompare(other.url))
}

/**
 * Asks from this address of ours who is there. Not by the onvif library, which keeps one answer of each name for itself. Where nothing can be sent
 * nobody is found: the interface may have gone since we looked.
 */
function probe(address: string, waitMs: number, onFound: (camera: FoundCamera) => void): Promise<FoundCamera[]> {
  return new Promise((resolve) => {
    const found: FoundCamera[] = []
    const socket = createSocket({ type: 'udp4', reuseAddr: true })
    const timer = setTimeout(() => socket.close(), waitMs)
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(found)
    })
    socket.on('error', () => socket.close())
    socket.on('message', (message) => {
      for (const camera of describe(message.toString())) {
        if (found.length >= MOST_ANSWERS || found.some((one) => isSameCamera(one, camera))) continue
        found.push(camera)
        onFound(camera)
      }
    })
    socket.bind({ address, port: 0 }, () => ask(socket, address))
  })
}

/** On the network of this address of ours: not every system goes by what the socket is bound to. */
function ask(socket: Socket, address: string): void {
  try {
    socket.setMulticastInterface(address)
    socket.send(question(), PORT, GROUP)
  } catch {
    socket.close()
  }
}

function question(): string {
  const addressing = 'http://schemas.xmlsoap.org/ws/2004/08/addressing'
  const discovery = 'http://schemas.xmlsoap.org/ws/2005/04/discovery'
  return (
    `<?xml version="1.0" encoding="UTF-8"?><e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope" xmlns:w="${addressing}" ` +
    `xmlns:d="${discovery}" xmlns:dn="http://www.onvif.org/ver10/network/wsdl"><e:Header><w:MessageID>urn:uuid:${randomUUID()}</w:MessageID>` +
    `<w:To>urn:schemas-xmlsoap-org:ws:2005:04:discovery</w:To><w:Action>${discovery}/Probe</w:Action></e:Header>` +
    '<e:Body><d:Probe><d:Types>dn:NetworkVideoTransmitter</d:Types><d:Scopes/></d:Probe></e:Body></e:Envelope>'
  )
}

/** Whom an answer tells of; nobody when it makes no sense. */
function describe(message: string): FoundCamera[] {
  try {
    const read = answer.safeParse(parser.parse(message))
    return read.success ? read.data.Envelope.Body.ProbeMatches.ProbeMatch.flatMap((one) => cameraOf(one) ?? []) : []
  } catch {
    return []
  }
}

/** Undefined for what cannot be used: one without an address that we can speak with. */
function cameraOf(told: unknown): FoundCamera | undefined {
  const parsed = match.safeParse(told)
  if (!parsed.success) return undefined
  const { EndpointReference, Scopes, XAddrs } = parsed.data
  // A camera with several addresses says the one that it is used by first; link-local and IPv6 ones are of no use to most people.
  const urls = XAddrs.split(/\s+/).flatMap((each) => onvifUrlOf(each) ?? [])
  const url = urls.find((one) => !/:\/\/(\[|169\.254\.)/.test(one)) ?? urls[0]
  return url === undefined
    ? undefined
    : { id: EndpointReference.Address, url, urls, name: scopeOf(Scopes, 'name'), hardware: scopeOf(Scopes, 'hardware') }
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

/** What a camera says of itself, fit for a terminal: one line. At the beginning of one it could still be taken for ours. */
export function printable(said: string): string {
  return said
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    .trim()
    .slice(0, 64)
}
