import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { WebSocket } from 'ws'
import type { FromDevice, GatewayChannel, ToDevice } from '#contract/device-gateway.ts'
import type { Context } from '../../context.ts'
import type { BindingKey } from '../binding-keys.ts'
import { DeviceConnection, type ConnectionEvents, type WorkReport } from './device-connection.ts'
import { closeSocket, limitPayload } from '../../http/socket-life.ts'
import { WaitingSockets } from '../../http/waiting-sockets.ts'
import { Enrolment } from './enrolment.ts'
import { tenantLimits } from '../../access/tenant-limits.ts'
import { KeyedQueue } from '../../runtime/keyed-queue.ts'
import { Newest } from './newest.ts'
import { ProofGuard } from './proof-guard.ts'

type Hello = Extract<FromDevice, { kind: 'hello' }>
/** Who comes in as a device, and what was found of its binding. */
interface Entry {
  hello: Hello
  connection: DeviceConnection
  bindingKey: BindingKey | undefined
  /** Whether it has to show this key, and does not: it is refused then. */
  lacks: (bindingKey: BindingKey | undefined) => Promise<boolean>
}
/** WebSocket close code for whoever is one too many at this moment. */
const TRY_LATER = 1013
/** From the challenge to a right answer. */
const HANDSHAKE_MS = 10_000

/** The sockets of devices: lets in whoever shows a device's key, and hands on to the services what it says. Made last, since it takes them all. */
export class Gateway {
  readonly #context: Context
  readonly #enrolment: Enrolment
  readonly #proofs: ProofGuard
  readonly #sockets = new Set<DeviceConnection>()
  /** Where they come from. */
  readonly #addresses = new WeakMap<DeviceConnection, string>()
  /** Until the handshake is over. */
  readonly #waiting = new WaitingSockets()
  /** Devices that have gone, until it is written. */
  readonly #gone = new Set<string>()
  /** What devices are told of their bindings, in the order in which it came about. */
  readonly #bindings = new KeyedQueue()
  #isClosing = false

