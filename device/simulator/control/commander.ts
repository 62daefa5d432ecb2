import { attributesOfKind, eventKinds, type EventAttributes } from '#contract/event-attributes.ts'
import { knownPerson, recognizingKinds } from '#contract/known-person.ts'
import { plateNumber } from '#contract/plates.ts'
import type { DeviceEvent } from '#device/agent/gateway-connection.ts'
import { failures } from '../failing-commands.ts'
import type { Fleet } from '../fleet.ts'
import type { Conductor } from '../rhythm/conductor.ts'
import { paceNames } from '../rhythm/paces.ts'
import type { SimulatedCamera } from '../simulated-camera.ts'
import type { SimulatedDevice } from '../simulated-device.ts'
import { readSnapshot } from '../snapshot.ts'
import { ControlFault, type ControlRequest } from './control-protocol.ts'
import { attributesMeant, kindMeant } from './event-words.ts'
import { named } from './name-search.ts'
import { canShow, fitting, shownBy } from './pictures-of.ts'

type EventRequest = Extract<ControlRequest, { command: 'event' }>
type FailRequest = Extract<ControlRequest, { command: 'fail' }>
type OfflineRequest = Extract<ControlRequest, { command: 'offline' }>

/** Does what a person asks of the running simulator, and answers with lines for them. Throws a `ControlFault` when it cannot be done. */
export class Commander {
  readonly #fleet: Pick<Fleet, 'devices' | 'cameras'>
  readonly #conductor: Pick<Conductor, 'pace' | 'setPace'>
  readonly #now: () => number
  #turn = 0

  constructor(fleet: Pick<Fleet, 'devices' | 'cameras'>, conductor: Pick<Conductor, 'pace' | 'setPace'>, now: () => number = Date.now) {
    this.#now = now
    this.#fleet = fleet
    this.#conductor = conductor
  }

  obey(request: ControlRequest): string[] {
    switch (request.command) {
      case 'list':
        return this.#list()
      case 'pace':
        return this.#pace(request.pace)
      case 'offline':
        return this.#offline(request)
      case 'fail':
        return this.#fail(request)
      case 'event':
        return this.#tell(request)
    }
  }

