import {
  deviceCommands,
  type CommandFault,
  type CommandRequest,
  type CommandResult,
  type DeviceCommandName,
} from '#contract/device-commands.ts'
import type { FromDevice, ToDevice } from '#contract/device-gateway.ts'
import { deviceStatuses } from '#contract/enums.ts'
import { limits } from '#contract/limits.ts'
import type { ErrorName } from '#contract/errors.ts'
import type { DeviceActivity } from '#contract/states/device.ts'
import { CallFault } from '../calls/call-fault.ts'
import type { Now, Sweeper } from '../runtime/clock.ts'
import type { Db } from '../db/open.ts'
import { leavesForGood } from '../db/reference-gone.ts'
import type { Bus, NodeMessages } from '../nodes/bus.ts'
import type { Nodes } from '../nodes/nodes.ts'
import { randomId } from '../runtime/secrets.ts'
import type { Activities } from './activities.ts'
import type { DeviceLinks } from './device-links.ts'

type Outcome = Extract<FromDevice, { kind: 'command-result' }>['outcome']
type Command = Extract<ToDevice, { kind: 'command' }>

interface Waiting {
  sn: string
  /** It may have been done though nobody has said so. */
  changes: boolean
  dueMs: number
  answered: (outcome: Outcome) => void
  failed: (fault: CallFault) => void
}

type AnswerHearer = (sn: string, name: DeviceCommandName, request: unknown, result: unknown) => void

const errorOf: Record<CommandFault, ErrorName> = {
  unsupported: 'device-cannot',
  busy: 'wrong-state',
  'bad-value': 'device-refuses-value',
  'not-found': 'device-part-missing',
  'up-to-date': 'firmware-is-newest',
  'name-taken': 'name-taken-on-device',
  full: 'device-full',
  'taken-over': 'camera-moved-by-other',
  failed: 'device-command-failed',
}
/** Commands that put a device to work. */
const activityOf: Partial<Record<DeviceCommandName, DeviceActivity>> = {
  reboot: 'rebooting',
  upgrade: 'upgrading',
  'log-collect': 'log-collecting',
  'network-try': 'network-trying',
}

/** Commands to devices and their answers, each by its number, with a deadline by the service's clock. */
export class DeviceCommands {
  readonly #db: Db
  readonly #now: Now
  readonly #activities: Activities
  readonly #bus: Bus
  readonly #nodeId: string
  readonly #links: DeviceLinks
  readonly #hearers: AnswerHearer[] = []
  readonly #waiting = new Map<string, Waiting>()
  /** Commands that another node asks of devices that are connected here. */
  readonly #foreign = new Map<string, { sn: string; dueMs: number }>()

