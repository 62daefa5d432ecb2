import { setTimeout as sleep } from 'node:timers/promises'
import type { WebSocket } from '@fastify/websocket'
import type { FastifyInstance } from 'fastify'
import { SUCCESS } from '#contract/envelope.ts'
import { PUSH_PATH, pushClose, pushRequest, type PushRequest } from '#contract/push.ts'
import { CallFault } from '../calls/call-fault.ts'
import type { Context } from '../context.ts'
import { closeSocket, limitPayload } from '../http/socket-life.ts'
import { requireOrigin } from '../http/origin.ts'
import { WaitingSockets } from '../http/waiting-sockets.ts'
import { randomId } from '../runtime/secrets.ts'
import { isStation, isStationToken, type StationPrincipal } from '../stations/station-access.ts'
import type { PushSocket } from './hub.ts'

const TOKEN_WITHIN_MS = 10_000
const SILENT_MOST_MS = 75_000
/** The service says something at least this often, so that clients notice a connection that died silently. */
const SPEAK_EVERY_MS = 12_000
const MOST_MESSAGE_BYTES = 4_096
const LAST_WORDS_MS = 1_000
const REFUSED_SCREEN_MS = 1_000
/** Beyond it the other side no longer reads. */
const MOST_WAITING_BYTES = 1024 * 1024

/** Serves the push connection (rule 4.12): the token first, then heartbeats; messages of the person's own all the while. */
export async function registerPush(app: FastifyInstance, context: Context): Promise<void> {
  const connections = new Set<PushConnection>()
  context.sweeper.add(() => {
    for (const connection of connections) connection.look()
  })
  /** Until they have shown a token. */
  const waiting = new WaitingSockets()
  app.get(PUSH_PATH, { websocket: true, preValidation: requireOrigin(context.settings) }, (socket, request) => {
    const stopWaiting = waiting.enter(request.ip)
    if (stopWaiting === undefined) return closeSocket(socket, pushClose.crowded)
    const connection = new PushConnection(socket, context, stopWaiting)
    connections.add(connection)
    socket.on('close', () => {
      connections.delete(connection)
      stopWaiting()
    })
  })
}

/** One push socket, from its opening to its end. */
class PushConnection {
  readonly #socket: WebSocket
  readonly #context: Context
  #person: PushSocket | undefined
  /** The screen of a viewing station, when it is one. */
  #screen: StationPrincipal | undefined
  #mustSpeakByMs: number
  #saidAtMs = 0
  /** It was refused: whatever still comes is not heard. */
  #isOver = false
  readonly #onMet: () => void
  /** Messages are handled one after the other. */
  #work: Promise<void> = Promise.resolve()

