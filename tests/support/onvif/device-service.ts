import { escapeXml } from './soap.ts'

export const serviceNamespaces = {
  device: 'http://www.onvif.org/ver10/device/wsdl',
  media: 'http://www.onvif.org/ver10/media/wsdl',
  media2: 'http://www.onvif.org/ver20/media/wsdl',
  ptz: 'http://www.onvif.org/ver20/ptz/wsdl',
  imaging: 'http://www.onvif.org/ver20/imaging/wsdl',
  events: 'http://www.onvif.org/ver10/events/wsdl',
  search: 'http://www.onvif.org/ver10/search/wsdl',
  replay: 'http://www.onvif.org/ver10/replay/wsdl',
} as const
export type ServiceName = keyof typeof serviceNamespaces

/** A profile of the camera: its picture and where it plays. */
export interface StandInProfile {
  token: string
  name: string
  encoding: 'H264' | 'H265' | 'JPEG'
  width: number
  height: number
  fps: number
  streamUrl: string
  /** 'sensor-1' unless named: a device may have several */
  source?: string
}

export function dateAndTime(at: Date, zone = 'UTC0', type = 'NTP'): string {
  const time = `<tt:Hour>${at.getUTCHours()}</tt:Hour><tt:Minute>${at.getUTCMinutes()}</tt:Minute><tt:Second>${at.getUTCSeconds()}</tt:Second>`
  const date = `<tt:Year>${at.getUTCFullYear()}</tt:Year><tt:Month>${at.getUTCMonth() + 1}</tt:Month><tt:Day>${at.getUTCDate()}</tt:Day>`
  return (
    '<tds:GetSystemDateAndTimeResponse><tds:SystemDateAndTime>' +
    `<tt:DateTimeType>${type}</tt:DateTimeType>` +
    `<tt:DaylightSavings>false</tt:DaylightSavings><tt:TimeZone><tt:TZ>${escapeXml(zone)}</tt:TZ></tt:TimeZone>` +
    `<tt:UTCDateTime><tt:Time>${time}</tt:Time><tt:Date>${date}</tt:Date></tt:UTCDateTime>` +
    '</tds:SystemDateAndTime></tds:GetSystemDateAndTimeResponse>'
  )
}

/** The services that the camera has, all at the address that it believes to have. */
export function services(address: string, names: readonly ServiceName[]): string {
  const each = names.map(
    (name) =>
      `<tds:Service><tds:Namespace>${serviceNamespaces[name]}</tds:Namespace><tds:XAddr>${address}/onvif/${name}</tds:XAddr>` +
      '<tds:Version><tt:Major>2</tt:Major><tt:Minor>60</tt:Minor></tds:Version></tds:Service>',
  )
  return `<tds:GetServicesResponse>${each.join('')}</tds:GetServicesResponse>`
}

export function deviceInformation(model: string, serial: string, version: string): string {
  return (
    `<tds:GetDeviceInformationResponse><tds:Manufacturer>Standin &amp; Sons</tds:Manufacturer><tds:Model>${escapeXml(model)}</tds:Model>` +
    `<tds:FirmwareVersion>${escapeXml(version)}</tds:FirmwareVersion><tds:SerialNumber>${serial}</tds:SerialNumber>` +
    '<tds:HardwareId>1</tds:HardwareId></tds:GetDeviceInformationResponse>'
  )
}

export function profiles(list: readonly StandInProfile[], hasPtz: boolean): string {
  const each = list.map(
    ({ token, name, encoding, width, height, fps, source = 'sensor-1' }) =>
      `<trt:Profiles token="${token}" fixed="true"><tt:Name>${escapeXml(name)}</tt:Name>` +
      `<tt:VideoSourceConfiguration token="${source}-config"><tt:Name>source</tt:Name><tt:UseCount>2</tt:UseCount>` +
      `<tt:SourceToken>${source}</tt:SourceToken><tt:Bounds x="0" y="0" width="640" height="360"/></tt:VideoSourceConfiguration>` +
      `<tt:VideoEncoderConfiguration token="${token}-encoder"><tt:Name>encoder</tt:Name><tt:UseCount>1</tt:UseCount>` +
      `<tt:Encoding>${encoding}</tt:Encoding><tt:Resolution><tt:Width>${width}</tt:Width><tt:Height>${height}</tt:Height></tt:Resolution>` +
      `<tt:Quality>4</tt:Quality><tt:RateControl><tt:FrameRateLimit>${fps}</tt:FrameRateLimit><tt:EncodingInterval>1</tt:EncodingInterval>` +
      '<tt:BitrateLimit>2048</tt:BitrateLimit></tt:RateControl></tt:VideoEncoderConfiguration>' +
      (hasPtz
        ? '<tt:PTZConfiguration token="ptz-config"><tt:Name>ptz</tt:Name><tt:UseCount>2</tt:UseCount><tt:NodeToken>ptz-node</tt:NodeToken></tt:PTZConfiguration>'
        : '') +
      '</trt:Profiles>',
  )
  return `<trt:GetProfilesResponse>${each.join('')}</trt:GetProfilesResponse>`
}

export function mediaUri(action: string, uri: string): string {
  return (
    `<trt:${action}Response><trt:MediaUri><tt:Uri>${escapeXml(uri)}</tt:Uri><tt:InvalidAfterConnect>false</tt:InvalidAfterConnect>` +
    `<tt:InvalidAfterReboot>false</tt:InvalidAfterReboot><tt:Timeout>PT60S</tt:Timeout></trt:MediaUri></trt:${action}Response>`
  )
}

/** The answers of the second media service, which cameras of today have beside the first. */
export const media2 = {
  profiles: (list: readonly StandInProfile[], hasPtz: boolean): string => {
    const each = list.map(
      ({ token, name, encoding, width, height, fps, source = 'sensor-1' }) =>
        `<tr2:Profiles token="${token}" fixed="true"><tr2:Name>${escapeXml(name)}</tr2:Name><tr2:Configurations>` +
        `<tr2:VideoSource token="${source}-config"><tt:Name>source</tt:Name><tt:UseCount>2</tt:UseCount><tt:SourceToken>${source}</tt:SourceToken>` +
        '<tt:Bounds x="0" y="0" width="640" height="360"/></tr2:VideoSource>' +
        `<tr2:VideoEncoder token="${token}-encoder" GovLength="50" Profile="Main"><tt:Name>encoder</tt:Name><tt:UseCount>1</tt:UseCount>` +
        `<tt:Encoding>${encoding}</tt:Encoding><tt:Resolution><tt:Width>${width}</tt:Width><tt:Height>${height}</tt:Height></tt:Resolution>` +
        `<tt:RateControl ConstantBitRate="false"><tt:FrameRateLimit>${fps}</tt:FrameRateLimit><tt:BitrateLimit>2048</tt:BitrateLimit></tt:RateControl>` +
        `<tt:Quality>4</tt:Quality></tr2:VideoEncoder>${hasPtz ? '<tr2:PTZ token="ptz-config"><tt:Name>ptz</tt:Name></tr2:PTZ>' : ''}` +
        '</tr2:Configurations></tr2:Profiles>',
    )
    return `<tr2:GetProfilesResponse>${each.join('')}</tr2:GetProfilesResponse>`
  },
  uri: (action: string, uri: string): string => `<tr2:${action}Response><tr2:Uri>${escapeXml(uri)}</tr2:Uri></tr2:${action}Response>`,
}
