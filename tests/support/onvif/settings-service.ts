import { asElement, escapeXml, SoapFault, textOf, type Element } from './soap.ts'

/** What one encoder of the camera makes. */
interface StandInEncoder {
  encoding: string
  width: number
  height: number
  fps: number
  kbps: number
  gop: number
}
interface StandInOsd {
  type: string
  text: string
  position: string
}
export interface StandInSettingsOptions {
  encoders: Record<string, StandInEncoder>
  /** Boxes alone, or corners. */
  masks?: { most: number; isRectangleOnly: boolean }
  hasOsd?: boolean
  /** It takes new firmware over HTTP. */
  takesFirmware?: boolean
  /** Its addresses, which can be set; others that cannot be unless given. */
  network?: StandInNetwork
}
/** `leased`: the address that it gets where it asks the network for one. */
interface StandInNetwork {
  isDhcp: boolean
  ip: string
  prefixLength: number
  gateway: string
  dns: string
  leased: string
}

const SIZES = [
  [1920, 1080],
  [1280, 720],
  [640, 360],
] as const
const range = (name: string, min: number, max: number) => `<tt:${name}><tt:Min>${min}</tt:Min><tt:Max>${max}</tt:Max></tt:${name}>`
const tag = (name: string, text: string | number) => `<tt:${name}>${escapeXml(String(text))}</tt:${name}>`
const listOf = (value: unknown): Element[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]).map(asElement)
const numberOf = (value: unknown) => Number(textOf(value))

/** What can be set of a camera: its encoders, texts, light, masks, clock; it keeps all of it, and refuses what it has not. */
export class StandInSettings {
  readonly encoders: Record<string, StandInEncoder>
  readonly osds = new Map<string, StandInOsd>()
  readonly masks = new Map<string, { x: number; y: number }[]>()
  /** From -100 to 100, but for the sharpness: it has none. */
  readonly light = { Brightness: 0, ColorSaturation: 0, Contrast: 0 }
  zone = 'UTC0'
  clockType = 'NTP'
  /** The time that it was told. */
  clockMs: number | undefined
  /** How often it was told to restart. */
  restarts = 0
  /** Its addresses as they are. */
  readonly network: StandInNetwork
  /** It asks the network where to ask for names. */
  isDnsByDhcp = false
  /** It was given another address. */
  onAddress: (ip: string) => void = () => {}
  /** While set, it says yes to another address and stays where it is. */
  keepsAddress = false
  /** While set, it refuses every other gateway. */
  keepsGateway = false
  /** How often it was told that firmware comes. */
  upgrades = 0
  readonly #options: StandInSettingsOptions
  #made = 0

  constructor(options: StandInSettingsOptions) {
    this.#options = options
    this.encoders = structuredClone(options.encoders)
    this.network = { ...(options.network ?? usualNetwork) }
  }

  /** The answer of a service to a question; undefined when it knows no such question. `address`: where it takes its firmware. */
  answer(service: 'device' | 'media' | 'media2' | 'imaging', action: string, body: Element, address: string): string | undefined {
    if (service === 'device') return this.#firmware(action, address) ?? this.#device(action, body)
    if (service === 'imaging') return this.#imaging(action, body)
    const [prefix, isSecond] = service === 'media2' ? ['tr2', true] : ['trt', false]
    const content = action.includes('Encoder')
      ? this.#encoder(action, body, isSecond)
      : action.includes('OSD') && this.#options.hasOsd !== false
        ? this.#osd(action, body)
        : action.includes('Mask') && isSecond && this.#options.masks !== undefined
          ? this.#mask(action, body, this.#options.masks)
          : undefined
    return content === undefined
      ? undefined
      : `<${prefix}:${action}Response>${content.replaceAll('<_:', `<${prefix}:`).replaceAll('</_:', `</${prefix}:`)}</${prefix}:${action}Response>`
  }

