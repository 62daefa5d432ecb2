/** What FFmpeg, a foreign judge, finds in files and streams of ours. The one module of the tests that names its libraries. */
import {
  AV_LOG_QUIET,
  AV_NOPTS_VALUE,
  AV_OPT_SEARCH_CHILDREN,
  AV_OPT_TYPE_STRING,
  AV_PICTURE_TYPE_NONE,
  AV_PIX_FMT_RGBA,
  AV_PIX_FMT_YUV420P,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
} from 'node-av/constants'
import type { FFEncoderCodec } from 'node-av/constants'
import {
  avGetCodecName,
  Codec,
  CodecContext,
  FFmpegError,
  Filter,
  type FilterContext,
  FilterGraph,
  FormatContext,
  Frame,
  Log,
  Packet,
  Rational,
  type Stream,
} from 'node-av/lib'

Log.setLevel(AV_LOG_QUIET)

const kinds = { video: AVMEDIA_TYPE_VIDEO, audio: AVMEDIA_TYPE_AUDIO }

interface FoundPacket {
  /** When it is shown, and for how long, s. */
  atS: number
  forS: number
  bytes: number
  isKey: boolean
  data: Uint8Array
}

export interface FoundTrack {
  kind: keyof typeof kinds
  /** As FFmpeg names it. */
  codec: string
  width: number
  height: number
  packets: FoundPacket[]
}

interface Reading {
  context: FormatContext
  /** The next packet of any stream, good until the next one; nothing at the end. */
  next(): Promise<Packet | undefined>
}

/** Opens a file or an address. `probeBytes`: how much is looked at to tell what it is. */
async function withInput<Result>(from: string, probeBytes: number | undefined, read: (input: Reading) => Promise<Result>): Promise<Result> {
  const context = new FormatContext()
  context.allocContext()
  if (probeBytes !== undefined) context.probesize = BigInt(probeBytes)
  FFmpegError.throwIfError(await context.openInput(from), `opening ${from}`)
  const packet = new Packet()
  packet.alloc()
  try {
    FFmpegError.throwIfError(await context.findStreamInfo(), `looking into ${from}`)
    const next = async () => {
      packet.unref()
      return (await context.readFrame(packet)) < 0 ? undefined : packet
    }
    return await read({ context, next })
  } finally {
    packet.free()
    await context.closeInput()
  }
}

function secondsOf(ticks: bigint, { num, den }: { num: number; den: number }): number {
  return (Number(ticks) * num) / den
}

/** The tracks of a file, with all that is in them. */
export function tracksIn(file: string): Promise<{ tracks: FoundTrack[]; durationS: number }> {
  return withInput(file, undefined, async ({ context, next }) => {
    const streams = context.streams
    const tracks = streams.map(({ codecpar }): FoundTrack => {
      const kind = codecpar.codecType === AVMEDIA_TYPE_VIDEO ? 'video' : 'audio'
      return { kind, codec: avGetCodecName(codecpar.codecId) ?? '', width: codecpar.width, height: codecpar.height, packets: [] }
    })
    for (let packet = await next(); packet; packet = await next()) {
      const { timeBase } = streams[packet.streamIndex] as Stream
      tracks[packet.streamIndex]?.packets.push({
        // AVI knows of no other order than that in which it is decoded.
        atS: secondsOf(packet.pts === AV_NOPTS_VALUE ? packet.dts : packet.pts, timeBase),
        forS: secondsOf(packet.duration, timeBase),
        bytes: packet.size,
        isKey: packet.isKeyframe,
        data: new Uint8Array(packet.data ?? []),
      })
    }
    return { tracks, durationS: Number(context.duration) / 1_000_000 }
  })
}

interface Wanted {
  kind: 'video' | 'audio'
  /** As FFmpeg writes filters; what comes out of the last is what is given. */
  filters: string
  /** No more than so many frames. */
  most?: number
  probeBytes?: number
  /** What is broken ends it. */
  isStrict?: boolean
}

interface FoundFrame {
  atS: number
  data: Buffer
}

/** What a player shows or plays of a file or an address, frame by frame. */
export function framesIn(from: string, wanted: Wanted): Promise<FoundFrame[]> {
  return withInput(from, wanted.probeBytes, async ({ context, next }) => {
    const index = context.findBestStream(kinds[wanted.kind])
    const stream = context.streams[index]
    if (stream === undefined) throw new Error(`no ${wanted.kind} in ${from}`)
    const { most = Infinity } = wanted
    const frames: FoundFrame[] = []
    const player = new Player(stream, wanted, (frame) => frames.push(frame))
    for (let packet = await next(); packet && frames.length < most; packet = await next()) {
      if (packet.streamIndex === index) player.take(packet)
    }
    if (frames.length < most) player.take(null)
    return frames.slice(0, most)
  })
}

