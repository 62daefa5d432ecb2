import { deviceCommands, type DeviceCommandName } from '#contract/device-commands.ts'
import { Refusal, type CommandHandlers } from '#device/agent/command-handlers.ts'

/** How a device fails: it says that it could not, it never answers, or it loses the network before it has done it. */
export const failures = ['refuse', 'silent', 'away'] as const
export type Failure = (typeof failures)[number]

/** Lets what changes a device fail when a person has asked for it; what only asks goes on. */
export class FailingCommands {
  readonly #goAway: () => void
  #next: { how: Failure; times: number } | undefined

  constructor(goAway: () => void) {
    this.#goAway = goAway
  }

  /** The next so many changes fail in this way. */
  fail(how: Failure, times: number): void {
    this.#next = times > 0 ? { how, times } : undefined
  }

  wrap(handlers: CommandHandlers): CommandHandlers {
    const names = Object.keys(handlers) as DeviceCommandName[]
    const wrapped = names.map((name) => {
      const handler = handlers[name] as (request: unknown) => unknown
      return [name, deviceCommands[name].changes ? (request: unknown) => this.#failing() ?? handler(request) : handler]
    })
    return Object.fromEntries(wrapped) as CommandHandlers
  }

  /** What becomes of a command that fails; nothing: it is carried out. Throws `Refusal`. */
  #failing(): Promise<never> | undefined {
    const next = this.#next
    if (next === undefined) return undefined
    this.fail(next.how, next.times - 1)
    if (next.how === 'refuse') throw new Refusal('failed')
    if (next.how === 'away') this.#goAway()
    return new Promise(() => {})
  }
}
