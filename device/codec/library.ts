/** FFmpeg's libraries, as npm brings them for every platform. This module alone names them; it runs in the codec's process only. */
import {
  AV_CODEC_FLAG_LOW_DELAY,
  AV_CODEC_FLAG_QSCALE,
  AV_LOG_QUIET,
  AV_OPT_SEARCH_CHILDREN,
  AV_OPT_TYPE_STRING,
  AV_PICTURE_TYPE_I,
  AV_PICTURE_TYPE_NONE,
  AV_PIX_FMT_RGB24,
  AV_PIX_FMT_YUV420P,
  FF_THREAD_SLICE,
} from 'node-av/constants'
import type { FFDecoderCodec, FFEncoderCodec } from 'node-av/constants'
import { Codec, CodecContext, FFmpegError, Filter, type FilterContext, FilterGraph, Frame, Log, Packet, Rational } from 'node-av/lib'
import type { RawPictures } from '#contract/codec-api.ts'

Log.setLevel(AV_LOG_QUIET)

/** FFmpeg's JPEG qualities are told to it in this unit. */
const QUALITY_UNIT = 118
const formats = { yuv420p: AV_PIX_FMT_YUV420P, rgb24: AV_PIX_FMT_RGB24 }

export type Picture = Frame

/** A decoder by FFmpeg's name, which gives each picture as soon as its unit has come. */
export class PictureDecoder {
  readonly #context = new CodecContext()
  readonly #packet = new Packet()
  readonly #picture = new Frame()

  /** `threads`: 0 for as many as there are processors. */
  constructor(name: 'h264' | 'hevc' | 'mjpeg', threads: number) {
    const codec = Codec.findDecoderByName(name as FFDecoderCodec)
    this.#packet.alloc()
    this.#picture.alloc()
    this.#context.allocContext3(codec)
    this.#context.threadCount = threads
    // A thread a picture would keep pictures back.
    this.#context.threadType = FF_THREAD_SLICE
    this.#context.setFlags(AV_CODEC_FLAG_LOW_DELAY)
    FFmpegError.throwIfError(this.#context.open2Sync(codec), name)
  }

  /** Calls back with each picture, good until it returns. What is damaged gives none. */
  decode(unit: Uint8Array, number: number, onPicture: (picture: Picture) => void): void {
    this.#packet.data = Buffer.from(unit.buffer, unit.byteOffset, unit.length)
    this.#packet.pts = BigInt(number)
    this.#packet.dts = BigInt(number)
    this.#context.sendPacketSync(this.#packet)
    this.#give(onPicture)
  }

  /** Gives what was kept back for pictures that might still come. */
  end(onPicture: (picture: Picture) => void): void {
    this.#context.sendPacketSync(null)
    this.#give(onPicture)
  }

  #give(onPicture: (picture: Picture) => void): void {
    while (this.#context.receiveFrameSync(this.#picture) >= 0) {
      onPicture(this.#picture)
      this.#picture.unref()
    }
  }
}

interface EncoderShape {
  width: number
  height: number
  fps: number
  /** As FFmpeg and the encoder name them. */
  options: Record<string, string>
}

/** An encoder of H.264 (or H.265, when it is named), which gives each picture's unit at once when its options are such. */
export class PictureEncoder {
  readonly #context = new CodecContext()
  readonly #packet = new Packet()

  /** `like`: the picture whose colours all pictures have. */
  constructor({ width, height, fps, options }: EncoderShape, like: Picture, encoder: 'libx264' | 'libx265' = 'libx264') {
    const codec = Codec.findEncoderByName(encoder as FFEncoderCodec)
    this.#packet.alloc()
    const context = this.#context
    context.allocContext3(codec)
    context.width = width
    context.height = height
    context.pixelFormat = AV_PIX_FMT_YUV420P
    context.timeBase = new Rational(1, fps)
    context.framerate = new Rational(fps, 1)
    takeColours(context, like)
    // Not as a dictionary: the library frees one that the codec has freed already.
    for (const [name, value] of Object.entries(options)) {
      FFmpegError.throwIfError(context.setOption(name, value, AV_OPT_TYPE_STRING, AV_OPT_SEARCH_CHILDREN), name)
    }
    FFmpegError.throwIfError(context.open2Sync(codec), encoder)
  }