  constructor(context: Context) {
    this.#context = context
    this.#enrolment = new Enrolment(context)
    this.#proofs = new ProofGuard(context.now)
    const { bus, sweeper } = context
    // The database may be away when a device goes.
    sweeper.add(() => this.#writeGone())
    bus.on('binding-changed', ({ sn, isBound }) => {
      context.deviceLinks.bindingChanged(sn, isBound)
      const connection = context.deviceLinks.connectionOf(sn)
      if (connection === undefined) return
      if (isBound) this.#enrolment.leave(sn, connection)
      else this.#enrolment.unbound(sn, connection, this.#addresses.get(connection) ?? '')
      this.#guard(this.#tellBinding(sn, connection), connection)
    })
    bus.on('device-connected', ({ sn, nodeId }) => {
      if (nodeId !== context.nodes.id) void this.#connectedElsewhere(sn)
    })
    // Other nodes hold these devices for gone: they are to come again.
    bus.onLost(() => {
      for (const connection of this.#sockets) connection.terminate()
    })
  }

  /** Open sockets, of devices and of those that say they are. */
  get size(): number {
    return this.#sockets.size
  }

  /** Talks to a socket that says it is a device. */
  accept(socket: WebSocket, address: string): void {
    const stopWaiting = this.#waiting.enter(address)
    if (stopWaiting === undefined) return turnAway(socket)
    socket.once('close', stopWaiting)
    const liftLimit = limitPayload(socket, tenantLimits.gateway.strangersBytes)
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
      onBindingKeyKept: (proof) => {
        if (sn !== undefined) this.#guard(hearKept(sn, proof), connection)
      },
      onTooMany: () => this.#context.log.warn({ sn, address }, 'A device sends more messages than it may, and its connection is ended'),
      onClose: () => {
        clearTimeout(deadline)
        lists.end()
        this.#sockets.delete(connection)
        if (sn === undefined) return
        this.#enrolment.leave(sn, connection)
        this.#leave(sn, connection)
      },
    }
    const connection = new DeviceConnection(socket, events, this.#context.now)
    this.#sockets.add(connection)
    this.#addresses.set(connection, address)
    const deadline = setTimeout(() => connection.terminate(), HANDSHAKE_MS)
    connection.say({ kind: 'challenge', nonce })

    const refuseProof = (givenSn: string) => {
      this.#proofs.failed(address, givenSn)
      connection.refuse('wrong-key')
    }
    const hearKept = async (givenSn: string, proof: string) => {
      const bindingKey = await this.#context.bindingKeys.find(givenSn)
      if (bindingKey !== undefined && isProof(bindingKey.key, nonce, proof)) await this.#context.bindingKeys.kept(givenSn, bindingKey)
    }
    const lacksBindingKey = async ({ sn: givenSn, bindingProof }: Hello, bindingKey: BindingKey | undefined) => {
      if (bindingKey === undefined) return false
      const isShown = isProof(bindingKey.key, nonce, bindingProof ?? '')
      // Cut off after it kept the key, and before it could say so.
      if (isShown && !bindingKey.isKept) await this.#context.bindingKeys.kept(givenSn, bindingKey)
      if (isShown || !bindingKey.isKept) return false
      await this.#context.bindingKeys.missed(givenSn)
      this.#proofs.lackedBindingKey(address, givenSn)
      connection.refuse('binding-key-missing')
      return true
    }
    const hello = async (message: Hello) => {
      const end = this.#proofs.begin(address, message.sn)
      if (end === undefined) return connection.refuse('too-many-attempts')
      await greet(message).finally(end)
    }
    const greet = async (message: Hello) => {
      const keys = await this.#context.devices.findKeys(message.sn)
      if (keys.length > 0) return enter(message, keys)
      const refusal = await this.#enrolment.refusal(message.sn, address)
      if (refusal !== undefined) return connection.refuse(refusal)
      enrol(message, (key) => this.#context.devices.enrol(message.sn, key))
    }
    const enrol = (message: Hello, keep: (key: string) => Promise<unknown>) => {
      step = async (answer) => {
        if (answer.kind !== 'enrol') return connection.refuse('bad-message')
        if (!isProof(answer.key, nonce, message.proof)) return refuseProof(message.sn)
        await keep(answer.key)
        // Of two that enrol at the same moment the first one's key is kept, and holds for both.
        await enter(message, await this.#context.devices.findKeys(message.sn))
      }
      connection.say({ kind: 'enrol' })
    }
    let hasNewKey = false
    const enter = async (message: Hello, keys: readonly string[]) => {
      const key = keys.find((one) => isProof(one, nonce, message.proof))
      if (key === undefined && !hasNewKey && (await this.#context.devices.isKeyFormer(message.sn))) {
        hasNewKey = true
        return enrol(message, (newKey) => this.#context.devices.takeNewKey(message.sn, newKey))
      }
      if (key === undefined) return refuseProof(message.sn)
      const bindingKey = await this.#context.bindingKeys.find(message.sn)
      // Told only to whoever has its code: a stranger learns nothing of whether it is bound.
      if (await lacksBindingKey(message, bindingKey)) return
      const isBound = await this.#context.devices.isBound(message.sn)
      if (!isBound && !this.#enrolment.mayConnect(message.sn)) return connection.refuse('too-many-attempts')
      if (keys.length > 1) await this.#context.devices.settleKey(message.sn, key)
      if (!connection.isOpen) return
      if (!isBound && !this.#enrolment.enter(message.sn, connection, address)) return connection.refuse('too-many-unbound')
      clearTimeout(deadline)
      stopWaiting()
      liftLimit()
      sn = message.sn
      await this.#enter({ hello: message, connection, bindingKey, lacks: (now) => lacksBindingKey(message, now) })
    }
  }

  /** Ends all connections, without a word about it to anybody: it is the service that goes, not the devices. */
  close(): void {
    this.#isClosing = true
    for (const connection of this.#sockets) connection.terminate()
  }

  async #enter({ hello, connection, bindingKey, lacks }: Entry): Promise<void> {
    const { sn } = hello
    const { devices, activities, deviceLinks, bindingKeys } = this.#context
    deviceLinks.enter(sn, connection, bindingKey)
    this.#gone.delete(sn)
    await devices.connected(hello)
    await activities.connected(sn)
    // The device itself may have said meanwhile that it keeps the key.
    if (await lacks(await bindingKeys.find(sn))) return
    let isBound = await devices.isBound(sn)
    while (!deviceLinks.welcome(sn, connection, isBound)) isBound = await devices.isBound(sn)
    if (isBound) this.#enrolment.leave(sn, connection)
    // Bound between its coming and its welcome.
    if (isBound) await this.#tellBinding(sn, connection)
    // Asks the device something: its connection does not wait for the answer.
    if (isBound) this.#guard(this.#context.networkTrials.connected(sn), connection)
  }

  /** Tells a device what has become of its binding, as the database has it: a change may be heard long after it, and after the next one. */
  #tellBinding(sn: string, connection: DeviceConnection): Promise<void> {
    const { bindingKeys, deviceLinks, devices } = this.#context
    return this.#bindings.run(sn, async () => {
      if (!(await devices.isBound(sn))) return deviceLinks.tellUnbound(sn, connection)
      const bindingKey = await bindingKeys.find(sn)
      // An old connection that another node has replaced may not know of it yet.
      if (bindingKey !== undefined && (await devices.isHere(sn))) deviceLinks.giveBindingKey(sn, connection, bindingKey)
    })
  }

  /** What an unbound device says of its work concerns nobody. */
  async #hearOfWork(sn: string, report: WorkReport): Promise<void> {
    const { deviceCommands, deviceLinks, activities, deviceLogs } = this.#context
    if (!deviceLinks.isBound(sn)) return
    if (report.kind === 'command-result') return deviceCommands.answered(sn, report.commandId, report.outcome)
    if (report.kind === 'activity') return activities.reported(sn, report.activity, report.progress)
    await deviceLogs.keep(sn, report.fileName, report.text)
  }

  #leave(sn: string, connection: DeviceConnection): void {
    if (!this.#context.deviceLinks.leave(sn, connection)) return
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

  /** Another node has this device; unless it has come here since, its connection here is an old one. */
  async #connectedElsewhere(sn: string): Promise<void> {
    const connection = this.#context.deviceLinks.connectionOf(sn)
    if (connection === undefined) return
    const check = async () => {
      if (!(await this.#context.devices.isHere(sn))) connection.refuse('connected-elsewhere')
    }
    this.#guard(check(), connection)
  }

  #guard(task: Promise<void>, connection: DeviceConnection): void {
    task.catch((fault: unknown) => {
      if (this.#isClosing) return
      this.#context.log.error(fault, 'A device could not be served')
      connection.terminate()
    })
  }
}

function turnAway(socket: WebSocket): void {
  socket.send(JSON.stringify({ kind: 'refused', reason: 'crowded' } satisfies ToDevice))
  closeSocket(socket, TRY_LATER)
}

function isProof(keyHex: string, nonce: string, proofHex: string): boolean {
  const right = createHmac('sha256', Buffer.from(keyHex, 'hex')).update(nonce).digest()
  const given = Buffer.from(proofHex, 'hex')
  return given.byteLength === right.byteLength && timingSafeEqual(given, right)
}
