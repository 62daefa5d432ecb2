import { asElement, escapeXml, SoapFault, textOf, type Element } from './soap.ts'

export interface StandInPtzOptions {
  /** presets that it has room for */
  most: number
  /** moves by shares of the picture, too */
  hasFieldOfView: boolean
}
interface Vector {
  x: number
  y: number
  zoom: number
}

const SPACES = 'http://www.onvif.org/ver10/tptz'
const range = (name: string, least: number, most: number) => `<tt:${name}><tt:Min>${least}</tt:Min><tt:Max>${most}</tt:Max></tt:${name}>`
const flat = (name: string, uri: string) =>
  `<tt:${name}><tt:URI>${SPACES}/${uri}</tt:URI>${range('XRange', -1, 1)}${range('YRange', -1, 1)}</tt:${name}>`
const line = (name: string, uri: string, least = -1) =>
  `<tt:${name}><tt:URI>${SPACES}/${uri}</tt:URI>${range('XRange', least, 1)}</tt:${name}>`

/** The head of a camera: it remembers what it was told, moves while it is told to, and stops when a movement's time is over. */
export class StandInPtz {
  /** The movement that is under way, and when it ends by itself (epoch ms). */
  velocity: (Vector & { endMs: number }) | undefined
  position: Vector = { x: 0, y: 0, zoom: 0 }
  focusSpeed = 0
  /** Each movement, stop and preset, in the order that they came. */
  readonly told: string[] = []
  readonly presets = new Map<string, { name: string; position: Vector }>()
  readonly #options: StandInPtzOptions
  #made = 0

  constructor(options: StandInPtzOptions) {
    this.#options = options
  }

  /** The answer to a question of the PTZ or imaging service; undefined when it knows no such question. */
  answer(action: string, body: Element): string | undefined {
    const done = `<tptz:${action}Response/>`
    const token = textOf(body['PresetToken'])
    switch (action) {
      case 'GetNodes':
        return this.#nodes()
      case 'GetStatus':
        return this.#status()
      case 'GetPresets':
        return `<tptz:GetPresetsResponse>${[...this.presets].map(([one, { name }]) => `<tptz:Preset token="${one}"><tt:Name>${escapeXml(name)}</tt:Name></tptz:Preset>`).join('')}</tptz:GetPresetsResponse>`
      case 'ContinuousMove':
        this.#move(body)
        return done
      case 'RelativeMove':
        this.#shift(asElement(body['Translation']))
        return done
      case 'Stop':
        this.told.push('stop')
        this.velocity = undefined
        return done
      case 'GotoPreset':
        this.position = { ...this.#preset(token).position }
        this.told.push(`goto ${token}`)
        return done
      case 'SetPreset':
        return this.#setPreset(token, textOf(body['PresetName']))
      case 'RemovePreset':
        this.#preset(token)
        this.presets.delete(token)
        return done
      default:
        return undefined
    }
  }

  /** The answer to a question of the imaging service. */
  imaging(action: string, body: Element): string | undefined {
    if (action === 'GetMoveOptions') {
      return `<timg:GetMoveOptionsResponse><timg:MoveOptions><tt:Continuous>${range('Speed', -1, 1)}</tt:Continuous></timg:MoveOptions></timg:GetMoveOptionsResponse>`
    }
    if (action === 'Move') this.focusSpeed = Number(textOf(asElement(asElement(body['Focus'])['Continuous'])['Speed']))
    else if (action === 'Stop') this.focusSpeed = 0
    else return undefined
    this.told.push(`focus ${this.focusSpeed}`)
    return `<timg:${action}Response/>`
  }

  #nodes(): string {
    const spaces =
      flat('RelativePanTiltTranslationSpace', 'PanTiltSpaces/TranslationGenericSpace') +
      (this.#options.hasFieldOfView ? flat('RelativePanTiltTranslationSpace', 'PanTiltSpaces/TranslationSpaceFov') : '') +
      line('RelativeZoomTranslationSpace', 'ZoomSpaces/TranslationGenericSpace') +
      flat('ContinuousPanTiltVelocitySpace', 'PanTiltSpaces/VelocityGenericSpace') +
      line('ContinuousZoomVelocitySpace', 'ZoomSpaces/VelocityGenericSpace')
    return (
      '<tptz:GetNodesResponse><tptz:PTZNode token="ptz-node" FixedHomePosition="false"><tt:Name>head</tt:Name>' +
      `<tt:SupportedPTZSpaces>${spaces}</tt:SupportedPTZSpaces><tt:MaximumNumberOfPresets>${this.#options.most}</tt:MaximumNumberOfPresets>` +
      '<tt:HomeSupported>true</tt:HomeSupported></tptz:PTZNode></tptz:GetNodesResponse>'
    )
  }

  #status(): string {
    const { x, y, zoom } = this.position
    const isMoving = this.velocity !== undefined && Date.now() < this.velocity.endMs
    const word = isMoving ? 'MOVING' : 'IDLE'
    return (
      `<tptz:GetStatusResponse><tptz:PTZStatus><tt:Position><tt:PanTilt x="${x}" y="${y}"/><tt:Zoom x="${zoom}"/></tt:Position>` +
      `<tt:MoveStatus><tt:PanTilt>${word}</tt:PanTilt><tt:Zoom>${word}</tt:Zoom></tt:MoveStatus>` +
      `<tt:UtcTime>${new Date().toISOString()}</tt:UtcTime></tptz:PTZStatus></tptz:GetStatusResponse>`
    )
  }

  #move(body: Element): void {
    const velocity = vectorOf(asElement(body['Velocity']))
    const [, seconds = ''] = /^PT([\d.]+)S$/.exec(textOf(body['Timeout'])) ?? []
    if (seconds === '') throw new SoapFault('ter:TimeoutNotSupported', 'this camera wants a timeout')
    this.velocity = { ...velocity, endMs: Date.now() + Number(seconds) * 1_000 }
    this.told.push(`move ${velocity.x} ${velocity.y} ${velocity.zoom}`)
  }

  #shift(translation: Element): void {
    const space = textOf(asElement(translation['PanTilt'])['@space'])
    if (space !== '' && !(this.#options.hasFieldOfView && space.endsWith('/TranslationSpaceFov'))) {
      throw new SoapFault('ter:SpaceNotSupported', 'no such space')
    }
    const { x, y, zoom } = vectorOf(translation)
    this.told.push(`${space === '' ? 'relative' : 'view'} ${x} ${y} ${zoom}`)
  }

  #setPreset(token: string, name: string): string {
    if (token === '' && this.presets.size >= this.#options.most)
      throw new SoapFault('ter:TooManyPresets', 'maximum number of presets reached', 500)
    if (token !== '') this.#preset(token)
    const given = token === '' ? `Preset_${(this.#made += 1)}` : token
    this.presets.set(given, { name, position: { ...this.position } })
    return `<tptz:SetPresetResponse><tptz:PresetToken>${given}</tptz:PresetToken></tptz:SetPresetResponse>`
  }

  #preset(token: string): { position: Vector } {
    const found = this.presets.get(token)
    if (found === undefined) throw new SoapFault('ter:NoToken', 'the requested preset does not exist')
    return found
  }
}

function vectorOf(element: Element): Vector {
  const panTilt = asElement(element['PanTilt'])
  const number = (text: unknown) => Number(textOf(text) || 0)
  return { x: number(panTilt['@x']), y: number(panTilt['@y']), zoom: number(asElement(element['Zoom'])['@x']) }
}
