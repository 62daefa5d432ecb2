import type { CameraChange, CameraSettings, VideoStream } from '#contract/camera-settings.ts'
import type { StreamKind } from '#contract/enums.ts'
import { Refusal } from '#device/agent/command-handlers.ts'
import type { OnvifClient } from './client.ts'
import { askOnvif, element, escaped, Tree } from './tree.ts'

type Stream = NonNullable<CameraSettings['streams']>[number]
const codecOf: Record<string, VideoStream['codec'] | undefined> = { H264: 'H264', H265: 'H265', HEVC: 'H265' }
const codecs = ['H264', 'H265'] as const
const anyKbps = { min: 64, max: 20_000 }

/** What one encoder of a camera makes; undefined: nothing that we could set. Throws an `OnvifError`. */
export async function readEncoder(client: OnvifClient, stream: StreamKind, token: string): Promise<Stream | undefined> {
  const { configuration, options } = await look(client, token)
  return streamOf(client, stream, configuration, options)
}

function streamOf(client: OnvifClient, stream: StreamKind, configuration: Tree, options: Tree): Stream | undefined {
  const codec = codecOf[configuration.get('encoding').text.toUpperCase()]
  const [width, height] = [configuration.get('resolution', 'width').number, configuration.get('resolution', 'height').number]
  if (codec === undefined || width === undefined || height === undefined) return undefined
  const fps = configuration.get('rateControl', 'frameRateLimit').number ?? 25
  const kbps = Math.max(16, configuration.get('rateControl', 'bitrateLimit').number ?? 2_048)
  const keyDistance = Math.max(1, gopOf(configuration, codec) ?? 50)
  const own = { codec, width, height, fps, kbps, keyDistance }
  return { stream, ...own, choices: choicesOf(client.hasMedia2, options, own) }
}

/** Tells an encoder of a camera what to make. Throws an `OnvifError`, and `Refusal` for what the camera does not offer. */
export async function setEncoder(
  client: OnvifClient,
  token: string,
  wanted: NonNullable<CameraChange['streams']>[number],
  index: number,
): Promise<void> {
  const { configuration, options } = await look(client, token)
  const { codec, width, height, fps, kbps, keyDistance } = wanted
  const choices = streamOf(client, wanted.stream, configuration, options)?.choices
  const refuse = (field: string) => {
    throw new Refusal('bad-value', `streams.${index}.${field}`)
  }
  if (choices?.codecs.includes(codec) !== true) refuse('codec')
  if (choices?.sizes.some((one) => one.width === width && one.height === height) !== true) refuse('width')
  if (fps > (choices?.mostFps ?? 0)) refuse('fps')
  if (kbps < (choices?.leastKbps ?? 0) || kbps > (choices?.mostKbps ?? 0)) refuse('kbps')
  if (keyDistance > (choices?.mostKeyDistance ?? 0)) refuse('keyDistance')
  const head =
    element('tt:Name', configuration.get('name').text || 'encoder') + element('tt:UseCount', configuration.get('useCount').text || 0)
  const size = `<tt:Resolution>${element('tt:Width', width)}${element('tt:Height', height)}</tt:Resolution>`
  const quality = element('tt:Quality', configuration.get('quality').text || 5)
  const multicast = multicastOf(configuration.get('multicast'))
  if (client.hasMedia2) {
    const profile = configuration.attribute('Profile')
    const isConstant = configuration.get('rateControl').attribute('ConstantBitRate') === 'true'
    const attributes = `token="${escaped(token)}" GovLength="${keyDistance}"${profile === '' ? '' : ` Profile="${escaped(profile)}"`}`
    const rate = `<tt:RateControl ConstantBitRate="${isConstant}">${element('tt:FrameRateLimit', fps)}${element('tt:BitrateLimit', kbps)}</tt:RateControl>`
    const body = `${head}${element('tt:Encoding', codec)}${size}${rate}${multicast}${quality}`
    await askOnvif(client, 'media2', 'SetVideoEncoderConfiguration', `<Configuration ${attributes}>${body}</Configuration>`)
    return
  }
  const interval = element('tt:EncodingInterval', configuration.get('rateControl', 'encodingInterval').text || 1)
  const rate = `<tt:RateControl>${element('tt:FrameRateLimit', Math.round(fps))}${interval}${element('tt:BitrateLimit', kbps)}</tt:RateControl>`
  const profile = configuration.get('H264', 'H264Profile').text || 'Main'
  const h264 = `<tt:H264>${element('tt:GovLength', keyDistance)}${element('tt:H264Profile', profile)}</tt:H264>`
  const session = element('tt:SessionTimeout', configuration.get('sessionTimeout').text || 'PT60S')
  const body = `${head}${element('tt:Encoding', codec)}${size}${quality}${rate}${h264}${multicast}${session}`
  const content = `<Configuration token="${escaped(token)}">${body}</Configuration><ForcePersistence>true</ForcePersistence>`
  await askOnvif(client, 'media', 'SetVideoEncoderConfiguration', content)
}

