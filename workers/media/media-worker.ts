import type { FromMediaWorker, SinkHandle, SourceName, ToMediaWorker } from '#contract/media-api.ts'
import type { MediaUnit } from '#contract/media.ts'
import { beginnings } from './beginnings.ts'
import { DecodePipeline } from './decode-pipeline.ts'
import { encodeJpeg } from './jpeg.ts'
import { Later } from './later.ts'
import { LateMeter } from './late-meter.ts'
import { MsePipeline } from './mse-pipeline.ts'
import { nowMs, type Pipeline, type PipelineEvents } from './pipeline.ts'
import { CanvasSink } from './sinks/canvas-sink.ts'
import { GeneratorSink } from './sinks/generator-sink.ts'
import { SourceSocket, type SocketEvents } from './source-socket.ts'
import { WindowPlayer } from './window-player.ts'

/** The media worker of a tab: its media sockets, and a decoder for each of its windows (a worker each would cost a quarter more). */
declare const self: DedicatedWorkerGlobalScope

type Message = ToMediaWorker<WritableStream<VideoFrame>, OffscreenCanvas, MessagePort>

const STALL_CHECK_MS = 250
const STATS_MS = 1_000
const SOON_MS = 30

const sockets = new Map<SourceName, SourceSocket>()
const players = new Map<number, WindowPlayer>()
/**
 * Pictures that are kept for another time: to write those of sixteen windows would hold up the sixteen that take their places. An older picture that is
 * shown meanwhile is no end of that.
 */
const later = new Later(() => beginnings.hasAny || [...players.values()].some(({ isStarting }) => isStarting))
let clockOffsetMs = 0
let relayMeter = new LateMeter()

function post(message: FromMediaWorker, transfer: Transferable[] = []): void {
  self.postMessage(message, transfer)
}

const socketEvents: SocketEvents = {
  onOpen: (source) => post({ op: 'socket', source, state: 'open' }),
  onClosed: (source, code) => {
    sockets.delete(source)
    post({ op: 'socket', source, state: 'closed', code })
  },
  onMessage: (source, message) => {
    for (const player of players.values()) if (player.takeMessage(source, message)) return
  },
  onUnit: (source: SourceName, unit: MediaUnit) => {
    if (source === 'relay' && unit.kind === 'video' && !unit.isPreroll) relayMeter.took(unit.channel, unit.captureMs, nowMs())
    for (const player of players.values()) if (player.takeUnit(source, unit)) return
  },
}

function playerOf(window: number): WindowPlayer {
  let player = players.get(window)
  if (player === undefined) {
    player = new WindowPlayer(window, post, (source, frame) => sockets.get(source)?.sendFrame(frame))
    player.clockOffsetMs = clockOffsetMs
    players.set(window, player)
  }
  return player
}

function makePipeline(window: number, sink: SinkHandle<WritableStream<VideoFrame>, OffscreenCanvas>, events: PipelineEvents): Pipeline {
  switch (sink.kind) {
    case 'generator':
      return new DecodePipeline(new GeneratorSink(sink.writable), events)
    case 'canvas':
      return new DecodePipeline(new CanvasSink(sink.canvas), events)
    case 'mse':
      return new MsePipeline((part) => post({ op: 'fragment', window, ...part }, [part.bytes.buffer]), events)
  }
}

function sendPicture({ window, request, maxWidthPx, mayWait }: Extract<Message, { op: 'picture' }>): void {
  const held = players.get(window)?.holdPicture()
  if (held === undefined) return post({ op: 'picture', request, picture: undefined })
  const send = async () => {
    const bytes = await encodeJpeg(held.frame, maxWidthPx).catch(() => undefined)
    const picture = bytes && { bytes, takenAtMs: held.shownMs }
    post({ op: 'picture', request, picture }, bytes && [bytes.buffer])
  }
  if (!mayWait) return void send()
  later.add(send)
  // Not at once: windows that give up their pictures are about to show others.
  setTimeout(() => void later.run(), SOON_MS)
}

function connect(source: SourceName, url?: string): void {
  sockets.get(source)?.close()
  sockets.delete(source)
  if (source === 'relay') relayMeter = new LateMeter()
  if (url !== undefined) sockets.set(source, new SourceSocket(source, url, socketEvents))
}

function take(message: Message): void {
  switch (message.op) {
    case 'connect':
      return connect(message.source, message.url)
    case 'disconnect':
      return connect(message.source)
    case 'send':
      return sockets.get(message.source)?.send(message.request)
    case 'sink':
      return playerOf(message.window).setPipeline((events) => makePipeline(message.window, message.sink, events))
    case 'feed':
      return playerOf(message.window).setFeed({ id: message.feed, source: message.source, channel: message.channel })
    case 'pace':
      return playerOf(message.window).setPace(message.pace)
    case 'sound':
      return playerOf(message.window).sound.attach(message.frames)
    case 'talk':
      return playerOf(message.window).talk.listen(message.samples)
    case 'stop':
      return players.get(message.window)?.stop(message.isBlank)
    case 'dispose':
      players.get(message.window)?.dispose()
      players.delete(message.window)
      return
    case 'replay':
      return players.get(message.window)?.replay(message.order)
    case 'record':
      return message.isOn ? playerOf(message.window).record() : players.get(message.window)?.endRecord()
    case 'picture':
      return sendPicture(message)
    case 'shown':
      return players.get(message.window)?.seen(message.ptsUs, message.shownMs)
    case 'clock':
      clockOffsetMs = message.offsetMs
      for (const player of players.values()) player.clockOffsetMs = clockOffsetMs
  }
}

self.addEventListener('message', ({ data }: MessageEvent<Message>) => take(data))

setInterval(() => {
  for (const player of players.values()) player.checkStall()
  void later.run()
}, STALL_CHECK_MS)

setInterval(() => {
  const windows = [...players.values()].map((player) => player.stats()).filter((stats) => stats !== undefined)
  if (windows.length === 0) return
  const decodeLoad = Math.max(...[...players.values()].map((player) => player.load))
  const relayLateMs = relayMeter.tick(nowMs())
  post({ op: 'stats', windows, decodeLoad, relayLateMs, settledMs: beginnings.settledMs(performance.now()) })
}, STATS_MS)
