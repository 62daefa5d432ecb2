import * as z from 'zod/mini'
import { streamKind } from './enums.ts'
import { channelIndex } from './rules.ts'

/** A place in a picture, as shares of its width and height: 0, 0 is its upper left corner. */
const share = z.number().check(z.minimum(0), z.maximum(1))
const picturePoint = z.object({ x: share, y: share })
export type PicturePoint = z.output<typeof picturePoint>

export const drawingLimits = { masks: 8, areas: 8, lines: 4, corners: 12 } as const
/** A part of a picture by its corners, in their order around it. */
const pictureShape = z.array(picturePoint).check(z.minLength(3), z.maxLength(drawingLimits.corners))
export type PictureShape = z.output<typeof pictureShape>

/** Which way a line is crossed, for somebody who stands at its first end and looks along it. */
export const lineDirections = ['both', 'to-left', 'to-right'] as const
const pictureLine = z.object({ from: picturePoint, to: picturePoint, direction: z.enum(lineDirections) })
export type PictureLine = z.output<typeof pictureLine>

export const videoCodecs = ['H264', 'H265'] as const
const videoCodec = z.enum(videoCodecs)
const side = z.int().check(z.minimum(16), z.maximum(8192))
const size = { width: side, height: side }
const fps = z.number().check(z.minimum(1), z.maximum(120))
const kbps = z.int().check(z.minimum(16), z.maximum(100_000))
/** Pictures from one key frame to the next. */
const keyDistance = z.int().check(z.minimum(1), z.maximum(1_000))

/** How one of a camera's streams is encoded. */
const videoStream = z.object({ stream: streamKind, codec: videoCodec, ...size, fps, kbps, keyDistance })
export type VideoStream = z.output<typeof videoStream>
/** What a stream can be set to. */
const videoChoices = z.object({
  codecs: z.array(videoCodec).check(z.maxLength(2)),
  sizes: z.array(z.object(size)).check(z.maxLength(64)),
  mostFps: fps,
  leastKbps: kbps,
  mostKbps: kbps,
  mostKeyDistance: keyDistance,
})

/** What is written into the picture: a text (none: empty) and the time. */
export const OVERLAY_CHARACTERS = 32
const overlay = z.object({ text: z.string().check(z.maxLength(OVERLAY_CHARACTERS), z.regex(/^\P{C}*$/u)), hasTime: z.boolean() })
export type Overlay = z.output<typeof overlay>

/** Percent, 50 in the middle. What a camera has not is absent. */
const percent = z.int().check(z.minimum(0), z.maximum(100))
export const imagingNames = ['brightness', 'contrast', 'saturation', 'sharpness'] as const
const imaging = z.object({
  brightness: z.optional(percent),
  contrast: z.optional(percent),
  saturation: z.optional(percent),
  sharpness: z.optional(percent),
})
export type Imaging = z.output<typeof imaging>

const masks = z.array(pictureShape).check(z.maxLength(drawingLimits.masks))
/** Where something that moves is told of: anywhere while there are no areas. Lines tell who crosses them. */
const motion = z.object({
  areas: z.array(pictureShape).check(z.maxLength(drawingLimits.areas)),
  lines: z.array(pictureLine).check(z.maxLength(drawingLimits.lines)),
})
export type Motion = z.output<typeof motion>

/** Picture and sound of one channel. What a camera has not, or does not let be set, is absent. */
export const cameraSettings = z.object({
  chlIndex: channelIndex,
  streams: z.optional(z.array(z.extend(videoStream, { choices: videoChoices })).check(z.maxLength(2))),
  hasSound: z.optional(z.boolean()),
  overlay: z.optional(overlay),
  imaging: z.optional(imaging),
  /** `corners`: of a mask, at most. Four: it takes rectangles alone. */
  masks: z.optional(z.object({ most: z.int(), corners: z.int(), list: masks })),
  motion: z.optional(z.extend(motion, { mostAreas: z.int(), mostLines: z.int() })),
})
export type CameraSettings = z.output<typeof cameraSettings>

/** A change of a channel's picture or sound: what is not named stays. Of streams those that are named change, each as a whole. */
export const cameraChange = z
  .object({
    chlIndex: channelIndex,
    streams: z.optional(z.array(videoStream).check(z.minLength(1), z.maxLength(2))),
    hasSound: z.optional(z.boolean()),
    overlay: z.optional(overlay),
    imaging: z.optional(imaging),
    masks: z.optional(masks),
    motion: z.optional(motion),
  })
  .check(
    z.refine(({ chlIndex: _chlIndex, ...change }) => Object.values(change).some((value) => value !== undefined), {
      error: 'nothing-to-change',
    }),
  )
export type CameraChange = z.output<typeof cameraChange>
