import * as z from 'zod/mini'
import { cameraChange, type CameraSettings, type VideoStream } from '#contract/camera-settings.ts'
import type { RestyleJob } from '#contract/codec-api.ts'
import type { StreamKind } from '#contract/enums.ts'
import type { ClipLoop } from '../clip-loop.ts'

const { streams, hasSound, overlay, imaging, masks, motion } = cameraChange.shape
/** What a camera was told of its picture and sound; what it was not told is as it came. */
const look = z.object({ streams, hasSound, overlay, imaging, masks })
export type Look = z.output<typeof look>
/** From when on a camera showed what, the oldest first; `fromMs` is epoch ms. */
export const channelLooks = z.object({ looks: z.array(z.object({ fromMs: z.number(), look })), motion })
export type ChannelLooks = z.output<typeof channelLooks>

/** What each stream of a camera is when nobody has changed it. */
export type BaseStreams = Record<StreamKind, VideoStream>

const kinds = ['main', 'sub'] as const
/** No camera of these sends more. */
const MOST_KBPS = 8_000
const LEAST_KBPS = 64
const MOST_KEY_SECONDS = 10
/** Of the size that it came with: what a camera can be set to. */
const SHRUNK = [1, 0.75, 0.5]
/** What the encoders are told to make, as WebCodecs names it. */
const codecNames = { H264: 'avc1.42c01f', H265: 'hev1.1.6.L93.90' } as const

/** The streams of a camera that shows clips. */
export function clipStreams(loops: Record<StreamKind, ClipLoop>): BaseStreams {
  const of = (stream: StreamKind): VideoStream => {
    const { width, height, fps, keyFrameInterval, units } = loops[stream].clip
    const bytes = units.reduce((sum, { data }) => sum + data.byteLength, 0)
    const kbps = Math.max(LEAST_KBPS, Math.round(((bytes / units.length) * fps * 8) / 1000))
    return { stream, codec: 'H264', width, height, fps, kbps, keyDistance: keyFrameInterval }
  }
  return { main: of('main'), sub: of('sub') }
}

/** One of its streams as it was told to be. */
export function streamOf({ streams: told = [] }: Look, base: BaseStreams, stream: StreamKind): VideoStream {
  return told.find((one) => one.stream === stream) ?? base[stream]
}

/** What a stream says of itself in this look, once it is made anew. */
export function formatOf({ codec, width, height, fps }: VideoStream) {
  return { codec: codecNames[codec], width, height, fps }
}

/** Whether a stream in this look is just what the camera came with. */
export function isPlain(of: Look, base: BaseStreams, stream: StreamKind): boolean {
  const { overlay: written, imaging: light = {}, masks: hidden = [] } = of
  const isWritten = written !== undefined && (written.text !== '' || written.hasTime)
  const isLit = Object.values(light).some((percent) => percent !== undefined && percent !== 50)
  return !isWritten && !isLit && hidden.length === 0 && JSON.stringify(streamOf(of, base, stream)) === JSON.stringify(base[stream])
}

/** All that a camera tells of its picture and sound. */
export function settingsOf(chlIndex: number, of: Look, base: BaseStreams, isHeard: boolean, told: ChannelLooks['motion']): CameraSettings {
  return {
    chlIndex,
    streams: kinds.map((stream) => ({ ...streamOf(of, base, stream), choices: choicesOf(base[stream]) })),
    ...(isHeard && { hasSound: of.hasSound ?? true }),
    overlay: of.overlay ?? { text: '', hasTime: false },
    imaging: { brightness: 50, contrast: 50, saturation: 50, ...of.imaging },
    masks: { most: 8, corners: 12, list: of.masks ?? [] },
    motion: { areas: [], lines: [], ...told, mostAreas: 8, mostLines: 4 },
  }
}

export function choicesOf({ width, height, fps }: VideoStream) {
  const even = (value: number) => Math.round(value / 2) * 2
  return {
    codecs: ['H264' as const, 'H265' as const],
    sizes: SHRUNK.map((share) => ({ width: even(width * share), height: even(height * share) })),
    mostFps: fps,
    leastKbps: LEAST_KBPS,
    mostKbps: MOST_KBPS,
    mostKeyDistance: fps * MOST_KEY_SECONDS,
  }
}

/** The work of making a stream in this look. `timeZone`: by whose clocks it shows the time. */
export function restyleJobOf(of: Look, stream: VideoStream, source: RestyleJob['source'], timeZone: string): RestyleJob {
  const { width, height, fps, codec } = stream
  const { brightness = 50, contrast = 50, saturation = 50 } = of.imaging ?? {}
  const { text = '', hasTime = false } = of.overlay ?? {}
  return {
    job: 'restyle',
    source,
    width,
    height,
    fps,
    encoder: codec === 'H264' ? 'libx264' : 'libx265',
    options: optionsOf(stream),
    masks: of.masks ?? [],
    imaging: { brightness, contrast, saturation },
    overlay: { text, ...(hasTime && { timeZone }) },
  }
}

function optionsOf({ codec, kbps, keyDistance }: VideoStream): Record<string, string> {
  const rate = { b: `${kbps}k`, maxrate: `${kbps}k`, bufsize: `${kbps}k` }
  const keys = `keyint=${keyDistance}:min-keyint=${keyDistance}:scenecut=0:open-gop=0:bframes=0:repeat-headers=1:aud=1`
  const common = { ...rate, tune: 'zerolatency', threads: '1' }
  if (codec === 'H264')
    return { ...common, preset: 'veryfast', profile: 'baseline', level: '3.1', 'x264-params': `${keys}:sliced-threads=0:slices=1` }
  return { ...common, preset: 'ultrafast', 'x265-params': `${keys}:level-idc=31:pools=1:frame-threads=1:rc-lookahead=0:log-level=none` }
}