  constructor(parts: { db: Db; now: Now; activities: Activities; sweeper: Sweeper; bus: Bus; nodes: Nodes; deviceLinks: DeviceLinks }) {
    this.#db = parts.db
    this.#now = parts.now
    this.#activities = parts.activities
    this.#bus = parts.bus
    this.#nodeId = parts.nodes.id
    this.#links = parts.deviceLinks
    parts.bus.on('device-command', (asked) => this.#pass(asked))
    parts.bus.on('device-answer', ({ sn, commandId, outcome }) => this.#settle(sn, commandId, outcome))
    parts.sweeper.add(() => this.#expire())
  }

  /** Hears what devices answer, before whoever asked does. */
  onAnswer(hear: AnswerHearer): void {
    this.#hearers.push(hear)
  }

  /** What stands in the way of a command at the moment, if anything: device-offline, device-cannot, wrong-state (busy). */
  async obstacle(sn: string, name: DeviceCommandName): Promise<ErrorName | null> {
    const device = await this.#db.selectFrom('device').where('sn', '=', sn).select(['status', 'commands_json']).executeTakeFirst()
    if (device?.status !== deviceStatuses.online) return 'device-offline'
    const commands = JSON.parse(device.commands_json) as string[]
    if (!commands.includes(name)) return 'device-cannot'
    if (deviceCommands[name].changes && (await this.#activities.of(sn)).activity !== 'idle') return 'wrong-state'
    return null
  }

  /**
   * Has a device carry out a command. Fails with device-offline, device-cannot, wrong-state, device-silent (no answer within 10 s) and the
   * codes of a device's faults.
   */
  async run<Name extends DeviceCommandName>(sn: string, name: Name, request: CommandRequest<Name>): Promise<CommandResult<Name>> {
    const obstacle = await this.obstacle(sn, name)
    if (obstacle !== null) throw new CallFault(obstacle)
    const activity = activityOf[name]
    if (activity !== undefined) await this.#activities.begin(sn, activity)
    try {
      const outcome = await this.#ask(sn, name, request)
      if (!outcome.ok) throw new CallFault(errorOf[outcome.fault], { field: outcome.field })
      const result = deviceCommands[name].result.safeParse(outcome.result)
      // A device that answers nonsense has not answered.
      if (!result.success) throw new CallFault('device-silent')
      for (const hear of this.#hearers) hear(sn, name, request, result.data)
      return result.data as CommandResult<Name>
    } catch (fault) {
      if (activity !== undefined) await this.#activities.reported(sn, 'idle', null)
      throw fault
    }
  }

  /** A device has answered. What nobody waits for any more, or another device was asked, is nothing. */
  answered(sn: string, commandId: string, outcome: Outcome): void {
    if (this.#foreign.get(commandId)?.sn !== sn) return this.#settle(sn, commandId, outcome)
    this.#foreign.delete(commandId)
    this.#bus.tell('device-answer', { sn, commandId, outcome })
  }

  /** A connection has ended: nobody will answer. */
  disconnected(sn: string): void {
    for (const [commandId, waiting] of this.#waiting) if (waiting.sn === sn) this.#fail(commandId, goneOf(waiting))
    for (const [commandId, asked] of this.#foreign) {
      if (asked.sn !== sn) continue
      this.#foreign.delete(commandId)
      this.#bus.tell('device-answer', { sn, commandId })
    }
  }

  #ask(sn: string, name: DeviceCommandName, request: unknown): Promise<Outcome> {
    const commandId = randomId()
    return new Promise((answered, failed) => {
      const { changes } = deviceCommands[name]
      if (changes) leavesForGood()
      this.#waiting.set(commandId, { sn, changes, dueMs: this.#now() + limits.deviceCommandMs, answered, failed })
      const command = { kind: 'command', commandId, name, request } as const
      if (!this.#links.execute(sn, command)) this.#askElsewhere(sn, command).catch(failed)
    })
  }

  async #askElsewhere(sn: string, command: Command): Promise<void> {
    const device = await this.#db.selectFrom('device').where('sn', '=', sn).select('node_id').executeTakeFirst()
    const nodeId = device?.node_id ?? this.#nodeId
    if (nodeId === this.#nodeId) this.#fail(command.commandId, 'device-offline')
    else this.#bus.tell('device-command', { nodeId, sn, command })
  }

  #pass({ nodeId, sn, command }: NodeMessages['device-command']): void {
    if (nodeId !== this.#nodeId) return
    const { commandId } = command
    if (this.#links.execute(sn, command)) this.#foreign.set(commandId, { sn, dueMs: this.#now() + limits.deviceCommandMs })
    else this.#bus.tell('device-answer', { sn, commandId })
  }

  #settle(sn: string, commandId: string, outcome: Outcome | undefined): void {
    const waiting = this.#waiting.get(commandId)
    if (waiting?.sn !== sn) return
    if (outcome === undefined) return this.#fail(commandId, goneOf(waiting))
    this.#waiting.delete(commandId)
    waiting.answered(outcome)
  }

  #expire(): void {
    for (const [commandId, { dueMs }] of this.#foreign) if (dueMs <= this.#now()) this.#foreign.delete(commandId)
    for (const [commandId, { dueMs }] of this.#waiting) if (dueMs <= this.#now()) this.#fail(commandId, 'device-silent')
  }

  #fail(commandId: string, error: ErrorName): void {
    const waiting = this.#waiting.get(commandId)
    this.#waiting.delete(commandId)
    waiting?.failed(new CallFault(error))
  }
}

/** What is said when a device goes before it has answered. */
function goneOf({ changes }: Waiting): ErrorName {
  return changes ? 'device-went-away' : 'device-offline'
}
