import {
  drawingLimits,
  imagingNames,
  OVERLAY_CHARACTERS,
  type Imaging,
  type Overlay,
  type PictureShape,
} from '#contract/camera-settings.ts'
import type { OnvifClient } from './client.ts'
import { printable } from './discover.ts'
import { askOnvif, element, escaped, type Tree } from './tree.ts'

const imagingWords = { brightness: 'Brightness', contrast: 'Contrast', saturation: 'ColorSaturation', sharpness: 'Sharpness' } as const
const answerWords = { brightness: 'brightness', contrast: 'contrast', saturation: 'colorSaturation', sharpness: 'sharpness' } as const
type ImagingName = (typeof imagingNames)[number]

interface Range {
  min: number
  max: number
}

async function rangesOf(client: OnvifClient, source: string): Promise<Partial<Record<ImagingName, Range>>> {
  const answer = await askOnvif(client, 'imaging', 'GetOptions', element('VideoSourceToken', source))
  const options = answer.get('imagingOptions')
  return Object.fromEntries(
    imagingNames.flatMap((name) => {
      const [min, max] = [options.get(answerWords[name], 'min').number, options.get(answerWords[name], 'max').number]
      return min === undefined || max === undefined || max <= min ? [] : [[name, { min, max }]]
    }),
  )
}

/** Light and colour of a sensor, percent of what it can. Throws an `OnvifError`. */
export async function readImaging(client: OnvifClient, source: string): Promise<Imaging> {
  const ranges = await rangesOf(client, source)
  const settings = (await askOnvif(client, 'imaging', 'GetImagingSettings', element('VideoSourceToken', source))).get('imagingSettings')
  const found = imagingNames.flatMap((name) => {
    const [range, value] = [ranges[name], settings.get(answerWords[name]).number]
    if (range === undefined || value === undefined) return []
    return [[name, Math.round((100 * (Math.min(Math.max(value, range.min), range.max) - range.min)) / (range.max - range.min))]]
  })
  return Object.fromEntries(found) as Imaging
}

export async function setImaging(client: OnvifClient, source: string, wanted: Imaging): Promise<void> {
  const ranges = await rangesOf(client, source)
  // In the order of the schema.
  const each = (['brightness', 'saturation', 'contrast', 'sharpness'] as const).map((name) => {
    const [range, percent] = [ranges[name], wanted[name]]
    if (range === undefined || percent === undefined) return ''
    return element(`tt:${imagingWords[name]}`, range.min + (percent / 100) * (range.max - range.min))
  })
  const settings = `<ImagingSettings>${each.join('')}</ImagingSettings><ForcePersistence>true</ForcePersistence>`
  await askOnvif(client, 'imaging', 'SetImagingSettings', element('VideoSourceToken', source) + settings)
}

/** What a camera writes into its picture, each by its token. */
async function osdsOf(client: OnvifClient, config: string) {
  const all = (await askOnvif(client, client.media, 'GetOSDs', element('ConfigurationToken', config))).all('OSDs')
  const own = all.filter((one) => one.get('videoSourceConfigurationToken').text === config)
  const ofType = (type: string) => own.find((one) => one.get('textString', 'type').text === type)
  return { text: ofType('Plain'), time: ofType('DateAndTime') ?? ofType('Time') ?? ofType('Date') }
}

export async function readOverlay(client: OnvifClient, config: string): Promise<Overlay> {
  const { text, time } = await osdsOf(client, config)
  return { text: printable(text?.get('textString', 'plainText').text ?? '').slice(0, OVERLAY_CHARACTERS), hasTime: time !== undefined }
}

export async function setOverlay(client: OnvifClient, config: string, { text, hasTime }: Overlay): Promise<void> {
  const now = await osdsOf(client, config)
  const written = element('tt:Type', 'Plain') + element('tt:PlainText', text)
  await put(client, config, now.text, text === '' ? undefined : written, 'UpperLeft')
  // One that is there keeps the form that the camera gave it.
  const clock = element('tt:Type', 'DateAndTime') + element('tt:DateFormat', 'yyyy-MM-dd') + element('tt:TimeFormat', 'HH:mm:ss')
  if (hasTime !== (now.time !== undefined)) await put(client, config, now.time, hasTime ? clock : undefined, 'UpperRight')
}

async function put(
  client: OnvifClient,
  config: string,
  known: Tree | undefined,
  written: string | undefined,
  place: string,
): Promise<void> {
  const token = known?.attribute('token') ?? ''
  if (written === undefined) {
    if (known) await askOnvif(client, client.media, 'DeleteOSD', element('OSDToken', token))
    return
  }
  const position = `<tt:Position>${element('tt:Type', known?.get('position', 'type').text || place)}</tt:Position>`
  const body = `${element('tt:VideoSourceConfigurationToken', config)}<tt:Type>Text</tt:Type>${position}<tt:TextString>${written}</tt:TextString>`
  await askOnvif(client, client.media, known ? 'SetOSD' : 'CreateOSD', `<OSD token="${escaped(token)}">${body}</OSD>`)
}

/** The privacy masks of a camera, which only the second media service has. */
export async function readMasks(client: OnvifClient, config: string): Promise<{ most: number; corners: number; list: PictureShape[] }> {
  const options = (await askOnvif(client, 'media2', 'GetMaskOptions', element('ConfigurationToken', config))).get('options')
  const isBoxed = options.attribute('RectangleOnly') === 'true'
  const most = Math.min(drawingLimits.masks, options.get('maxMasks').number ?? 0)
  const corners = isBoxed ? 4 : Math.min(drawingLimits.corners, Math.max(4, options.get('maxPoints').number ?? 4))
  const shapes = (await masksOf(client, config)).map((mask) => mask.get('polygon').all('point').map(placeOf))
  return {
    most,
    corners,
    list: shapes.filter(({ length }) => length >= 3 && length <= drawingLimits.corners).slice(0, drawingLimits.masks),
  }
}

/** Replaces all masks. New ones come first where there is room: at no moment is all of it seen. */
export async function setMasks(client: OnvifClient, config: string, list: readonly PictureShape[]): Promise<void> {
  const old = await masksOf(client, config)
  for (const [index, shape] of list.entries()) {
    const known = old[index]
    const points = shape.map(({ x, y }) => `<tt:Point x="${2 * x - 1}" y="${1 - 2 * y}"/>`).join('')
    const body = `<ConfigurationToken>${escaped(config)}</ConfigurationToken><Polygon>${points}</Polygon><Type>Color</Type><Enabled>true</Enabled>`
    const token = known?.attribute('token')
    const mask = `<Mask${token === undefined ? '' : ` token="${escaped(token)}"`}>${body}</Mask>`
    await askOnvif(client, 'media2', known ? 'SetMask' : 'CreateMask', mask)
  }
  for (const mask of old.slice(list.length)) await askOnvif(client, 'media2', 'DeleteMask', element('Token', mask.attribute('token')))
}

async function masksOf(client: OnvifClient, config: string): Promise<Tree[]> {
  const all = (await askOnvif(client, 'media2', 'GetMasks', element('ConfigurationToken', config))).all('masks')
  return all.filter((one) => one.get('configurationToken').text === config)
}

/** The edges of the picture are at -1 and 1, up and right positive. */
function placeOf(point: Tree): { x: number; y: number } {
  const share = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 10_000) / 10_000
  return { x: share((Number(point.attribute('x')) + 1) / 2), y: share((1 - Number(point.attribute('y'))) / 2) }
}