/** How an encoder is now, and what it can be. The first media service knows no H.265. */
async function look(client: OnvifClient, token: string): Promise<{ configuration: Tree; options: Tree }> {
  const wanted = element('ConfigurationToken', token)
  if (client.hasMedia2) {
    const found = await askOnvif(client, 'media2', 'GetVideoEncoderConfigurations', wanted)
    const options = await askOnvif(client, 'media2', 'GetVideoEncoderConfigurationOptions', wanted)
    const all = found.all('configurations')
    return { configuration: all.find((one) => one.attribute('token') === token) ?? new Tree(undefined), options }
  }
  const found = await askOnvif(client, 'media', 'GetVideoEncoderConfiguration', wanted)
  const options = await askOnvif(client, 'media', 'GetVideoEncoderConfigurationOptions', wanted)
  return { configuration: found.get('configuration'), options: options.get('options') }
}

function gopOf(configuration: Tree, codec: string): number | undefined {
  return Number(configuration.attribute('GovLength')) || configuration.get(codec, 'govLength').number
}

function choicesOf(hasMedia2: boolean, options: Tree, own: Omit<VideoStream, 'stream'>): Stream['choices'] {
  const offers = hasMedia2
    ? options.all('options').flatMap((one) => {
        const codec = codecOf[one.get('encoding').text.toUpperCase()]
        return codec === undefined
          ? []
          : [{ codec, offer: one, rates: one.attribute('FrameRatesSupported'), gop: one.attribute('GovLengthRange') }]
      })
    : [{ codec: 'H264' as const, offer: options.get('H264'), rates: '', gop: '' }]
  const sizes = offers
    .flatMap(({ offer }) => offer.all('resolutionsAvailable'))
    .flatMap((one) => {
      const [width, height] = [one.get('width').number, one.get('height').number]
      return width === undefined || height === undefined ? [] : [{ width, height }]
    })
  const unique = [...new Map([own, ...sizes].map(({ width, height }) => [`${width} ${height}`, { width, height }])).values()]
  const numbers = (text: string) => text.split(/\s+/).filter(Boolean).map(Number)
  const rates = offers.flatMap(({ offer, rates: list }) => [...numbers(list), offer.get('frameRateRange', 'max').number ?? 0])
  const gops = offers.flatMap(({ offer, gop }) => [...numbers(gop), offer.get('govLengthRange', 'max').number ?? 0])
  const [bits] = offers.map(({ offer }) => offer.get('bitrateRange'))
  return {
    codecs: codecs.filter((codec) => codec === own.codec || offers.some((one) => one.codec === codec)),
    sizes: unique.toSorted((one, other) => other.width * other.height - one.width * one.height).slice(0, 64),
    mostFps: Math.min(120, Math.max(own.fps, ...rates)),
    leastKbps: Math.max(16, Math.min(own.kbps, bits?.get('min').number ?? anyKbps.min)),
    mostKbps: Math.max(own.kbps, bits?.get('max').number ?? anyKbps.max),
    mostKeyDistance: Math.min(1_000, Math.max(own.keyDistance, ...gops)),
  }
}

function multicastOf(multicast: Tree): string {
  if (!multicast.isThere) return ''
  const address = multicast.get('address')
  const where =
    element('tt:Type', address.get('type').text || 'IPv4') + element('tt:IPv4Address', address.get('IPv4Address').text || '0.0.0.0')
  const rest = ['port', 'TTL', 'autoStart'].map((name) =>
    element(`tt:${name[0]?.toUpperCase() ?? ''}${name.slice(1)}`, multicast.get(name).text),
  )
  return `<tt:Multicast><tt:Address>${where}</tt:Address>${rest.join('')}</tt:Multicast>`
}
