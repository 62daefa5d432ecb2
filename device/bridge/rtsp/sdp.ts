/** One `m=` section of a session description (RFC 4566), as far as a camera's matters to us. */
interface SdpMedia {
  type: string
  payloadTypes: number[]
  /** payload type → encoding name in upper case and clock rate */
  codecs: Map<number, { name: string; clockRate: number }>
  /** payload type → its fmtp parameters, names in lower case */
  parameters: Map<number, Map<string, string>>
  control: string | undefined
  framerate: number | undefined
}

export interface Sdp {
  control: string | undefined
  media: SdpMedia[]
}

/** What is needed to set up and read the H.264 track. */
export interface H264Track {
  control: string | undefined
  payloadType: number
  clockRate: number
  packetizationMode: number
  /** SPS and PPS without start codes, as far as the description has them */
  parameterSets: Uint8Array[]
  framerate: number | undefined
}

const MAX_MEDIA = 32
const STATIC_CODECS: Record<number, string> = { 0: 'PCMU', 8: 'PCMA', 26: 'JPEG', 32: 'MPV', 33: 'MP2T', 34: 'H263' }

export function parseSdp(text: string): Sdp {
  const sdp: Sdp = { control: undefined, media: [] }
  let media: SdpMedia | undefined
  for (const line of text.split(/\r?\n|\r/)) {
    const value = line.slice(2).trim()
    if (line.startsWith('m=')) {
      if (sdp.media.length === MAX_MEDIA) break
      media = startMedia(value)
      sdp.media.push(media)
    } else if (line.startsWith('a=control:')) {
      ;(media ?? sdp).control = value.slice('control:'.length).trim()
    } else if (line.startsWith('a=') && media) {
      readAttribute(media, value)
    }
  }
  return sdp
}

/** The first H.264 track, if any. */
export function findH264(sdp: Sdp): H264Track | undefined {
  for (const media of sdp.media) {
    if (media.type !== 'video') continue
    for (const payloadType of media.payloadTypes) {
      const codec = media.codecs.get(payloadType)
      if (codec?.name !== 'H264') continue
      const parameters = media.parameters.get(payloadType)
      return {
        control: media.control,
        payloadType,
        clockRate: codec.clockRate,
        packetizationMode: Number(parameters?.get('packetization-mode') ?? 0) || 0,
        parameterSets: parameterSets(parameters?.get('sprop-parameter-sets')),
        framerate: media.framerate,
      }
    }
  }
  return undefined
}

/** The names of what the description offers for pictures, for the message that H.264 is not among them. */
export function offeredCodecs(sdp: Sdp): string[] {
  const names = sdp.media
    .filter((media) => media.type === 'video')
    .flatMap((media) => media.payloadTypes.map((type) => media.codecs.get(type)?.name ?? STATIC_CODECS[type] ?? `payload type ${type}`))
  return [...new Set(names)].slice(0, 8)
}

/**
 * The address of a control attribute. Cameras want a relative one appended to the base, even behind a `?query`
 * (as ffmpeg does), not resolved by the rules for URLs.
 */
export function resolveControl(base: string, control: string | undefined): string {
  // oxlint-disable-next-line no-control-regex
  if (control === undefined || control === '' || control === '*' || /[\s\x00-\x1f]/.test(control)) return base
  if (/^rtspu?:\/\//i.test(control)) return control
  if (control.startsWith('/')) return `${/^rtsp:\/\/[^/?]*/i.exec(base)?.[0] ?? ''}${control}`
  return base.endsWith('/') ? base + control : `${base}/${control}`
}

function startMedia(value: string): SdpMedia {
  const [type = '', , , ...formats] = value.split(/\s+/)
  const payloadTypes = formats.filter((each) => /^\d{1,3}$/.test(each)).map(Number)
  return { type: type.toLowerCase(), payloadTypes, codecs: new Map(), parameters: new Map(), control: undefined, framerate: undefined }
}

function readAttribute(media: SdpMedia, value: string): void {
  const rtpmap = /^rtpmap:(\d{1,3})\s+([\w.+-]{1,32})\/(\d{1,9})/.exec(value)
  if (rtpmap) {
    media.codecs.set(Number(rtpmap[1]), { name: (rtpmap[2] ?? '').toUpperCase(), clockRate: Number(rtpmap[3]) || 90_000 })
    return
  }
  const fmtp = /^fmtp:(\d{1,3})\s+(.*)$/.exec(value)
  if (fmtp) {
    media.parameters.set(Number(fmtp[1]), readParameters(fmtp[2] ?? ''))
    return
  }
  const framerate = /^(?:framerate|x-framerate):\s*(\d{1,3}(?:\.\d{1,6})?)/i.exec(value)
  if (framerate && Number(framerate[1]) > 0) media.framerate = Number(framerate[1])
}

function readParameters(text: string): Map<string, string> {
  const parameters = new Map<string, string>()
  for (const part of text.split(';')) {
    const equals = part.indexOf('=') // only the first: base64 ends in more of them
    if (equals > 0) parameters.set(part.slice(0, equals).trim().toLowerCase(), part.slice(equals + 1).trim())
  }
  return parameters
}

function parameterSets(text: string | undefined): Uint8Array[] {
  return (text ?? '')
    .split(',')
    .map((each) => Buffer.from(each, 'base64'))
    .filter((nal) => nal.length > 1)
}