/** Decodes one stream, and filters what comes of it. */
class Player {
  readonly #context = new CodecContext()
  readonly #frame = new Frame()
  readonly #stream: Stream
  readonly #wanted: Wanted
  readonly #onFrame: (frame: FoundFrame) => void
  #filters: Filters | undefined

  constructor(stream: Stream, wanted: Wanted, onFrame: (frame: FoundFrame) => void) {
    this.#stream = stream
    this.#wanted = wanted
    this.#onFrame = onFrame
    const codec = Codec.findDecoder(stream.codecpar.codecId)
    this.#context.allocContext3(codec)
    FFmpegError.throwIfError(this.#context.parametersToContext(stream.codecpar))
    this.#context.pktTimebase = stream.timeBase
    this.#context.threadCount = 1
    FFmpegError.throwIfError(this.#context.open2Sync(codec))
    this.#frame.alloc()
  }

  take(packet: Packet | null): void {
    const sent = this.#context.sendPacketSync(packet)
    if (this.#wanted.isStrict && packet !== null && packet.size > 0) FFmpegError.throwIfError(sent, 'decoding')
    while (this.#context.receiveFrameSync(this.#frame) >= 0) {
      this.#frame.pts = this.#frame.bestEffortTimestamp
      this.#filters ??= new Filters(sourceOf(this.#wanted.kind, this.#frame, this.#stream), this.#wanted.filters)
      this.#filters.take(this.#frame, this.#onFrame)
      this.#frame.unref()
    }
    if (packet === null) this.#filters?.take(null, this.#onFrame)
  }
}

function sourceOf(kind: 'video' | 'audio', frame: Frame, { timeBase: { num, den } }: Stream): string {
  const base = `time_base=${num}/${den}`
  if (kind === 'audio') {
    return `abuffer=${base}:sample_rate=${frame.sampleRate}:sample_fmt=${frame.format}:channel_layout=${frame.channels}c`
  }
  return `buffer=width=${frame.width}:height=${frame.height}:pix_fmt=${frame.format}:${base}:colorspace=${frame.colorSpace}:range=${frame.colorRange}`
}

/** A chain of filters, the first of them a source. */
class Filters {
  readonly #graph = new FilterGraph()
  readonly #input: FilterContext
  readonly #output: FilterContext
  readonly #frame = new Frame()

  constructor(source: string, filters: string) {
    this.#frame.alloc()
    this.#graph.alloc()
    const chain = [source, ...(filters === '' ? [] : filters.split(/(?<!\\),/)), source.startsWith('a') ? 'abuffersink' : 'buffersink']
    const contexts = chain.map((text, index) => {
      const [name = '', settings] = text.split(/=(.*)/s)
      const filter = Filter.getByName(name)
      const context = filter && this.#graph.createFilter(filter, `${name}-${index}`, settings ?? null)
      if (context === null) throw new Error(`no filter ${text}`)
      return context
    })
    contexts.reduce((one, next) => {
      FFmpegError.throwIfError(one.link(0, next, 0), filters)
      return next
    })
    FFmpegError.throwIfError(this.#graph.configSync(), filters)
    this.#input = contexts[0] as FilterContext
    this.#output = contexts.at(-1) as FilterContext
  }

  take(frame: Frame | null, onFrame: (frame: FoundFrame) => void): void {
    this.push(frame)
    this.give(({ pts }, data) => onFrame({ atS: secondsOf(pts, this.#output.buffersinkGetTimeBase()), data }))
  }

  push(frame: Frame | null): void {
    FFmpegError.throwIfError(this.#input.buffersrcAddFrameSync(frame), 'filter')
  }

  /** Calls back with all that is ready. */
  give(onFrame: (frame: Frame, data: Buffer) => void): void {
    while (this.#output.buffersinkGetFrameSync(this.#frame) >= 0) {
      onFrame(this.#frame, this.#frame.toBuffer())
      this.#frame.unref()
    }
  }

  get output(): FilterContext {
    return this.#output
  }
}

/** Frames of AAC (without headers) of what this source of FFmpeg's plays. */
export function aacOf(source: string, rateHz: number): Uint8Array[] {
  const codec = Codec.findEncoderByName('aac' as FFEncoderCodec)
  const context = new CodecContext()
  const filters = new Filters(source, `aformat=sample_fmts=fltp:sample_rates=${rateHz},asetnsamples=n=1024:p=1`)
  context.allocContext3(codec)
  context.sampleFormat = filters.output.buffersinkGetFormat() as typeof context.sampleFormat
  context.sampleRate = rateHz
  context.channelLayout = filters.output.buffersinkGetChannelLayout()
  context.bitRate = 32_000n
  context.timeBase = new Rational(1, rateHz)
  FFmpegError.throwIfError(context.open2Sync(codec), 'aac')
  const packet = new Packet()
  packet.alloc()
  const frames: Uint8Array[] = []
  const encode = (frame: Frame | null) => {
    FFmpegError.throwIfError(context.sendFrameSync(frame), 'aac')
    while (context.receivePacketSync(packet) >= 0) frames.push(new Uint8Array(packet.data ?? []))
  }
  filters.give(encode)
  encode(null)
  return frames
}

interface VideoShape {
  encoder: 'libx264' | 'libx265'
  fps: number
  /** As FFmpeg and the encoder name them. */
  options: Record<string, string>
}

/** Encodes what these filters play into a raw stream; the first of them is a source of FFmpeg's. */
export function encoded(source: string, filters: string, shape: VideoShape): Buffer {
  const chain = new Filters(source, filters)
  return encodedFrames(shape, (encode) => chain.give(encode))
}

/** Encodes pictures, packed RGBA, into a raw stream. */
export function encodedRgba(pictures: Iterable<Buffer>, { width, height }: { width: number; height: number }, shape: VideoShape): Buffer {
  const time = `time_base=1/${shape.fps}`
  const chain = new Filters(`buffer=width=${width}:height=${height}:pix_fmt=rgba:${time}`, 'scale,format=yuv420p')
  return encodedFrames(shape, (encode) => {
    let pts = 0n
    for (const picture of pictures) {
      using frame = Frame.fromVideoBuffer(picture, {
        width,
        height,
        format: AV_PIX_FMT_RGBA,
        pts: pts++,
        timeBase: { num: 1, den: shape.fps },
      })
      chain.push(frame)
      chain.give(encode)
    }
  })
}

function encodedFrames({ encoder, fps, options }: VideoShape, feed: (encode: (frame: Frame) => void) => void): Buffer {
  const codec = Codec.findEncoderByName(encoder as FFEncoderCodec)
  const context = new CodecContext()
  const packet = new Packet()
  packet.alloc()
  const units: Buffer[] = []
  const encode = (frame: Frame | null) => {
    FFmpegError.throwIfError(context.sendFrameSync(frame), encoder)
    while (context.receivePacketSync(packet) >= 0) units.push(Buffer.from(packet.data ?? []))
  }
  let count = 0n
  feed((frame) => {
    if (!context.isOpen) {
      context.allocContext3(codec)
      context.width = frame.width
      context.height = frame.height
      context.pixelFormat = AV_PIX_FMT_YUV420P
      context.timeBase = new Rational(1, fps)
      context.framerate = new Rational(fps, 1)
      setOptions(context, options)
      FFmpegError.throwIfError(context.open2Sync(codec), encoder)
    }
    frame.pictType = AV_PICTURE_TYPE_NONE
    frame.pts = count++
    encode(frame)
  })
  encode(null)
  return Buffer.concat(units)
}

/** Not as a dictionary: the library frees one that FFmpeg has freed already. */
function setOptions(target: CodecContext | FormatContext, options: Record<string, string>): void {
  for (const [name, value] of Object.entries(options)) {
    FFmpegError.throwIfError(target.setOption(name, value, AV_OPT_TYPE_STRING, AV_OPT_SEARCH_CHILDREN), name)
  }
}

/** Writes a stream of H.264 into another kind of file, picture by picture as it is, at this rate. `options` are the kind's own. */
export async function rewrap(from: string, to: string, format: string, fps: number, options: Record<string, string>): Promise<void> {
  const out = new FormatContext()
  FFmpegError.throwIfError(out.allocOutputContext2(null, format, to), format)
  await withInput(from, undefined, async ({ context, next }) => {
    const [input] = context.streams
    const stream = out.newStream()
    FFmpegError.throwIfError(input?.codecpar.copy(stream.codecpar) ?? -1)
    stream.timeBase = new Rational(1, fps)
    FFmpegError.throwIfError(await out.openOutput())
    setOptions(out, options)
    FFmpegError.throwIfError(await out.writeHeader(), format)
    let number = 0n
    for (let packet = await next(); packet; packet = await next()) {
      packet.pts = number
      packet.dts = number++
      packet.duration = 1n
      packet.rescaleTs({ num: 1, den: fps }, stream.timeBase)
      FFmpegError.throwIfError(await out.writeFrame(packet))
    }
    FFmpegError.throwIfError(await out.writeTrailer())
    await out.closeOutput()
  })
}
