import { XMLParser, XMLValidator } from 'fast-xml-parser'

const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '@', removeNSPrefix: true, parseTagValue: false })

/** An element as the parser gives it: children by name without prefix, attributes with `@`, text as `#text` or as it is. */
export type Element = Record<string, unknown>

/** What a client asks: the name and namespace of the first element of the body, that element, and the header. */
export interface SoapRequest {
  action: string
  namespace: string
  body: Element
  header: Element
}

/** Throws when it is no SOAP. */
export function readSoap(xml: string): SoapRequest {
  if (XMLValidator.validate(xml) !== true) throw new Error('not well-formed')
  const envelope = asElement(asElement(parser.parse(xml) as unknown)['Envelope'])
  const [found, ...others] = Object.entries(asElement(envelope['Body'])).filter(([name]) => !name.startsWith('@'))
  if (found === undefined || others.length > 0) throw new Error('the body should hold one element')
  const body = asElement(found[1])
  // The parser leaves namespaces out.
  const [, namespace = ''] = new RegExp(`<${found[0]}\\s[^>]*xmlns="([^"]*)"`).exec(xml) ?? []
  return { action: found[0], namespace, body, header: asElement(envelope['Header']) }
}

export function asElement(value: unknown): Element {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Element) : {}
}

export function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : asElement(value)['#text']
  return typeof text === 'string' ? text : ''
}

export function escapeXml(text: string): string {
  return text.replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

const NAMESPACES =
  'xmlns:env="http://www.w3.org/2003/05/soap-envelope" xmlns:tt="http://www.onvif.org/ver10/schema" ' +
  'xmlns:tds="http://www.onvif.org/ver10/device/wsdl" xmlns:trt="http://www.onvif.org/ver10/media/wsdl" ' +
  'xmlns:tptz="http://www.onvif.org/ver20/ptz/wsdl" xmlns:timg="http://www.onvif.org/ver20/imaging/wsdl" ' +
  'xmlns:tev="http://www.onvif.org/ver10/events/wsdl" xmlns:wsnt="http://docs.oasis-open.org/wsn/b-2" ' +
  'xmlns:wsa5="http://www.w3.org/2005/08/addressing" xmlns:tns1="http://www.onvif.org/ver10/topics" ' +
  'xmlns:tse="http://www.onvif.org/ver10/search/wsdl" xmlns:trp="http://www.onvif.org/ver10/replay/wsdl" ' +
  'xmlns:tr2="http://www.onvif.org/ver20/media/wsdl" xmlns:ter="http://www.onvif.org/ver10/error"'

export function envelope(body: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<env:Envelope ${NAMESPACES}><env:Body>${body}</env:Body></env:Envelope>`
}

/** What a camera throws to answer with a fault. */
export class SoapFault extends Error {
  readonly status: number
  readonly subcode: string

  constructor(subcode: string, reason: string, status = 400) {
    super(reason)
    this.subcode = subcode
    this.status = status
  }

  get xml(): string {
    return envelope(
      `<env:Fault><env:Code><env:Value>env:Sender</env:Value><env:Subcode><env:Value>${this.subcode}</env:Value></env:Subcode></env:Code>` +
        `<env:Reason><env:Text xml:lang="en">${escapeXml(this.message)}</env:Text></env:Reason></env:Fault>`,
    )
  }
}
