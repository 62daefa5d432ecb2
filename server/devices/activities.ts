import { deviceActivityTransitions, type DeviceActivity } from '#contract/states/device.ts'
import type { ActivityState } from '#contract/calls/device/device-activity.ts'
import { mayBecome } from '#contract/states/state-machine.ts'
import type { Now, Sweeper } from '../runtime/clock.ts'
import type { Db } from '../db/open.ts'
import { KeyedQueue } from '../runtime/keyed-queue.ts'
import type { PushHub } from '../push/hub.ts'
import type { Rights } from '../access/rights.ts'
import { changeState } from '../runtime/state-change.ts'

/** A device that says nothing of its work for this long does it no more. */
const GIVE_UP_MS = 5 * 60_000

/** What devices are busy with, by the table of `contract/states/device.ts`; told to the people who see the device. */
export class Activities {
  readonly #db: Db
  readonly #now: Now
  readonly #rights: Rights
  readonly #push: PushHub
  readonly #queue = new KeyedQueue()

  constructor(parts: { db: Db; now: Now; rights: Rights; push: PushHub; sweeper: Sweeper }) {
    this.#db = parts.db
    this.#now = parts.now
    this.#rights = parts.rights
    this.#push = parts.push
    parts.sweeper.add(() => this.#giveUp())
  }

  async of(sn: string): Promise<ActivityState> {
    const row = await this.#db.selectFrom('device_activity').where('sn', '=', sn).selectAll().executeTakeFirst()
    if (row === undefined) return { activity: 'idle', progress: null, sinceMs: 0 }
    return { activity: row.activity, progress: row.progress, sinceMs: row.since_ms }
  }

  /** Puts an idle device to work. Fails with wrong-state when the table does not allow it. */
  async begin(sn: string, activity: DeviceActivity): Promise<void> {
    await this.#queue.run(sn, async () => {
      const now = await this.of(sn)
      await this.#write(sn, changeState(deviceActivityTransitions, now.activity, activity), null)
    })
  }

  /** What a device says of its work. What the table does not allow is not believed. */
  async reported(sn: string, activity: DeviceActivity, progress: number | null): Promise<void> {
    await this.#queue.run(sn, async () => {
      const now = await this.of(sn)
      if (
        activity === 'idle'
          ? now.activity === 'idle'
          : activity !== now.activity && !mayBecome(deviceActivityTransitions, now.activity, activity)
      )
        return
      await this.#write(sn, activity, progress, activity === now.activity ? now.sinceMs : this.#now())
    })
  }

  /** A device that connects anew does nothing any more of what it did before. */
  async connected(sn: string): Promise<void> {
    await this.reported(sn, 'idle', null)
  }

  /** Tells again what a device is busy with, since something beside it has changed. */
  async tellAgain(sn: string): Promise<void> {
    await this.#queue.run(sn, async () => this.#tell(sn, await this.of(sn)))
  }

  async #write(sn: string, activity: DeviceActivity, progress: number | null, sinceMs = this.#now()): Promise<void> {
    if (activity === 'idle') await this.#db.deleteFrom('device_activity').where('sn', '=', sn).execute()
    else {
      const values = { activity, progress, since_ms: sinceMs, heard_ms: this.#now() }
      await this.#db
        .insertInto('device_activity')
        .values({ sn, ...values })
        .onConflict((conflict) => conflict.column('sn').doUpdateSet(values))
        .execute()
    }
    await this.#tell(sn, { activity, progress, sinceMs })
  }

  async #tell(sn: string, state: ActivityState): Promise<void> {
    this.#push.send(await this.#rights.watchers(sn), { infoType: 'device-activity', infoContent: { sn, ...state } })
  }

  async #giveUp(): Promise<void> {
    const silent = this.#db.selectFrom('device_activity').where('heard_ms', '<=', this.#now() - GIVE_UP_MS)
    for (const { sn } of await silent.select('sn').execute()) await this.reported(sn, 'idle', null)
  }
}
