import type { SoundFormat } from '#contract/sound.ts'
import { parseAudioConfig, plainAudioConfig } from './audio-specific-config.ts'

/** One `m=` section of a session description (RFC 4566), as far as a camera's matters to us. */
interface SdpMedia {
  type: string
  payloadTypes: number[]
  /** payload type → encoding name in upper case, clock rate and number of channels */
  codecs: Map<number, { name: string; clockRate: number; channels: number }>
  /** payload type → its fmtp parameters, names in lower case */
  parameters: Map<number, Map<string, string>>
  control: string | undefined
  framerate: number | undefined
  /** the camera hears here (`sendonly`, as its client sees it) and sends nothing */
  isBackChannel: boolean
}

export interface Sdp {
  control: string | undefined
  media: SdpMedia[]
}

/** What is needed to set up and read the video track. */
export interface VideoTrack {
  codec: 'H264' | 'H265'
  control: string | undefined
  payloadType: number
  clockRate: number
  /** Units out of their order, with numbers to sort them by: nobody sends that, and we do not read it. */
  isInterleaved: boolean
  /** Parameter sets without start codes, as far as the description has them */
  parameterSets: Uint8Array[]
  framerate: number | undefined
}

/** What is needed to set up and read the sound track. The bits and the ticks are those of AAC (RFC 3640). */
export interface SdpSound {
  format: SoundFormat
  control: string | undefined
  payloadType: number
  clockRate: number
  sizeBits: number
  indexBits: number
  /** of one frame, in units of the clock */
  frameTicks: number
}

/** What is needed to talk to the camera, in G.711 of 8 kHz: PCMU (`mu`) or PCMA (`a`). */
export interface BackTrack {
  law: 'mu' | 'a'
  control: string | undefined
  payloadType: number
}

/** Samples of a frame of AAC. */
const AAC_FRAME_TICKS = 1_024
const MAX_MEDIA = 32
/** What these payload types are unless the description says otherwise (RFC 3551). */
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
  // Pictures that the client would have to send: this camera tells directions as it sees them itself, and nothing of a loudspeaker.
  const isTheirView = sdp.media.some((each) => each.type === 'video' && each.isBackChannel)
  if (isTheirView) for (const each of sdp.media) each.isBackChannel = false
  return sdp
}

/** The first track that we can read, if any: H.264, which every browser decodes, before H.265. */
export function findVideo(sdp: Sdp): VideoTrack | undefined {
  return findCodec(sdp, 'H264') ?? findCodec(sdp, 'H265')
}

function findCodec(sdp: Sdp, name: VideoTrack['codec']): VideoTrack | undefined {
  for (const media of sdp.media) {
    if (media.type !== 'video') continue
    for (const payloadType of media.payloadTypes) {
      const codec = media.codecs.get(payloadType)
      if (codec?.name !== name) continue
      const parameter = (key: string) => media.parameters.get(payloadType)?.get(key)
      const sets = name === 'H264' ? ['sprop-parameter-sets'] : ['sprop-vps', 'sprop-sps', 'sprop-pps']
      return {
        codec: name,
        control: media.control,
        payloadType,
        clockRate: codec.clockRate,
        isInterleaved: name === 'H264' ? Number(parameter('packetization-mode')) >= 2 : Number(parameter('sprop-max-don-diff')) > 0,
        parameterSets: sets.flatMap((key) => parameterSets(parameter(key))),
        framerate: media.framerate,
      }
    }
  }
  return undefined
}

/** The first track of sound that we can read, if any: G.711 or AAC. What looks like a loudspeaker is one only beside a microphone. */
export function findSound(sdp: Sdp): SdpSound | undefined {
  for (const media of sdp.media.toSorted((one, other) => Number(one.isBackChannel) - Number(other.isBackChannel))) {
    if (media.type !== 'audio') continue
    for (const payloadType of media.payloadTypes) {
      const track = soundTrack(media, payloadType)
      if (track) return track
    }
  }
  return undefined
}

/** The track on which the camera hears G.711, if any: PCMU, which needs no change, before PCMA. */
export function findBackChannel(sdp: Sdp): BackTrack | undefined {
  return findLaw(sdp, 'mu') ?? findLaw(sdp, 'a')
}

function findLaw(sdp: Sdp, law: BackTrack['law']): BackTrack | undefined {
  for (const media of sdp.media) {
    if (media.type !== 'audio' || !media.isBackChannel) continue
    for (const payloadType of media.payloadTypes) {
      const { name, clockRate, channels } = codecOf(media, payloadType)
      if (name === (law === 'mu' ? 'PCMU' : 'PCMA') && clockRate === 8_000 && channels === 1)
        return { law, control: media.control, payloadType }
    }
  }
  return undefined
}

function codecOf(media: SdpMedia, payloadType: number) {
  return media.codecs.get(payloadType) ?? { name: STATIC_CODECS[payloadType], clockRate: 8_000, channels: 1 }
}

function soundTrack(media: SdpMedia, payloadType: number): SdpSound | undefined {
  const { name, clockRate, channels } = codecOf(media, payloadType)
  const parameter = (key: string) => media.parameters.get(payloadType)?.get(key)
  const track = { control: media.control, payloadType, clockRate, sizeBits: 0, indexBits: 0, frameTicks: 0 }
  if (name === 'PCMU' || name === 'PCMA') {
    const codec = name === 'PCMU' ? 'pcmu' : 'pcma'
    return { ...track, format: { codec, sampleRateHz: clockRate, channels } }
  }
  if (name !== 'MPEG4-GENERIC' || !/^AAC-[hl]br$/i.test(parameter('mode') ?? '')) return undefined
  const described = /^(?:[0-9a-f]{2}){2,64}$/i.exec(parameter('config') ?? '')?.[0]
  const config = described === undefined ? plainAudioConfig(clockRate, channels) : Buffer.from(described, 'hex')
  const info = config && parseAudioConfig(config)
  const sizeBits = Number(parameter('sizelength') ?? 0)
  const indexBits = Number(parameter('indexlength') ?? 0)
  if (!config || !info || !(sizeBits >= 1 && sizeBits <= 16) || !(indexBits >= 0 && indexBits <= 8)) return undefined
  const description = Buffer.from(config).toString('base64')
  const frameTicks = Number(parameter('constantduration')) || AAC_FRAME_TICKS
  return { ...track, sizeBits, indexBits, frameTicks, format: { codec: 'aac', ...info, description } }
}

/** The names of what the description offers for pictures, for the message that none of it can be read. */
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
  const unsaid = { control: undefined, framerate: undefined, isBackChannel: false }
  return { type: type.toLowerCase(), payloadTypes, codecs: new Map(), parameters: new Map(), ...unsaid }
}

function readAttribute(media: SdpMedia, value: string): void {
  if (value === 'sendonly') media.isBackChannel = true
  const rtpmap = /^rtpmap:(\d{1,3})\s+([\w.+-]{1,32})\/(\d{1,9})(?:\/(\d))?/.exec(value)
  if (rtpmap) {
    media.codecs.set(Number(rtpmap[1]), {
      name: (rtpmap[2] ?? '').toUpperCase(),
      clockRate: Number(rtpmap[3]) || 90_000,
      channels: Number(rtpmap[4]) || 1,
    })
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