  #encoder(action: string, body: Element, isSecond: boolean): string | undefined {
    const configuration = asElement(body['Configuration'])
    const token = textOf(body['ConfigurationToken']) || textOf(configuration['@token'])
    const encoder = this.encoders[token]
    if (encoder === undefined) throw new SoapFault('ter:NoConfig', 'NoEntity')
    if (action === 'GetVideoEncoderConfigurationOptions') return isSecond ? secondOptions() : `<_:Options>${firstOptions}</_:Options>`
    if (action === 'GetVideoEncoderConfiguration' && !isSecond)
      return `<_:Configuration token="${token}">${firstEncoder(encoder)}</_:Configuration>`
    if (action === 'GetVideoEncoderConfigurations' && isSecond) return secondEncoder(token, encoder)
    if (action !== 'SetVideoEncoderConfiguration') return undefined
    const [resolution, rate] = [asElement(configuration['Resolution']), asElement(configuration['RateControl'])]
    const wanted = {
      encoding: textOf(configuration['Encoding']),
      width: numberOf(resolution['Width']),
      height: numberOf(resolution['Height']),
      fps: numberOf(rate['FrameRateLimit']),
      kbps: numberOf(rate['BitrateLimit']),
      gop: isSecond ? Number(textOf(configuration['@GovLength'])) : numberOf(asElement(configuration['H264'])['GovLength']),
    }
    const isWhole = textOf(configuration['Name']) !== '' && textOf(configuration['Quality']) !== '' && wanted.gop > 0
    const isKnown = SIZES.some(([width, height]) => width === wanted.width && height === wanted.height)
    if (!isWhole || !isKnown || (!isSecond && wanted.encoding !== 'H264'))
      throw new SoapFault('ter:ConfigModify', 'the parameters cannot be set')
    this.encoders[token] = wanted
    return ''
  }

  #osd(action: string, body: Element): string | undefined {
    const told = asElement(body['OSD'])
    const token = textOf(told['@token']) || textOf(body['OSDToken'])
    if (action === 'GetOSDs') return [...this.osds].map(([one, osd]) => osdXml(one, osd)).join('')
    if (action === 'DeleteOSD' && this.osds.delete(token)) return ''
    if (action !== 'SetOSD' && action !== 'CreateOSD') return undefined
    if (action === 'SetOSD' && !this.osds.has(token)) throw new SoapFault('ter:NoConfig', 'NoEntity')
    const text = asElement(told['TextString'])
    const name = action === 'SetOSD' ? token : `osd-${++this.#made}`
    const position = textOf(asElement(told['Position'])['Type'])
    this.osds.set(name, { type: textOf(text['Type']), text: textOf(text['PlainText']), position })
    return `<_:OSDToken>${name}</_:OSDToken>`
  }

  #mask(action: string, body: Element, { most, isRectangleOnly }: { most: number; isRectangleOnly: boolean }): string | undefined {
    const told = asElement(body['Mask'])
    const token = textOf(told['@token']) || textOf(body['Token'])
    if (action === 'GetMaskOptions')
      return `<_:Options RectangleOnly="${isRectangleOnly}" SingleColorOnly="true"><_:MaxMasks>${most}</_:MaxMasks><_:MaxPoints>${isRectangleOnly ? 4 : 8}</_:MaxPoints><_:Types>Color</_:Types></_:Options>`
    if (action === 'GetMasks') return [...this.masks].map(([one, points]) => maskXml(one, points)).join('')
    if (action === 'DeleteMask' && this.masks.delete(token)) return ''
    if (action !== 'SetMask' && action !== 'CreateMask') return undefined
    const points = listOf(asElement(told['Polygon'])['Point']).map((point) => ({
      x: Number(textOf(point['@x'])),
      y: Number(textOf(point['@y'])),
    }))
    const isGood = points.length >= 3 && points.length <= (isRectangleOnly ? 4 : 8)
    if (!isGood || (action === 'CreateMask' && this.masks.size >= most)) throw new SoapFault('ter:MaxMasks', 'InvalidArgVal')
    const name = action === 'SetMask' ? token : `mask-${++this.#made}`
    this.masks.set(name, points)
    return `<_:Token>${name}</_:Token>`
  }

  #imaging(action: string, body: Element): string | undefined {
    const names = Object.keys(this.light) as (keyof typeof this.light)[]
    if (action === 'GetOptions')
      return `<timg:GetOptionsResponse><timg:ImagingOptions>${names.map((name) => range(name, -100, 100)).join('')}</timg:ImagingOptions></timg:GetOptionsResponse>`
    if (action === 'GetImagingSettings')
      return `<timg:GetImagingSettingsResponse><timg:ImagingSettings>${names.map((name) => tag(name, this.light[name])).join('')}</timg:ImagingSettings></timg:GetImagingSettingsResponse>`
    if (action !== 'SetImagingSettings') return undefined
    const told = asElement(body['ImagingSettings'])
    for (const name of names) if (told[name] !== undefined) this.light[name] = numberOf(told[name])
    return '<timg:SetImagingSettingsResponse/>'
  }

  #firmware(action: string, address: string): string | undefined {
    if (this.#options.takesFirmware !== true) return undefined
    if (action === 'GetServiceCapabilities')
      return '<tds:GetServiceCapabilitiesResponse><tds:Capabilities><tds:Network/><tds:Security/><tds:System FirmwareUpgrade="false" HttpFirmwareUpgrade="true"/></tds:Capabilities></tds:GetServiceCapabilitiesResponse>'
    if (action !== 'StartFirmwareUpgrade') return undefined
    this.upgrades += 1
    return `<tds:StartFirmwareUpgradeResponse><tds:UploadUri>${escapeXml(address)}</tds:UploadUri><tds:UploadDelay>PT0.1S</tds:UploadDelay><tds:ExpectedDownTime>PT1M</tds:ExpectedDownTime></tds:StartFirmwareUpgradeResponse>`
  }

  #device(action: string, body: Element): string | undefined {
    if (action === 'SetSystemDateAndTime') {
      this.zone = textOf(asElement(body['TimeZone'])['TZ'])
      this.clockType = textOf(body['DateTimeType'])
      const [date, time] = [asElement(asElement(body['UTCDateTime'])['Date']), asElement(asElement(body['UTCDateTime'])['Time'])]
      if (this.clockType === 'Manual')
        this.clockMs = Date.UTC(
          numberOf(date['Year']),
          numberOf(date['Month']) - 1,
          numberOf(date['Day']),
          numberOf(time['Hour']),
          numberOf(time['Minute']),
          numberOf(time['Second']),
        )
      return '<tds:SetSystemDateAndTimeResponse/>'
    }
    if (action === 'SystemReboot') {
      this.restarts += 1
      return '<tds:SystemRebootResponse><tds:Message>Rebooting in 1 s</tds:Message></tds:SystemRebootResponse>'
    }
    return this.#network(action, body)
  }

  /** The address at which it is now. */
  get address(): string {
    return this.network.isDhcp ? this.network.leased : this.network.ip
  }

  #network(action: string, body: Element): string | undefined {
    const { network } = this
    if (action === 'GetNetworkInterfaces')
      return `<tds:GetNetworkInterfacesResponse><tds:NetworkInterfaces token="eth0">${tag('Enabled', 'true')}<tt:IPv4>${tag('Enabled', 'true')}<tt:Config>${this.#addresses()}${tag('DHCP', String(network.isDhcp))}</tt:Config></tt:IPv4></tds:NetworkInterfaces></tds:GetNetworkInterfacesResponse>`
    if (action === 'GetNetworkDefaultGateway')
      return `<tds:GetNetworkDefaultGatewayResponse><tds:NetworkGateway>${tag('IPv4Address', network.gateway)}</tds:NetworkGateway></tds:GetNetworkDefaultGatewayResponse>`
    if (action === 'GetDNS')
      return `<tds:GetDNSResponse><tds:DNSInformation>${tag('FromDHCP', String(this.isDnsByDhcp))}<tt:DNSManual>${tag('Type', 'IPv4')}${tag('IPv4Address', network.dns)}</tt:DNSManual></tds:DNSInformation></tds:GetDNSResponse>`
    if (this.#options.network === undefined || !action.startsWith('Set')) return undefined
    if (action === 'SetNetworkInterfaces') {
      if (textOf(body['InterfaceToken']) !== 'eth0') throw new SoapFault('ter:InvalidNetworkInterface', 'InvalidArgVal')
      const ipv4 = asElement(asElement(body['NetworkInterface'])['IPv4'])
      const manual = asElement(ipv4['Manual'])
      const isDhcp = textOf(ipv4['DHCP']) === 'true'
      if (!this.keepsAddress) {
        const before = this.address
        Object.assign(network, { isDhcp }, isDhcp ? {} : { ip: textOf(manual['Address']), prefixLength: numberOf(manual['PrefixLength']) })
        if (this.address !== before) this.onAddress(this.address)
      }
      return `<tds:SetNetworkInterfacesResponse><tds:RebootNeeded>${this.keepsAddress}</tds:RebootNeeded></tds:SetNetworkInterfacesResponse>`
    }
    if (action === 'SetNetworkDefaultGateway') {
      if (this.keepsGateway) throw new SoapFault('ter:InvalidGatewayAddress', 'InvalidArgVal')
      network.gateway = textOf(body['IPv4Address'])
      return '<tds:SetNetworkDefaultGatewayResponse/>'
    }
    if (action !== 'SetDNS') return undefined
    this.isDnsByDhcp = textOf(body['FromDHCP']) === 'true'
    if (!this.isDnsByDhcp) network.dns = textOf(asElement(body['DNSManual'])['IPv4Address'])
    return '<tds:SetDNSResponse/>'
  }

  #addresses(): string {
    const { isDhcp, prefixLength } = this.network
    const address = `${tag('Address', this.address)}${tag('PrefixLength', prefixLength)}`
    return isDhcp ? `<tt:FromDHCP>${address}</tt:FromDHCP>` : `<tt:Manual>${address}</tt:Manual>`
  }
}

