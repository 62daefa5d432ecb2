import type { NetworkTrial } from '#contract/calls/device/network-trial.ts'
import { networkSettings, type NetworkSettings } from '#contract/device-settings.ts'
import { deviceStatuses } from '#contract/enums.ts'
import { networkTrialTransitions, type NetworkTrialState } from '#contract/states/device.ts'
import { DAY_MS } from '#shared/time/day.ts'
import { CallFault } from '../calls/call-fault.ts'
import type { Db } from '../db/open.ts'
import type { Now, Sweeper } from '../runtime/clock.ts'
import { KeyedQueue } from '../runtime/keyed-queue.ts'
import { randomId } from '../runtime/secrets.ts'
import { changeState } from '../runtime/state-change.ts'
import type { Activities } from './activities.ts'
import type { DeviceCommands } from './device-commands.ts'

/** For how long a device is taken to try something whose answer was lost. */
const USUAL_TRIAL_MS = 60_000
/** After its time a device may still need so long to be back. */
const RETURN_MS = 60_000
/** One that is there and does not say what became of it is asked again for so long. */
const ANSWER_MS = 5 * RETURN_MS
const LOOK_EVERY_MS = 2_000

interface Parts {
  db: Db
  now: Now
  sweeper: Sweeper
  activities: Activities
  deviceCommands: DeviceCommands
}

/**
 * Network settings that devices try. A device that comes back while it tries has been reached, and is told to keep them; one that does not, takes its old ones
 * back by itself and says so when it is there again.
 */
export class NetworkTrials {
  readonly #parts: Parts
  readonly #queue = new KeyedQueue()
  #lookAgainMs = 0

  constructor(parts: Parts) {
    this.#parts = parts
    parts.sweeper.add(() => this.#look())
  }

  /** What became of the last change of this day; null when there was none. */
  async of(sn: string): Promise<NetworkTrial | null> {
    const row = await this.#parts.db.selectFrom('network_trial').where('sn', '=', sn).selectAll().executeTakeFirst()
    if (row === undefined || (row.ended_ms ?? this.#parts.now()) < this.#parts.now() - DAY_MS) return null
    const [wanted, before] = [row.wanted_json, row.before_json].map((json) => networkSettings.parse(JSON.parse(json)))
    if (wanted === undefined || before === undefined) return null
    return { state: row.state, wanted, before, startedMs: row.started_ms, untilMs: row.until_ms, endedMs: row.ended_ms }
  }

  /**
   * Has a device try other settings, and answers with them when it has begun. Fails as `DeviceCommands.run` does, but for a device that goes away before it
   * answers: whether it has heard of it shows when it is back.
   */
  async begin(sn: string, wanted: NetworkSettings): Promise<NetworkSettings> {
    const { db, now, deviceCommands, activities } = this.#parts
    const obstacle = await deviceCommands.obstacle(sn, 'network-try')
    if (obstacle !== null) throw new CallFault(obstacle)
    if ((await this.of(sn))?.state === 'trying') throw new CallFault('wrong-state')
    const before = await deviceCommands.run(sn, 'network-get', {})
    const trial_id = randomId()
    const startedMs = now()
    const values = {
      trial_id,
      state: 'trying' as const,
      wanted_json: JSON.stringify(wanted),
      before_json: JSON.stringify(before),
      started_ms: startedMs,
      until_ms: startedMs + USUAL_TRIAL_MS,
      ended_ms: null,
    }
    await db
      .insertInto('network_trial')
      .values({ sn, ...values })
      .onConflict((conflict) => conflict.column('sn').doUpdateSet(values))
      .execute()
    try {
      const { forMs } = await deviceCommands.run(sn, 'network-try', { trialId: trial_id, network: wanted })
      await db
        .updateTable('network_trial')
        .set({ until_ms: now() + forMs })
        .where('sn', '=', sn)
        .where('trial_id', '=', trial_id)
        .execute()
    } catch (fault) {
      const isUnknown = fault instanceof CallFault && (fault.error === 'device-went-away' || fault.error === 'device-silent')
      if (!isUnknown) {
        await db.deleteFrom('network_trial').where('sn', '=', sn).where('trial_id', '=', trial_id).execute()
        throw fault
      }
    }
    await activities.tellAgain(sn)
    return wanted
  }

  /** A device is there, and may be told something: finds out what became of what it tries. */
  async connected(sn: string): Promise<void> {
    await this.#queue.run(sn, () => this.#settle(sn))
  }

  async #look(): Promise<void> {
    const { db, now } = this.#parts
    if (now() < this.#lookAgainMs) return
    this.#lookAgainMs = now() + LOOK_EVERY_MS
    const due = await db
      .selectFrom('network_trial')
      .innerJoin('device', 'device.sn', 'network_trial.sn')
      .where('network_trial.state', '=', 'trying')
      .where('network_trial.until_ms', '<=', now() - RETURN_MS)
      .limit(50)
      .select(['network_trial.sn', 'network_trial.trial_id', 'network_trial.until_ms', 'device.status'])
      .execute()
    for (const { sn, trial_id, until_ms, status } of due) {
      const isThere = status === deviceStatuses.online
      if (isThere) await this.connected(sn)
      // Of a camera, the bridge may be there and the camera may not.
      if (!isThere || until_ms <= now() - ANSWER_MS) await this.#end(sn, trial_id, 'trying', 'lost')
    }
  }

  async #settle(sn: string): Promise<void> {
    const { db, deviceCommands } = this.#parts
    const row = await db
      .selectFrom('network_trial')
      .where('sn', '=', sn)
      .where('state', 'in', ['trying', 'lost'])
      .select(['trial_id', 'state', 'wanted_json'])
      .executeTakeFirst()
    if (row === undefined) return
    try {
      await deviceCommands.run(sn, 'network-keep', { trialId: row.trial_id })
      await this.#end(sn, row.trial_id, row.state, 'kept')
    } catch (fault) {
      // Gone again, or silent: the next time.
      if (!(fault instanceof CallFault)) throw fault
      if (fault.error === 'device-part-missing' || fault.error === 'device-cannot')
        await this.#end(sn, row.trial_id, row.state, 'taken-back')
    }
  }

  async #end(sn: string, trialId: string, from: NetworkTrialState, to: NetworkTrialState): Promise<void> {
    const { db, now, activities } = this.#parts
    const { numUpdatedRows } = await db
      .updateTable('network_trial')
      .set({ state: changeState(networkTrialTransitions, from, to), ended_ms: to === 'lost' ? null : now() })
      .where('sn', '=', sn)
      .where('trial_id', '=', trialId)
      .where('state', '=', from)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    await db
      .updateTable('device')
      .set({ config_status: to === 'kept' ? 'applied' : 'failed' })
      .where('sn', '=', sn)
      .execute()
    await activities.tellAgain(sn)
  }
}