  /** Calls back with each unit that is ready. The picture's own time is its number. `isKey`: it has to be a key frame. */
  encode(picture: Picture | null, onUnit: (unit: { number: number; isKey: boolean; data: Uint8Array }) => void, isKey = false): void {
    // What kind of picture it was for the camera is nothing to this encoder.
    if (picture) picture.pictType = isKey ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE
    FFmpegError.throwIfError(this.#context.sendFrameSync(picture), 'encoding')
    while (this.#context.receivePacketSync(this.#packet) >= 0) {
      onUnit({ number: Number(this.#packet.pts), isKey: this.#packet.isKeyframe, data: this.#packet.data ?? new Uint8Array() })
      this.#packet.unref()
    }
  }

  close(): void {
    this.#context.freeContext()
  }
}

/** Puts pictures like this one through filters, as FFmpeg writes them. */
export class PictureFilter {
  readonly #graph = new FilterGraph()
  readonly #input: FilterContext
  readonly #output: FilterContext
  readonly #picture = new Frame()

  constructor(like: Picture, text: string) {
    this.#picture.alloc()
    this.#graph.alloc()
    this.#graph.nbThreads = 1
    const shape = `width=${like.width}:height=${like.height}:pix_fmt=${like.format}:time_base=1/25`
    this.#input = this.#added('buffer', `${shape}:colorspace=${like.colorSpace}:range=${like.colorRange}`)
    let last = this.#input
    for (const part of text.split(/(?<!\\),/)) {
      const [name = '', settings] = part.split(/=(.*)/s)
      const next = this.#added(name, settings)
      FFmpegError.throwIfError(last.link(0, next, 0), part)
      last = next
    }
    this.#output = this.#added('buffersink')
    FFmpegError.throwIfError(last.link(0, this.#output, 0), text)
    FFmpegError.throwIfError(this.#graph.configSync(), text)
  }

  #added(name: string, settings?: string): FilterContext {
    const filter = Filter.getByName(name)
    const context = filter && this.#graph.createFilter(filter, `${name}-${this.#graph.nbFilters}`, settings ?? null)
    if (context === null) throw new Error(`no filter ${name}=${settings ?? ''}`)
    return context
  }

  /** The picture that comes of this one, good until the next. */
  run(picture: Picture): Picture {
    this.#picture.unref()
    FFmpegError.throwIfError(this.#input.buffersrcAddFrameSync(picture), 'filter')
    FFmpegError.throwIfError(this.#output.buffersinkGetFrameSync(this.#picture), 'filter')
    return this.#picture
  }

  close(): void {
    this.#graph.free()
  }
}

/** A picture of these samples, packed, with this number. */
export function pictureOf(samples: Uint8Array, { width, height, format }: RawPictures, number: number): Picture {
  const buffer = Buffer.from(samples.buffer, samples.byteOffset, samples.length)
  const timeBase = { num: 1, den: 25 }
  return Frame.fromVideoBuffer(buffer, { width, height, format: formats[format], pts: BigInt(number), timeBase })
}

/** A JPEG of a picture that a filter has given its format. `quality` from 2, the best, to 31. */
export function jpegOf(picture: Picture, quality: number): Uint8Array {
  const codec = Codec.findEncoderByName('mjpeg' as FFEncoderCodec)
  const context = new CodecContext()
  const packet = new Packet()
  packet.alloc()
  context.allocContext3(codec)
  context.width = picture.width
  context.height = picture.height
  context.pixelFormat = picture.format as typeof AV_PIX_FMT_YUV420P
  context.timeBase = new Rational(1, 25)
  context.threadCount = 1
  takeColours(context, picture)
  context.setFlags(AV_CODEC_FLAG_QSCALE)
  context.globalQuality = quality * QUALITY_UNIT
  picture.quality = quality * QUALITY_UNIT
  FFmpegError.throwIfError(context.open2Sync(codec), 'mjpeg')
  FFmpegError.throwIfError(context.sendFrameSync(picture), 'mjpeg')
  FFmpegError.throwIfError(context.receivePacketSync(packet), 'mjpeg')
  return new Uint8Array(packet.data ?? [])
}

function takeColours(context: CodecContext, { colorRange, colorPrimaries, colorTrc, colorSpace }: Picture): void {
  context.colorRange = colorRange
  context.colorPrimaries = colorPrimaries
  context.colorTrc = colorTrc
  context.colorSpace = colorSpace
}