/** Of a camera whose addresses nobody set. */
const usualNetwork: StandInNetwork = {
  isDhcp: false,
  ip: '10.9.8.7',
  prefixLength: 23,
  gateway: '10.9.8.1',
  dns: '10.9.8.53',
  leased: '10.9.8.7',
}

const resolutions = SIZES.map(
  ([width, height]) => `<tt:ResolutionsAvailable>${tag('Width', width)}${tag('Height', height)}</tt:ResolutionsAvailable>`,
).join('')
const firstOptions = `${range('QualityRange', 1, 6)}<tt:H264>${resolutions}${range('GovLengthRange', 1, 200)}${range('FrameRateRange', 1, 30)}${range('EncodingIntervalRange', 1, 1)}<tt:H264ProfilesSupported>Main</tt:H264ProfilesSupported></tt:H264>`

function secondOptions(): string {
  return ['H264', 'H265']
    .map(
      (encoding) =>
        `<_:Options GovLengthRange="1 200" FrameRatesSupported="30 25 15 5" ProfilesSupported="Main">${tag('Encoding', encoding)}${range('QualityRange', 1, 6)}${resolutions}${range('BitrateRange', 64, 8_000)}</_:Options>`,
    )
    .join('')
}

function firstEncoder({ encoding, width, height, fps, kbps, gop }: StandInEncoder): string {
  const rate = `<tt:RateControl>${tag('FrameRateLimit', fps)}${tag('EncodingInterval', 1)}${tag('BitrateLimit', kbps)}</tt:RateControl>`
  return `${tag('Name', 'encoder')}${tag('UseCount', 1)}${tag('Encoding', encoding)}<tt:Resolution>${tag('Width', width)}${tag('Height', height)}</tt:Resolution>${tag('Quality', 4)}${rate}<tt:H264>${tag('GovLength', gop)}${tag('H264Profile', 'Main')}</tt:H264>${tag('SessionTimeout', 'PT60S')}`
}

