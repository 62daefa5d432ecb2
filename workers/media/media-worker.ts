import type { MediaAddress } from '#contract/core-api.ts'
import type { FromMediaWorker, SinkHandle, SourceName, ToMediaWorker } from '#contract/media-api.ts'
import type { MediaMessage, MediaRequest, MediaUnit } from '#contract/media.ts'
import { PREVIEW_WINDOW } from '#contract/playback-api.ts'
import type { PastAsk } from '#contract/recorded-media.ts'
import { giveMemoryBack } from '#shared/give-memory-back.ts'
import { beginnings } from './beginnings.ts'
import { DecodePipeline } from './decode-pipeline.ts'
import { encodeJpeg } from './jpeg.ts'
import { Later } from './later.ts'
import { LinePatience } from './line-patience.ts'
import { LateMeter } from './late-meter.ts'
import { MsePipeline } from './mse-pipeline.ts'
import { PastDeck } from './past/past-deck.ts'
import { isOfPast } from './past/past-numbers.ts'
import { pastAnswerOf } from './past/plugin-answer.ts'
import { nowMs, type Pipeline, type PipelineEvents } from './pipeline.ts'
import { CanvasSink } from './sinks/canvas-sink.ts'
import type { FrameSink } from './sinks/frame-sink.ts'
import { GeneratorSink } from './sinks/generator-sink.ts'
import type { SoundTrack } from './sound/sound-track.ts'
import { SourceSocket, type SocketEvents } from './source-socket.ts'
import { WindowPlayer } from './window-player.ts'

/** The media worker of a tab: its media sockets, and a decoder for each of its windows (a worker each would cost a quarter more). */
declare const self: DedicatedWorkerGlobalScope

type Message = ToMediaWorker<WritableStream<VideoFrame>, OffscreenCanvas, MessagePort>
type Sink = SinkHandle<WritableStream<VideoFrame>, OffscreenCanvas>

const STALL_CHECK_MS = 250
const STATS_MS = 1_000
const GIVE_BACK_EVERY_MS = 60_000

const sockets = new Map<SourceName, SourceSocket>()
const players = new Map<number, WindowPlayer>()
/**
 * Pictures that are kept for another time: to write those of sixteen windows would hold up the sixteen that take their places. An older picture that is
 * shown meanwhile is no end of that.
 */
const later = new Later(() => beginnings.hasAny || [...players.values()].some(({ isStarting }) => isStarting))
const deck = new PastDeck({
  send: (ask, by) => {
    if (by === 'relay') return sendRelay(ask.op === 'past' ? { ...ask, asH264 } : ask)
    post({ op: 'past-ask', ask })
    return true
  },
  tell: (news) => post({ op: 'past', ...news }),
  tellPreview: (news) => post({ op: 'past-preview', ...news }),
})
let clockOffsetMs = 0
let asH264 = false
let keepsPast = true
let relayMeter = new LateMeter()
/** Of the way to the relay, whichever socket goes by it. */
const patience = new LinePatience()
let isSilenceTold = false

function post(message: FromMediaWorker, transfer: Transferable[] = []): void {
  self.postMessage(message, transfer)
}

const socketEvents: SocketEvents = {
  onOpen: (source, attempt) => {
    post({ op: 'socket', source, state: 'open', attempt })
    // The plugin begins what it was asked for when its socket is there.
    if (source === 'relay') deck.reconnected(source)
  },
  onClosed: (source, code, attempt) => {
    sockets.delete(source)
    post({ op: 'socket', source, state: 'closed', attempt, code })
    deck.lost(source)
  },
  onAnswering: (source) => post({ op: 'socket', source, state: 'answering' }),
  onHeard: (source, afterMs) => {
    patience.took(afterMs, performance.now())
    if (isSilenceTold) post({ op: 'socket', source, state: 'heard' })
    isSilenceTold = false
  },
  onMessage: (source, message) => {
    if (source === 'plugin' && isOfPast(source, message.channel)) return takePart(message)
    for (const player of players.values()) if (player.takeMessage(source, message)) return
  },
  onPast: (source, answer) => source === 'relay' && deck.takeAnswer(answer),
  onUnit: (source: SourceName, unit: MediaUnit) => {
    if (isOfPast(source, unit.channel)) return deck.takeUnit(unit)
    if (source === 'relay' && unit.kind === 'video') relayMeter.took(unit, nowMs())
    for (const player of players.values()) if (player.takeUnit(source, unit)) return
  },
}

/** What the plugin says of a part of the past. One that is over is given back. */
function takePart(message: MediaMessage): void {
  const answer = pastAnswerOf(message)
  if (answer === undefined) return
  deck.takeAnswer(answer)
  if (answer.op !== 'past-opened') post({ op: 'past-ask', ask: { op: 'past-cancel', channel: answer.channel } })
}

/** Answers whether it has left, or will. */
function sendRelay(request: MediaRequest | PastAsk): boolean {
  if (request.op === 'open' || request.op === 'quality' || request.op === 'past') patience.began(performance.now())
  return sockets.get('relay')?.send(request) ?? false
}

