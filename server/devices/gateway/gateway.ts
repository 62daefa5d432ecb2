import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { WebSocket } from 'ws'
import type { FromDevice, GatewayChannel, ToDevice } from '#contract/device-gateway.ts'
import type { Context } from '../../context.ts'
import { DeviceConnection, type ConnectionEvents, type WorkReport } from './device-connection.ts'
import type { DeviceClip } from './device-clip.ts'
import type { DeviceStream } from './device-stream.ts'
import type { DeviceTalk, TalkLine } from './device-talk.ts'
import { Enrolment } from './enrolment.ts'
import { tenantLimits } from '../../access/tenant-limits.ts'
import { Newest } from './newest.ts'
import { ProofGuard } from './proof-guard.ts'

type CommandMessage = Extract<ToDevice, { kind: 'command' }>
type Hello = Extract<FromDevice, { kind: 'hello' }>
/** From the challenge to a right answer. */
const HANDSHAKE_MS = 10_000

/** A device that has shown its key. `isBound` is unknown for the moment in which the database is asked. */
interface Connected {
  connection: DeviceConnection
  isWelcome: boolean
  isBound: boolean | undefined
  /** Commands that wait for its welcome. */
  commands: CommandMessage[]
}

/**
 * The devices that are connected, one connection each, and the streams wanted of them. A device that is not bound may be
 * connected, but never streams. Streams are opened again by themselves when their device comes back.
 */
export class Gateway {
  readonly #context: Context
  readonly #enrolment: Enrolment
  readonly #proofs: ProofGuard
  readonly #sockets = new Set<DeviceConnection>()
  readonly #connected = new Map<string, Connected>()
  readonly #wanted = new Map<string, Set<DeviceStream>>()
  /** Devices that have gone, until it is written. */
  readonly #gone = new Set<string>()
  #isClosing = false