function secondEncoder(token: string, { encoding, width, height, fps, kbps, gop }: StandInEncoder): string {
  const rate = `<tt:RateControl ConstantBitRate="false">${tag('FrameRateLimit', fps)}${tag('BitrateLimit', kbps)}</tt:RateControl>`
  return `<_:Configurations token="${token}" GovLength="${gop}" Profile="Main">${tag('Name', 'encoder')}${tag('UseCount', 1)}${tag('Encoding', encoding)}<tt:Resolution>${tag('Width', width)}${tag('Height', height)}</tt:Resolution>${rate}${tag('Quality', 4)}</_:Configurations>`
}

function osdXml(token: string, { type, text, position }: StandInOsd): string {
  const written = `<tt:TextString>${tag('Type', type)}${type === 'Plain' ? tag('PlainText', text) : ''}</tt:TextString>`
  return `<_:OSDs token="${token}">${tag('VideoSourceConfigurationToken', 'sensor-1-config')}${tag('Type', 'Text')}<tt:Position>${tag('Type', position)}</tt:Position>${written}</_:OSDs>`
}

function maskXml(token: string, points: readonly { x: number; y: number }[]): string {
  const polygon = points.map(({ x, y }) => `<tt:Point x="${x}" y="${y}"/>`).join('')
  return `<_:Masks token="${token}"><_:ConfigurationToken>sensor-1-config</_:ConfigurationToken><_:Polygon>${polygon}</_:Polygon><_:Type>Color</_:Type><_:Enabled>true</_:Enabled></_:Masks>`
}
