import type { NetworkSettings } from '#contract/device-settings.ts'
import { Refusal, type CommandHandlers } from '#device/agent/command-handlers.ts'
import { leaseOf, reachesRouter } from './state/network.ts'
import type { StateFile } from './state/state-file.ts'

/** How long new settings are tried when nobody says otherwise. */
export const TRIAL_MS = 60_000
/** Long enough for the answer to leave first. */
const ANSWER_MS = 100
/** What a device needs to be there again under another address. */
const MOVE_MS = 300

interface TrialHost {
  readonly sn: string
  readonly state: StateFile
  readonly trialMs: number
  setReachable(isReachable: boolean): void
}

/**
 * The network settings of a simulated device. New ones are tried: with those that do not lead to its router the device is cut off, and after a while it takes
 * its old ones back by itself, unless the service has reached it meanwhile. What is tried outlasts a restart.
 */
export class NetworkTrial {
  readonly #host: TrialHost
  #end: NodeJS.Timeout | undefined
  #move: NodeJS.Timeout | undefined

  constructor(host: TrialHost) {
    this.#host = host
  }

  /** Goes on with what was tried when the device stopped. */
  resume(): void {
    const { sn, state, setReachable } = this.#host
    const { trial, network } = state.now
    if (trial === undefined) return
    if (trial.untilMs <= Date.now()) return this.#takeBack()
    if (!reachesRouter(sn, network)) setReachable(false)
    this.#endAt(trial.untilMs)
  }

  readonly commands: CommandHandlers = {
    'network-get': () => this.#host.state.now.network,
    'network-try': ({ trialId, network }) => {
      const { sn, state, trialMs } = this.#host
      if (state.now.trial !== undefined) throw new Refusal('busy')
      const untilMs = Date.now() + trialMs
      // Under DHCP it is the network that gives addresses.
      state.change(
        { network: network.isDhcp ? leaseOf(sn) : network, trial: { trialId, before: state.now.network, untilMs } },
        'network settings changed, on trial',
      )
      this.#endAt(untilMs)
      this.#move = setTimeout(() => this.#connectAnew(), ANSWER_MS).unref()
      return { forMs: trialMs }
    },
    'network-keep': ({ trialId }) => {
      const { state } = this.#host
      if (state.now.trial?.trialId === trialId) {
        clearTimeout(this.#end)
        state.change({ trial: undefined, keptTrialId: trialId }, 'network settings kept')
      }
      if (state.now.keptTrialId !== trialId) throw new Refusal('not-found')
      return state.now.network
    },
  }

  stop(): void {
    clearTimeout(this.#end)
    clearTimeout(this.#move)
  }

  #endAt(untilMs: number): void {
    this.#end = setTimeout(() => this.#takeBack(), untilMs - Date.now()).unref()
  }

  #takeBack(): void {
    const { trial } = this.#host.state.now
    if (trial === undefined) return
    this.#host.state.change({ network: trial.before, trial: undefined }, 'the service was not reached: old network settings again')
    this.#connectAnew()
  }

  /** Leaves the network, and is there again under its present address if that leads anywhere. */
  #connectAnew(): void {
    const { sn, state, setReachable } = this.#host
    clearTimeout(this.#move)
    setReachable(false)
    const network: NetworkSettings = state.now.network
    // Nobody looks where a device goes that was never wrong.
    if (state.now.trial === undefined || reachesRouter(sn, network)) this.#move = setTimeout(() => setReachable(true), MOVE_MS).unref()
  }
}
