import { devCmdExecute } from '#contract/calls/device/dev-cmd-execute.ts'
import { ptzEdit } from '#contract/calls/device/ptz-edit.ts'
import { ptzExecute } from '#contract/calls/device/ptz-execute.ts'
import { deviceCommands } from '#contract/device-commands.ts'
import { type DeviceAnswer, type DeviceAsk, passThrough, type PassThroughName } from '#contract/device-pass-through.ts'
import { SUCCESS } from '#contract/envelope.ts'
import { codeOf } from '#contract/errors.ts'
import type { Rate } from '#contract/define-call.ts'
import { audit } from '../../access/audit.ts'
import { CallFault } from '../../calls/call-fault.ts'
import type { Principal } from '../../access/caller.ts'
import type { Context } from '../../context.ts'
import { RateLimiter } from '../../http/rate-limiter.ts'

/** Ample for a person who moves a camera. */
const RATE: Rate = { calls: 1_200, perMs: 60_000 }

/** Who asks, and from where. */
export interface Asker {
  who: Principal
  /** Network address. */
  address: string
}

/** What plugins ask of devices for their person: the same rights, checks and audit trail as `/vms/dev-cmd/execute`. */
export class DeviceAsks {
  readonly #context: Context
  readonly #rates: RateLimiter

  constructor(context: Context) {
    this.#context = context
    this.#rates = new RateLimiter(context.now)
  }

  /** Asks the device; never rejects. */
  async answer({ askId, sn, name, request }: DeviceAsk, asker: Asker): Promise<DeviceAnswer> {
    let code: number = SUCCESS
    let result: unknown
    try {
      this.#rates.count(asker.who.sessionId, RATE)
      if (!Object.hasOwn(passThrough, name)) throw new CallFault('parameter-error', { field: 'name' })
      result = await this.#run(sn, name as PassThroughName, request, asker.who)
    } catch (fault) {
      code = fault instanceof CallFault ? fault.code : codeOf('service-failed')
      if (!(fault instanceof CallFault)) this.#context.log.error(fault, 'A command that came through the plugin failed inside the service')
    }
    await this.#note({ sn, name, request, code }, asker)
    return { op: 'device', askId, code, ...(code === SUCCESS ? { result } : {}) }
  }

  async #run(sn: string, name: PassThroughName, request: unknown, who: Principal): Promise<unknown> {
    const { rights, licences, deviceCommands: devices, ptz } = this.#context
    const parsed = deviceCommands[name].request.safeParse(request)
    if (!parsed.success) throw new CallFault('parameter-error', { field: parsed.error.issues[0]?.path.map(String).join('.') ?? 'request' })
    const { right, of }: { right: (typeof passThrough)[PassThroughName]['right']; of: 'device' | 'channel' } = passThrough[name]
    // What was parsed by the command's own schema is its request.
    const run = () => devices.run(sn, name, parsed.data)
    if (right === 'ptz') return ptz.inTurn(who, { sn, chlIndex: channelOf(parsed.data) }, run)
    if (of === 'channel') await rights.requireChannel(who, sn, channelOf(parsed.data), right)
    else await rights.requireDevice(who, sn, right)
    // What devices recorded is not looked for without a licence, whichever way (rule 6.9).
    if (right === 'playback') await licences.requireAny(who.organizationId)
    return run()
  }

  async #note(answered: Pick<DeviceAsk, 'sn' | 'name' | 'request'> & { code: number }, { who, address }: Asker): Promise<void> {
    const { sn, name, request, code } = answered
    const path = Object.hasOwn(passThrough, name) ? trailOf(name as PassThroughName) : undefined
    if (path === undefined) return
    const asked = typeof request === 'object' ? request : {}
    const input = path === devCmdExecute.path ? { sn, command: { name, ...asked } } : { sn, ...asked }
    try {
      await audit(this.#context, { path, input, code, by: { ...who, address } })
    } catch (fault) {
      this.#context.log.error(fault, 'A command that came through the plugin could not be written into the audit trail')
    }
  }
}

/** The call under which the audit trail knows a command; nothing for one that is not written down. */
function trailOf(name: PassThroughName): string | undefined {
  if (name === 'ptz-act') return ptzExecute.path
  if (name === 'ptz-edit') return ptzEdit.path
  return deviceCommands[name].changes ? devCmdExecute.path : undefined
}

/** The channel that a request is about. */
function channelOf(request: unknown): number {
  const chlIndex: unknown = typeof request === 'object' && request !== null ? Reflect.get(request, 'chlIndex') : undefined
  if (typeof chlIndex !== 'number') throw new CallFault('parameter-error', { field: 'chlIndex' })
  return chlIndex
}
