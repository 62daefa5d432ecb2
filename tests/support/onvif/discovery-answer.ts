import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { escapeXml } from './soap.ts'

const GROUP = '239.255.255.250'
const PORT = 3702

/** What a device says of itself when it is looked for. */
export interface Announcement {
  urn: string
  address: string
  scopes: readonly string[]
}

/** Answers probes of WS-Discovery that come over the loopback, each for all of the devices, until it is closed. */
export class DiscoveryAnswer {
  /** When true, it answers with what is no SOAP. */
  isBroken = false
  /** What it puts into the answer of each device, whose reader has to go through it. */
  stuffing = ''
  readonly #socket: Socket
  readonly #devices: readonly Announcement[]

  private constructor(devices: readonly Announcement[]) {
    this.#devices = devices
    this.#socket = createSocket({ type: 'udp4', reuseAddr: true })
    this.#socket.on('message', (message, { port, address }) => this.#answer(message.toString(), port, address))
  }

  static async open(devices: readonly Announcement[]): Promise<DiscoveryAnswer> {
    const answer = new DiscoveryAnswer(devices)
    answer.#socket.bind(PORT)
    await once(answer.#socket, 'listening')
    answer.#socket.addMembership(GROUP, '127.0.0.1')
    return answer
  }

  async close(): Promise<void> {
    this.#socket.close()
    await once(this.#socket, 'close')
  }

  #answer(probe: string, port: number, address: string): void {
    const [, id] = /MessageID[^>]*>([^<]+)</.exec(probe) ?? []
    if (id === undefined || !probe.includes('NetworkVideoTransmitter')) return
    for (const device of this.#devices)
      this.#socket.send(this.isBroken ? 'HTTP/1.1 200 OK' : matchOf(device, id, this.stuffing), port, address)
  }
}

function matchOf({ urn, address, scopes }: Announcement, id: string, stuffing: string): string {
  return (
    '<?xml version="1.0" encoding="UTF-8"?><SOAP-ENV:Envelope xmlns:SOAP-ENV="http://www.w3.org/2003/05/soap-envelope" ' +
    'xmlns:wsa="http://schemas.xmlsoap.org/ws/2004/08/addressing" xmlns:d="http://schemas.xmlsoap.org/ws/2005/04/discovery" ' +
    `xmlns:dn="http://www.onvif.org/ver10/network/wsdl"><SOAP-ENV:Header><wsa:RelatesTo>${id}</wsa:RelatesTo>` +
    '<wsa:Action>http://schemas.xmlsoap.org/ws/2005/04/discovery/ProbeMatches</wsa:Action></SOAP-ENV:Header><SOAP-ENV:Body>' +
    `<d:ProbeMatches><d:ProbeMatch><wsa:EndpointReference><wsa:Address>${urn}</wsa:Address></wsa:EndpointReference>` +
    `<d:Types>dn:NetworkVideoTransmitter</d:Types><d:Scopes>${escapeXml(scopes.join(' '))}</d:Scopes><d:XAddrs>${address}</d:XAddrs>` +
    `${stuffing}<d:MetadataVersion>1</d:MetadataVersion></d:ProbeMatch></d:ProbeMatches></SOAP-ENV:Body></SOAP-ENV:Envelope>`
  )
}