  #list(): string[] {
    const width = Math.max(...this.#fleet.cameras.map(({ name }) => name.length))
    const lines = this.#fleet.cameras.map(({ name, device, chlIndex, loop }) => {
      const shown = shownBy(loop)
      const state = stateOf(device, chlIndex)
      return `${name.padEnd(width)}  ${device.sn}  ${state.padEnd(9)}  ${eventKinds.filter((kind) => canShow(shown, kind)).join(', ')}`
    })
    return [...lines, `Devices: ${this.#fleet.devices.map(({ name }) => name).join(', ')}`, `Pace: ${this.#conductor.pace}`]
  }

  #pace(typed: string | undefined): string[] {
    if (typed === undefined) return [`The cameras tell at the pace "${this.#conductor.pace}". There are ${paceNames.join(', ')}.`]
    const pace = paceNames.find((one) => one === typed)
    if (pace === undefined) throw new ControlFault(`There is no pace "${typed}". There are ${paceNames.join(', ')}.`)
    this.#conductor.setPace(pace)
    return [pace === 'off' ? 'The cameras tell nothing by themselves any more.' : `From now on the cameras tell at the pace "${pace}".`]
  }

  #offline({ camera: typedCamera, device: typedDevice, forMs }: OfflineRequest): string[] {
    const forText = `for ${Math.round(forMs / 1000)} seconds`
    if (typedDevice !== undefined) {
      if (typedCamera !== undefined) throw new ControlFault('Give --camera or --device, not both.')
      const device = named(this.#fleet.devices, 'device', typedDevice)
      if (!device.goAway(forMs)) throw new ControlFault(`"${device.name}" is offline already.`)
      return [`"${device.name}" is offline ${forText}, with all its channels.`]
    }
    const camera = named(this.#fleet.cameras, 'camera', typedCamera)
    // One that is a device by itself goes as such: nothing is left that could say that its channel is away.
    if (camera.device.channelCount === 1) {
      if (!camera.device.goAway(forMs)) throw new ControlFault(`"${camera.name}" is offline already.`)
    } else camera.device.loseChannel(camera.chlIndex, forMs)
    return [`"${camera.name}" is offline ${forText}.`]
  }

  #fail({ device: typed, how: typedHow = 'refuse', times }: FailRequest): string[] {
    const device = named(this.#fleet.devices, 'device', typed)
    const how = failures.find((one) => one === typedHow)
    if (how === undefined) throw new ControlFault(`A device cannot fail as "${typedHow}". It can as ${failures.join(', ')}.`)
    device.failing.fail(how, times)
    if (times === 0) return [`"${device.name}" does what it is told.`]
    return [`"${device.name}" fails at the next ${times === 1 ? 'change' : `${times} changes`} that it is told.`]
  }

  #tell(request: EventRequest): string[] {
    const camera = named(this.#fleet.cameras, 'camera', request.camera)
    const meant = kindMeant(request.kind)
    const { kind } = meant
    const attributes: EventAttributes = { ...meant.attributes, ...attributesMeant(kind, request.attributes) }
    const plate = plateOf(request)
    const recognized = recognizedOf(request)
    const shown = shownBy(camera.loop)
    if (!canShow(shown, kind)) throw new ControlFault(this.#cannot(camera, kind))
    const state = stateOf(camera.device, camera.chlIndex)
    if (state === 'unheard')
      throw new ControlFault(`Nobody hears "${camera.name}": its device is bound to no organization, or the service is away.`)
    if (state === 'offline') throw new ControlFault(`"${camera.name}" is offline at the moment, and tells nothing.`)
    const found = fitting(shown, { kind, attributes, plate }, this.#turn++)
    const snapshot = found && readSnapshot(found.picture)
    const { similarity, person, box } = found?.event ?? {}
    const event: DeviceEvent = {
      chlIndex: camera.chlIndex,
      atMs: Math.round(this.#now()),
      event: kind,
      attributes: fittingAttributes(kind, { ...found?.event.attributes, ...attributes }),
      ...((plate ?? found?.event.plate) ? { plate: plate ?? found?.event.plate } : {}),
      ...(recognizingKinds.includes(kind) && similarity !== undefined ? { similarity } : {}),
      ...(recognizingKinds.includes(kind) && person !== undefined ? { person } : {}),
      ...recognized,
      ...(box && { box }),
      ...(snapshot && { snapshot }),
    }
    if (!camera.device.saw(event, found?.seen))
      throw new ControlFault(
        `"${camera.name}" tells nothing of that: it is outside of the areas, or crosses no line, that were drawn on its picture.`,
      )
    return [describe(camera, event), ...(snapshot ? [] : ['No picture of this camera shows that, so it has none.'])]
  }

  #cannot(camera: SimulatedCamera, kind: DeviceEvent['event']): string {
    const others = this.#fleet.cameras.filter(({ loop }) => canShow(shownBy(loop), kind)).map(({ name }) => `"${name}"`)
    return `"${camera.name}" has nothing in view for an event of the kind ${kind}. These have: ${others.join(', ')}.`
  }
}

function stateOf(device: SimulatedDevice, chlIndex: number): 'online' | 'offline' | 'unheard' {
  if (device.isLost(chlIndex) || device.isAway) return 'offline'
  return device.isHeard ? 'online' : 'unheard'
}

function plateOf({ kind, plate: typed }: EventRequest): string | undefined {
  if (typed === undefined) return undefined
  const { kind: meant } = kindMeant(kind)
  if (meant !== 'plate' && meant !== 'vehicle')
    throw new ControlFault(`--plate is for events of the kinds plate and vehicle, not ${meant}.`)
  const plate = plateNumber.safeParse(typed).data
  if (plate === undefined)
    throw new ControlFault(`"${typed}" is no plate: it should have 1 to 32 characters, and none of < > & , ' " / \\ % : # * ?`)
  return plate
}

function recognizedOf({ kind, similarity: typed, person: owner }: EventRequest): Pick<DeviceEvent, 'similarity' | 'person'> {
  if (typed === undefined && owner === undefined) return {}
  const { kind: meant } = kindMeant(kind)
  if (!recognizingKinds.includes(meant))
    throw new ControlFault(`--similarity and --person are for events of the kinds ${recognizingKinds.join(' and ')}.`)
  if (typed !== undefined && !/^(?:\d{1,2}|100)$/.test(typed))
    throw new ControlFault('--similarity should be a whole number from 0 to 100.')
  const person = owner === undefined ? undefined : knownPerson.safeParse({ owner }).data
  if (owner !== undefined && person === undefined) throw new ControlFault('--person should have 1 to 64 characters.')
  return { ...(typed !== undefined && { similarity: Number(typed) }), ...(person && { person }) }
}

/** A picture of another kind says more than events of this kind have. */
function fittingAttributes(kind: DeviceEvent['event'], attributes: EventAttributes): EventAttributes {
  const can: readonly string[] = attributesOfKind[kind]
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => can.includes(name)))
}

function describe({ name }: SimulatedCamera, { event, attributes, plate, similarity, person }: DeviceEvent): string {
  const parts = [
    plate === undefined ? '' : `plate ${plate}`,
    ...Object.entries(attributes).map(([attribute, value]) => `${attribute} ${value}`),
    similarity === undefined ? '' : `${similarity} % alike`,
    person?.owner ?? '',
  ].filter((part) => part !== '')
  return `"${name}" told of ${event}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}.`
}