  constructor(socket: WebSocket, context: Context, onMet: () => void) {
    this.#socket = socket
    this.#context = context
    this.#onMet = onMet
    limitPayload(socket, MOST_MESSAGE_BYTES)
    this.#mustSpeakByMs = context.now() + TOKEN_WITHIN_MS
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      this.#work = this.#work
        .then(() => this.#hear(isBinary ? undefined : data))
        .catch((fault: unknown) => {
          context.log.error(fault, 'A push message failed inside the service')
          this.#end(pushClose.fault)
        })
    })
    socket.on('close', () => {
      if (this.#person !== undefined) context.push.remove(this.#person)
      if (this.#screen !== undefined) context.stationWatch.left(this.#screen)
    })
    socket.on('error', (fault) => context.log.info(fault, 'A push socket failed'))
  }

  /** Closes it when the client is silent, and answers a heartbeat unasked when the service is. */
  look(): void {
    const nowMs = this.#context.now()
    if (nowMs > this.#mustSpeakByMs) this.#end(this.#person === undefined ? pushClose.refused : pushClose.silent)
    else if (this.#person !== undefined && nowMs - this.#saidAtMs >= SPEAK_EVERY_MS) this.#reply('heartbeat', SUCCESS)
  }

  /** Closes it for good, whether the other side reads or not. */
  #end(code: number): void {
    this.#isOver = true
    closeSocket(this.#socket, code, LAST_WORDS_MS)
  }

  async #hear(data: Buffer | undefined): Promise<void> {
    if (this.#isOver) return
    const request = data === undefined || data.byteLength > MOST_MESSAGE_BYTES ? undefined : readMessage(data.toString('utf8'))
    if (request === undefined) return this.#end(pushClose.badMessage)
    try {
      if (request.type === 'token') await this.#meet(request)
      else if (request.type === 'attention') this.#attend(request.isWatched)
      else await this.#beat()
    } catch (fault) {
      if (!(fault instanceof CallFault)) throw fault
      this.#reply(request.type === 'token' ? 'token' : 'heartbeat', fault.code)
      if (fault.error === 'station-unknown') await this.#holdUp()
      this.#end(pushClose.refused)
    }
  }

  /** The page of a screen that has the permission and gives no proof, as one of before would, tries again as soon as it is closed. */
  async #holdUp(): Promise<void> {
    this.#isOver = true
    await sleep(REFUSED_SCREEN_MS, undefined, { ref: false })
  }

  async #meet({ token, after, proof }: Extract<PushRequest, { type: 'token' }>): Promise<void> {
    const { push, sessions, stationAccess, stationWatch, now } = this.#context
    const who = await (isStationToken(token) ? stationAccess : sessions).authenticate(token)
    if (isStation(who)) await stationAccess.requireProof(who.station, 'push', proof)
    const { sessionId, userId } = who
    if (this.#person !== undefined && this.#person.sessionId !== sessionId) throw new CallFault('session-id-mismatch')
    if (!this.#isOpen) return
    this.#mustSpeakByMs = now() + SILENT_MOST_MS
    if (this.#person !== undefined) return this.#reply('token', SUCCESS)
    const send = (text: string) => this.#send(text)
    this.#onMet()
    if (isStation(who)) {
      this.#screen = who
      // Whoever was greeted may go to another node: what is written of where it is must not come after what that one writes.
      await stationWatch.arrived(who)
      // Whoever took the permission back meanwhile found no connection to end.
      await stationAccess.requireLive(sessionId)
      if (!this.#isOpen) return
    }
    // The greeting is the first that it hears.
    this.#saidAtMs = now()
    this.#person = { id: randomId(), sessionId, userId, seq: 0, isWatched: false, send, close: () => this.#end(pushClose.ended) }
    push.add(this.#person, after, (isResumed) => ({ infoType: 'reply', infoContent: { to: 'token', code: SUCCESS, isResumed } }))
  }

  /** A heartbeat before the token is refused; one of a session that has ended meanwhile says so. */
  async #beat(): Promise<void> {
    if (this.#person === undefined) throw new CallFault('not-signed-in')
    const { sessions, stationAccess } = this.#context
    await (this.#screen === undefined ? sessions : stationAccess).requireLive(this.#person.sessionId)
    this.#mustSpeakByMs = this.#context.now() + SILENT_MOST_MS
    this.#reply('heartbeat', SUCCESS)
  }

  #attend(isWatched: boolean): void {
    if (this.#person === undefined) throw new CallFault('not-signed-in')
    this.#context.push.noteWatched(this.#person, isWatched)
  }

  #reply(to: 'token' | 'heartbeat', code: number): void {
    const content = { infoType: 'reply', infoContent: { to, code } } as const
    if (this.#person !== undefined) this.#context.push.sendTo(this.#person, content)
    else this.#send(JSON.stringify({ ...content, extension: { seq: 0, sentAtMs: this.#context.now() } }))
  }

  get #isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN
  }

  #send(text: string): void {
    this.#saidAtMs = this.#context.now()
    if (this.#socket.bufferedAmount > MOST_WAITING_BYTES) this.#socket.terminate()
    else if (this.#isOpen) this.#socket.send(text)
  }
}

function readMessage(text: string): PushRequest | undefined {
  try {
    return pushRequest.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}
