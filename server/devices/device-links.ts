import type { ToDevice } from '#contract/device-gateway.ts'
import type { BindingKey } from './binding-keys.ts'
import type { DeviceClip } from './gateway/device-clip.ts'
import type { DeviceConnection } from './gateway/device-connection.ts'
import type { DeviceStream } from './gateway/device-stream.ts'
import type { DeviceTalk, TalkLine } from './gateway/device-talk.ts'

type Command = Extract<ToDevice, { kind: 'command' }>

/** A device that has shown its key. `isBound` is unknown for the moment in which the database is asked. */
interface Link {
  connection: DeviceConnection
  isWelcome: boolean
  isBound: boolean | undefined
  /** The key of the binding in which it came in, sealed; undefined when there was none. */
  cameWith: string | undefined
  /** Commands that wait for its welcome. */
  commands: Command[]
}

/**
 * The devices that are connected to this node, one connection each, and what is wanted of them. A device that is not bound may be
 * connected, but never streams. Streams are opened again by themselves when their device comes back. The gateway says who comes and
 * goes; whoever wants something of a device asks here.
 */
export class DeviceLinks {
  readonly #links = new Map<string, Link>()
  readonly #wanted = new Map<string, Set<DeviceStream>>()

  /** Has a device send a stream to `stream.sink` from now on, whenever it can, until the function answered with is called. */
  openStream(stream: DeviceStream): () => void {
    const { sn } = stream
    const wanted = this.#wanted.get(sn) ?? new Set()
    this.#wanted.set(sn, wanted.add(stream))
    const link = this.#links.get(sn)
    if (link === undefined) stream.sink.failed('offline')
    else if (link.isWelcome && link.isBound) link.connection.open(stream)
    return () => {
      wanted.delete(stream)
      if (wanted.size === 0 && this.#wanted.get(sn) === wanted) this.#wanted.delete(sn)
      this.#links.get(sn)?.connection.close(stream)
    }
  }

  /** Has a device send a part of its past to `clip.sink`. The function answered with gives it up; the sink then hears no more. */
  requestClip(clip: DeviceClip): () => void {
    const link = this.#links.get(clip.sn)
    if (link === undefined || !link.isWelcome || link.isBound !== true) {
      clip.sink.failed('offline')
      return () => {}
    }
    link.connection.requestClip(clip)
    return () => link.connection.cancelClip(clip)
  }

  /** Opens the line to a channel's camera. What fails at once is told before this returns. */
  openTalk(talk: DeviceTalk): TalkLine {
    const link = this.#links.get(talk.sn)
    if (link !== undefined && link.isWelcome && link.isBound === true) return link.connection.openTalk(talk)
    talk.sink.failed('offline')
    return { send: () => {}, close: () => {} }
  }

  /** Says a command to a device; false when it is not connected here. */
  execute(sn: string, command: Command): boolean {
    const link = this.#links.get(sn)
    if (link?.connection.isOpen !== true || link.isBound === false) return false
    // People may know that it is online a moment before it is welcome.
    if (link.isWelcome) link.connection.say(command)
    else link.commands.push(command)
    return true
  }

  /**
   * Gives a device the key of its binding, if it was let in before it was bound: whoever comes later with the code of its label is never given it.
   * Nothing when this is no longer its connection.
   */
  giveBindingKey(sn: string, connection: DeviceConnection, { key, sealed }: BindingKey): void {
    const link = this.#links.get(sn)
    if (link?.connection !== connection || !link.isWelcome || link.isBound !== true || link.cameWith === sealed) return
    connection.say({ kind: 'binding-key', key })
  }

  /** Has a device forget that it was bound, unless it is again by now, or this is no longer its connection. */
  tellUnbound(sn: string, connection: DeviceConnection): void {
    const link = this.#links.get(sn)
    if (link?.connection === connection && link.isWelcome && link.isBound === false) connection.say({ kind: 'bound', isBound: false })
  }

  /** The connection of a device that has shown its key, if there is one. */
  connectionOf(sn: string): DeviceConnection | undefined {
    return this.#links.get(sn)?.connection
  }

  isBound(sn: string): boolean {
    return this.#links.get(sn)?.isBound === true
  }

  /** A device has shown its key, and that of its binding as far as it has to. A connection that it had before ends. */
  enter(sn: string, connection: DeviceConnection, bindingKey: BindingKey | undefined): void {
    this.#links.get(sn)?.connection.refuse('connected-elsewhere')
    this.#links.set(sn, { connection, isWelcome: false, isBound: undefined, cameWith: bindingKey?.sealed, commands: [] })
  }

  /**
   * Welcomes a device, and has it send what is wanted of it. Nothing when this is no longer its connection. False when the opposite was reported while
   * the database was asked: that may be newer than its answer, or have come late, so it has to be asked again.
   */
  welcome(sn: string, connection: DeviceConnection, isBound: boolean): boolean {
    const link = this.#links.get(sn)
    if (link?.connection !== connection) return true
    if (link.isBound === !isBound) {
      link.isBound = undefined
      return false
    }
    link.isBound = isBound
    link.isWelcome = true
    connection.welcome(isBound)
    if (!isBound) return true
    for (const command of link.commands) connection.say(command)
    this.#openWanted(sn, connection)
    return true
  }

  /** A device was bound, or unbound: of the latter it is told only by `tellUnbound`. */
  bindingChanged(sn: string, isBound: boolean): void {
    const link = this.#links.get(sn)
    if (link === undefined) return
    link.isBound = isBound
    if (!link.isWelcome) return
    link.connection.bindingChanged(isBound)
    if (isBound) return this.#openWanted(sn, link.connection)
    link.connection.dropPeople()
    for (const stream of this.#wanted.get(sn) ?? []) {
      link.connection.close(stream)
      stream.sink.failed('not-found')
    }
  }

  /** A connection has ended. False when its device has another one by now. */
  leave(sn: string, connection: DeviceConnection): boolean {
    return this.#links.get(sn)?.connection === connection && this.#links.delete(sn)
  }

  #openWanted(sn: string, connection: DeviceConnection): void {
    for (const stream of this.#wanted.get(sn) ?? []) connection.open(stream)
  }
}