function playerOf(window: number): WindowPlayer {
  let player = players.get(window)
  if (player === undefined) {
    player = new WindowPlayer(window, post, { sendFrame: (source, frame) => sockets.get(source)?.sendFrame(frame), keepsPast })
    player.clockOffsetMs = clockOffsetMs
    players.set(window, player)
  }
  return player
}

function frameSinkOf(sink: Exclude<Sink, { kind: 'mse' }>): FrameSink {
  return sink.kind === 'generator' ? new GeneratorSink(sink.writable) : new CanvasSink(sink.canvas)
}

function setSink(window: number, sink: Sink): void {
  if (window < PREVIEW_WINDOW) playerOf(window).setPipeline((events) => makePipeline(window, sink, events))
  // The past is decoded here or not at all.
  else if (sink.kind !== 'mse') deck.setSink(window, frameSinkOf(sink))
}

function makePipeline(window: number, sink: Sink, events: PipelineEvents): Pipeline {
  if (sink.kind === 'mse') return new MsePipeline((part) => post({ op: 'fragment', window, ...part }, [part.bytes.buffer]), events)
  return new DecodePipeline(frameSinkOf(sink), events)
}

function soundOf(window: number): SoundTrack | undefined {
  return window < PREVIEW_WINDOW ? playerOf(window).sound : deck.players.get(window)?.sound
}

function sendPicture({ window, request, maxWidthPx, mayWait }: Extract<Message, { op: 'picture' }>): void {
  const held = window < PREVIEW_WINDOW ? players.get(window)?.holdPicture() : deck.players.get(window)?.holdPicture()
  if (held === undefined) return post({ op: 'picture', request, picture: undefined })
  const send = async () => {
    const bytes = await encodeJpeg(held.frame, maxWidthPx).catch(() => undefined)
    const picture = bytes && { bytes, takenAtMs: held.shownMs }
    post({ op: 'picture', request, picture }, bytes && [bytes.buffer])
  }
  if (!mayWait) return void send()
  later.add(send)
}

function connect(source: SourceName, address?: MediaAddress & { attempt?: number }): void {
  sockets.get(source)?.close()
  sockets.delete(source)
  if (source === 'relay') {
    relayMeter = new LateMeter()
    isSilenceTold = false
  }
  if (address !== undefined) sockets.set(source, new SourceSocket(source, address, socketEvents))
}

function take(message: Message): void {
  switch (message.op) {
    case 'connect':
      if (message.source === 'relay') asH264 = message.asH264 === true
      return connect(message.source, message)
    case 'disconnect':
      return connect(message.source)
    case 'doubt':
      return sockets.get(message.source)?.doubt()
    case 'send':
      if (message.source === 'relay') sendRelay(message.request)
      else sockets.get(message.source)?.send(message.request)
      return
    case 'sink':
      return setSink(message.window, message.sink)
    case 'feed':
      return playerOf(message.window).setFeed({ id: message.feed, source: message.source, channel: message.channel })
    case 'pace':
      return playerOf(message.window).setPace(message.pace)
    case 'sound':
      return soundOf(message.window)?.attach(message.frames)
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
    case 'past':
      return deck.take(message.order)
    case 'record':
      return message.isOn ? playerOf(message.window).record() : players.get(message.window)?.endRecord()
    case 'picture':
      return sendPicture(message)
    case 'seen':
      return players.get(message.window)?.seen(message.toldUs, message.seenMs)
    case 'keep-nothing':
      keepsPast = false
      return
    case 'clock':
      clockOffsetMs = message.offsetMs
      deck.clockOffsetMs = clockOffsetMs
      for (const player of players.values()) player.clockOffsetMs = clockOffsetMs
  }
}

self.addEventListener('message', ({ data }: MessageEvent<Message>) => take(data))

/** Windows and pieces of the past that something is to come for find nothing out about the line by themselves. */
function checkSilence(): void {
  const isAwaited = deck.isAsking('relay') || [...players.values()].some(({ isAwaiting }) => isAwaiting)
  const now = performance.now()
  const patienceMs = patience.ms(now)
  const relay = sockets.get('relay')
  if (isSilenceTold || !isAwaited || relay?.isSilent(patienceMs) !== true) return
  isSilenceTold = true
  if (!relay.isDoubted) patience.took(patienceMs, now)
  post({ op: 'socket', source: 'relay', state: 'silent' })
}

setInterval(() => {
  for (const player of players.values()) player.checkStall()
  checkSilence()
  void later.run()
}, STALL_CHECK_MS)

setInterval(() => {
  const windows = [...players.values()].map((player) => player.stats()).filter((stats) => stats !== undefined)
  if (windows.length === 0) return
  const decodeLoad = Math.max(...[...players.values()].map((player) => player.load))
  const relayLateMs = relayMeter.tick(nowMs())
  post({ op: 'stats', windows, decodeLoad, relayLateMs, settledMs: beginnings.settledMs(performance.now()) })
}, STATS_MS)

// Only on viewing stations, by the flags of their browser.
setInterval(() => void giveMemoryBack('garbage').catch(() => undefined), GIVE_BACK_EVERY_MS)
