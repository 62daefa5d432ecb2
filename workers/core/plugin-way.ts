import type * as z from 'zod/mini'
import type { CallOptions, CallResult, FileProgress } from '#contract/core-api.ts'
import { ptzExecute } from '#contract/calls/device/ptz-execute.ts'
import { ptzGet } from '#contract/calls/device/ptz-get.ts'
import { ptzRenew } from '#contract/calls/device/ptz-renew.ts'
import type { PassThroughName } from '#contract/device-pass-through.ts'
import { pluginCodes } from '#contract/plugin/command-registry.ts'
import { ptz } from '#contract/plugin/commands/ptz.ts'
import { transportApi } from '#contract/plugin/commands/transport-api.ts'
import type { RequestOf } from '#contract/plugin/define-command.ts'
import type { Calls } from './calls.ts'
import type { PluginNames } from './plugin-names.ts'
import { askForRecordings, isOfNow, isWithoutDevice } from './plugin-recordings.ts'
import type { PluginSocket } from './plugin-socket.ts'
import type { ServiceTime } from './service-time.ts'
import { faults, isOutOfReach } from './transport.ts'

/** Calls that a device carries out and that do no harm twice, by the command that passes through the plugin in their place. */
const passes = new Map<string, { call: typeof ptzGet | typeof ptzExecute | typeof ptzRenew; name: PassThroughName }>([
  [ptzGet.path, { call: ptzGet, name: 'ptz-get' }],
  [ptzExecute.path, { call: ptzExecute, name: 'ptz-act' }],
  [ptzRenew.path, { call: ptzRenew, name: 'ptz-renew' }],
])

/** The plugin itself could not: the camera was told nothing, and the service is asked. */
const untold: ReadonlySet<number> = new Set([...Object.values(pluginCodes), faults.network, faults.unreadable])

/**
 * Decides which way a call of a tab goes. A camera that the plugin shows in a window of that tab is moved by the plugin; all else
 * goes to the service, but for what a device records just now while the plugin is there, and what a device can be asked by the plugin too when the
 * service is out of reach.
 */
export class PluginWay {
  readonly #calls: Calls
  readonly #plugin: PluginSocket
  readonly #names: PluginNames
  readonly #time: Pick<ServiceTime, 'nowMs'>

  constructor(calls: Calls, plugin: PluginSocket, names: PluginNames, time: Pick<ServiceTime, 'nowMs'>) {
    this.#calls = calls
    this.#plugin = plugin
    this.#names = names
    this.#time = time
  }

  /** Makes the call with this path, as a tab asked for it. */
  async byPath(
    path: string,
    input: unknown,
    options: CallOptions = {},
    onProgress?: (progress: FileProgress) => void,
  ): Promise<CallResult> {
    const moved = await this.#move(path, input, options.asker?.tabId)
    if (moved !== undefined && (moved.ok || !untold.has(moved.code))) return moved
    const nowMs = this.#time.nowMs()
    const recorded = () => askForRecordings(this.#plugin, path, input, nowMs)
    const isFirst = isOfNow(path, input, nowMs)
    const first = isFirst ? await recorded() : undefined
    if (first !== undefined) return first
    const result = await this.#calls.byPath(path, input, options, onProgress)
    const passed = isOutOfReach(result) ? await this.#pass(path, input) : undefined
    if (passed !== undefined) return passed
    const isLeft = !isFirst && (isOutOfReach(result) || isWithoutDevice(path, result))
    return (isLeft ? await recorded() : undefined) ?? result
  }

  /** Has the plugin move the camera, if that is what is asked and the tab has it in a window of the plugin. */
  async #move(path: string, input: unknown, tabId = ''): Promise<CallResult | undefined> {
    const request = moveOf(path, input)
    if (request === undefined || !this.#names.isShown({ ...request, tabId })) return undefined
    const result = await this.#plugin.ask(ptz, request)
    return result.ok ? { ok: true, data: { ...result.data, index: result.data.index ?? null } } : result
  }

  /** Asks the device by the plugin. Nothing if that fails too. */
  async #pass(path: string, input: unknown): Promise<CallResult | undefined> {
    const pass = passes.get(path)
    const asked = pass?.call.input.safeParse(input)
    if (pass === undefined || !asked?.success) return undefined
    const { sn, ...request } = asked.data
    const answer = await this.#plugin.ask(transportApi, { sn, name: pass.name, request: JSON.stringify(request) })
    return answer.ok ? read(pass.call.output, answer.data.result) : undefined
  }
}

function read(output: z.ZodMiniType, json: string): CallResult | undefined {
  try {
    const parsed = output.safeParse(JSON.parse(json))
    return parsed.success ? { ok: true, data: parsed.data } : undefined
  } catch {
    return undefined
  }
}

/** The plugin's command for a call that moves a camera. */
function moveOf(path: string, input: unknown): RequestOf<typeof ptz> | undefined {
  if (path === ptzRenew.path) {
    const { success, data } = ptzRenew.input.safeParse(input)
    if (!success) return undefined
    const { renewal, ...place } = data
    return { ...place, act: 'renew', ...flat(renewal) }
  }
  if (path !== ptzExecute.path) return undefined
  const { success, data } = ptzExecute.input.safeParse(input)
  if (!success) return undefined
  const { act, ...place } = data
  return { ...place, ...flat(act) }
}

/** A movement's ways beside its other fields, as the plugin wants them, with no more digits than it reads. */
function flat<Asked extends object>(asked: Asked): Omit<Asked, 'motion'> {
  const { motion, ...others } = asked as Asked & { motion?: object }
  const fields = Object.entries({ ...others, ...motion })
  return Object.fromEntries(fields.map(([name, value]) => [name, typeof value === 'number' ? Number(value.toFixed(6)) : value])) as never
}
