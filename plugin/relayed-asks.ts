import type { DeviceAnswer, DeviceAsk } from '#contract/device-pass-through.ts'
import { limits } from '#contract/limits.ts'
import { pluginCodes } from '#contract/plugin/command-registry.ts'
import { PluginFault } from './plugin-fault.ts'

/** The service gives a device its time, and needs a moment to say that it was not enough. */
const ANSWER_WITHIN_MS = limits.deviceCommandMs + 2_000

interface Waiting {
  answered(answer: DeviceAnswer): void
  failed(fault: PluginFault): void
}

/** What was asked of devices through one connection, each by its number. */
export class RelayedAsks {
  readonly #say: (ask: DeviceAsk) => void
  readonly #waiting = new Map<number, Waiting>()
  #lastId = 0

  constructor(say: (ask: DeviceAsk) => void) {
    this.#say = say
  }

  /** Asks a device. Throws `PluginFault` with the service's code, 409 when the connection ends, and 504 when nothing is answered in time. */
  async ask(sn: string, name: string, request: unknown): Promise<unknown> {
    const askId = (this.#lastId = (this.#lastId + 1) >>> 0)
    const { promise, resolve, reject } = Promise.withResolvers<DeviceAnswer>()
    this.#waiting.set(askId, { answered: resolve, failed: reject })
    const tooLate = () => reject(new PluginFault(pluginCodes.serverUnreachable, `The service does not answer ${name}.`))
    const timer = setTimeout(tooLate, ANSWER_WITHIN_MS)
    this.#say({ op: 'device', askId, sn, name, request })
    try {
      const { code, result } = await promise
      if (code !== pluginCodes.success) throw new PluginFault(code, `The service answers ${name} with ${code}.`)
      return result
    } finally {
      clearTimeout(timer)
      this.#waiting.delete(askId)
    }
  }

  hear(answer: DeviceAnswer): void {
    this.#waiting.get(answer.askId)?.answered(answer)
  }

  /** The connection has ended: nothing will be answered. */
  drop(): void {
    for (const { failed } of this.#waiting.values())
      failed(new PluginFault(pluginCodes.notConnected, 'The connection to the service is lost.'))
  }
}