  constructor(context: Context) {
    this.#context = context
    this.#enrolment = new Enrolment(context)
    this.#proofs = new ProofGuard(context.now)
    const { bus, sweeper } = context
    // The database may be away when a device goes.
    sweeper.add(() => this.#writeGone())
    bus.on('binding-changed', ({ sn, isBound }) => this.#bindingChanged(sn, isBound))
    bus.on('device-connected', ({ sn, nodeId }) => {
      if (nodeId !== context.nodes.id) void this.#connectedElsewhere(sn)
    })
    // Other nodes hold these devices for gone: they are to come again.
    bus.onLost(() => {
      for (const connection of this.#sockets) connection.terminate()
    })
    context.deviceCommands.travelBy((sn, command) => {
      const device = this.#connected.get(sn)
      if (device?.connection.isOpen !== true || device.isBound === false) return false
      // People may know that it is online a moment before it is welcome.
      if (device.isWelcome) device.connection.say(command)
      else device.commands.push(command)
      return true
    })
  }

  /** Open sockets, of devices and of those that say they are. */
  get size(): number {
    return this.#sockets.size
  }

  /** Has a device send a stream to `stream.sink` from now on, whenever it can, until the function answered with is called. */
  openStream(stream: DeviceStream): () => void {
    const { sn } = stream
    const wanted = this.#wanted.get(sn) ?? new Set()
    this.#wanted.set(sn, wanted.add(stream))
    const device = this.#connected.get(sn)
    if (device === undefined) stream.sink.failed('offline')
    else if (device.isWelcome && device.isBound) device.connection.open(stream)
    return () => {
      wanted.delete(stream)
      if (wanted.size === 0 && this.#wanted.get(sn) === wanted) this.#wanted.delete(sn)
      this.#connected.get(sn)?.connection.close(stream)
    }
  }

  /** Has a device send a part of its past to `clip.sink`. The function answered with gives it up; the sink then hears no more. */
  requestClip(clip: DeviceClip): () => void {
    const device = this.#connected.get(clip.sn)
    if (device === undefined || !device.isWelcome || device.isBound !== true) {
      clip.sink.failed('offline')
      return () => {}
    }
    device.connection.requestClip(clip)
    return () => device.connection.cancelClip(clip)
  }

  /** Opens the line to a channel's camera. What fails at once is told before this returns. */
  openTalk(talk: DeviceTalk): TalkLine {
    const device = this.#connected.get(talk.sn)
    if (device !== undefined && device.isWelcome && device.isBound === true) return device.connection.openTalk(talk)
    talk.sink.failed('offline')
    return { send: () => {}, close: () => {} }
  }

  /** Talks to a socket that says it is a device. */
  accept(socket: WebSocket, address: string): void {
    const nonce = randomBytes(32).toString('hex')
    let sn: string | undefined
    let step: (message: Extract<FromDevice, { kind: 'hello' | 'enrol' }>) => Promise<void> = async (message) => {
      if (message.kind === 'hello') await hello(message)
      else connection.refuse('bad-message')
    }
    const lists = new Newest<GatewayChannel[]>(async (channels) => {
      if (sn !== undefined) await this.#context.devices.channelsChanged(sn, channels)
    }, tenantLimits.gateway.listPauseMs)
    const events: ConnectionEvents = {
      onHandshake: (message) => {
        const now = step
        // One answer at a time: whoever speaks before it is asked is no device.
        step = async () => connection.refuse('bad-message')
        this.#guard(now(message), connection)
      },
      onChannels: (channels) => this.#guard(lists.offer(channels), connection),
      onEvent: (event) => {
        if (sn !== undefined) this.#guard(this.#context.events.reported(sn, event), connection)
      },
      onWork: (report) => {
        if (sn !== undefined) this.#guard(this.#hearOfWork(sn, report), connection)
      },
      onTooMany: () => this.#context.log.warn({ sn, address }, 'A device sends more messages than it may, and its connection is ended'),
      onClose: () => {
        clearTimeout(deadline)
        lists.end()
        this.#sockets.delete(connection)
        if (sn !== undefined) this.#leave(sn, connection)
      },
    }
    const connection = new DeviceConnection(socket, events, this.#context.now)
    this.#sockets.add(connection)
    const deadline = setTimeout(() => connection.terminate(), HANDSHAKE_MS)
    connection.say({ kind: 'challenge', nonce })

    const refuseProof = (givenSn: string) => {
      this.#proofs.failed(address, givenSn)
      connection.refuse('wrong-key')
    }
    const hello = async (message: Hello) => {
      if (this.#proofs.isSpent(address, message.sn)) return connection.refuse('too-many-attempts')
      const keys = await this.#context.devices.findKeys(message.sn)
      if (keys.length > 0) return enter(message, keys)
      if (!(await this.#enrolment.mayEnrol(address))) return connection.refuse('too-many-enrolments')
      step = async (answer) => {
        if (answer.kind !== 'enrol') return connection.refuse('bad-message')
        if (!isProof(answer.key, nonce, message.proof)) return refuseProof(message.sn)
        await this.#context.devices.enrol(message.sn, answer.key)
        // Of two that enrol at the same moment the first one's key is kept, and holds for both.
        await enter(message, await this.#context.devices.findKeys(message.sn))
      }
      connection.say({ kind: 'enrol' })
    }
    const enter = async (message: Hello, keys: readonly string[]) => {
      const key = keys.find((one) => isProof(one, nonce, message.proof))
      if (key === undefined) return refuseProof(message.sn)
      if (!(await this.#mayEnter(message.sn))) return connection.refuse('too-many-attempts')
      if (keys.length > 1) await this.#context.devices.settleKey(message.sn, key)
      if (!connection.isOpen) return
      clearTimeout(deadline)
      sn = message.sn
      await this.#enter(message, connection)
    }
  }

  /** Ends all connections, without a word about it to anybody: it is the service that goes, not the devices. */
  close(): void {
    this.#isClosing = true
    for (const connection of this.#sockets) connection.terminate()
  }

  async #mayEnter(sn: string): Promise<boolean> {
    return (await this.#context.devices.isBound(sn)) || this.#enrolment.mayConnect(sn)
  }

  async #enter(hello: Hello, connection: DeviceConnection): Promise<void> {
    const { sn } = hello
    const device: Connected = { connection, isWelcome: false, isBound: undefined, commands: [] }
    this.#connected.get(sn)?.connection.refuse('connected-elsewhere')
    this.#connected.set(sn, device)
    this.#gone.delete(sn)
    await this.#context.devices.connected(hello)
    await this.#context.activities.connected(sn)
    const isBound = await this.#context.devices.isBound(sn)
    if (this.#connected.get(sn) !== device) return
    // A binding that was reported meanwhile is the newer truth.
    device.isBound ??= isBound
    device.isWelcome = true
    connection.welcome(device.isBound)
    if (device.isBound) for (const command of device.commands) connection.say(command)
    if (device.isBound) this.#openWanted(sn, connection)
  }

  /** What an unbound device says of its work concerns nobody. */
  async #hearOfWork(sn: string, report: WorkReport): Promise<void> {
    const { deviceCommands, activities, deviceLogs } = this.#context
    if (this.#connected.get(sn)?.isBound !== true) return
    if (report.kind === 'command-result') return deviceCommands.answered(sn, report.commandId, report.outcome)
    if (report.kind === 'activity') return activities.reported(sn, report.activity, report.progress)
    await deviceLogs.keep(sn, report.fileName, report.text)
  }

  #leave(sn: string, connection: DeviceConnection): void {
    if (this.#connected.get(sn)?.connection !== connection) return
    this.#connected.delete(sn)
    this.#context.deviceCommands.disconnected(sn)
    if (this.#isClosing) return
    this.#gone.add(sn)
    this.#guard(this.#writeGone(), connection)
  }

  async #writeGone(): Promise<void> {
    for (const sn of this.#gone) {
      await this.#context.devices.disconnected(sn)
      this.#gone.delete(sn)
    }
  }

  #bindingChanged(sn: string, isBound: boolean): void {
    const device = this.#connected.get(sn)
    if (device === undefined) return
    device.isBound = isBound
    if (!device.isWelcome) return
    device.connection.bindingChanged(isBound)
    if (isBound) return this.#openWanted(sn, device.connection)
    device.connection.dropPeople()
    for (const stream of this.#wanted.get(sn) ?? []) {
      device.connection.close(stream)
      stream.sink.failed('not-found')
    }
  }

  /** Another node has this device; unless it has come here since, its connection here is an old one. */
  async #connectedElsewhere(sn: string): Promise<void> {
    const device = this.#connected.get(sn)
    if (device === undefined) return
    const check = async () => {
      if (!(await this.#context.devices.isHere(sn))) device.connection.refuse('connected-elsewhere')
    }
    this.#guard(check(), device.connection)
  }

  #openWanted(sn: string, connection: DeviceConnection): void {
    for (const stream of this.#wanted.get(sn) ?? []) connection.open(stream)
  }

  #guard(task: Promise<void>, connection: DeviceConnection): void {
    task.catch((fault: unknown) => {
      if (this.#isClosing) return
      this.#context.log.error(fault, 'A device could not be served')
      connection.terminate()
    })
  }
}

function isProof(keyHex: string, nonce: string, proofHex: string): boolean {
  const right = createHmac('sha256', Buffer.from(keyHex, 'hex')).update(nonce).digest()
  const given = Buffer.from(proofHex, 'hex')
  return given.byteLength === right.byteLength && timingSafeEqual(given, right)
}
