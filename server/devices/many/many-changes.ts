import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { ManyChange } from '#contract/calls/device/many-change.ts'
import { codeOf } from '#contract/errors.ts'
import type { ConfigStatus } from '#contract/states/device.ts'
import { remoteAccessStatuses } from '#contract/states/remote-access.ts'
import { userStatuses } from '#contract/states/user.ts'
import type { Principal } from '../../access/caller.ts'
import type { Rights } from '../../access/rights.ts'
import type { Who } from '../../access/sees-channel.ts'
import { CallFault } from '../../calls/call-fault.ts'
import type { PushHub } from '../../push/hub.ts'
import type { Sweeper } from '../../runtime/clock.ts'
import { applyChange, type ChangeParts } from './apply-change.ts'
import { ChangeStore, type ClaimedLine, type LineEnd } from './change-store.ts'

/** Devices under way at a time: at this node, and of one organization at all of them. */
const AT_ONCE = 32
const AT_ONCE_OF_ORGANIZATION = 8
const LOOK_EVERY_MS = 1_000
const TELL_EVERY_MS = 500
const HOLD_EVERY_MS = 10_000
const REST_MS = 500

interface Parts extends ChangeParts {
  log: FastifyBaseLogger
  rights: Rights
  push: PushHub
  sweeper: Sweeper
}

/**
 * Changes many devices, some at a time, whoever looks on. What is begun is carried out by the rights that the person has when a device's turn comes. It outlasts
 * a restart of the service; of devices that were under way then nobody knows whether they took it.
 */
export class ManyChanges {
  readonly store: ChangeStore
  readonly #parts: Parts
  /** What is under way here, and when that was last said. */
  readonly #work = new Map<ClaimedLine, { done: Promise<void>; heldMs: number }>()
  readonly #ending = new AbortController()
  #lookAgainMs = 0
  readonly #toTell = new Set<string>()
  #tellAgainMs = 0

  constructor(parts: Parts) {
    this.#parts = parts
    this.store = new ChangeStore(parts)
    parts.sweeper.add(() => this.#look())
  }

  /** Begins a change. Fails with serial-number-unknown and too-many-changes. */
  async start(who: Principal, sns: readonly string[], change: ManyChange): Promise<string> {
    const devices: { sn: string; name: string }[] = []
    for (const sn of new Set(sns)) devices.push(await this.#parts.rights.requireDevice(who, sn))
    const id = await this.store.begin(who, change, devices)
    this.#lookAgainMs = 0
    return id
  }

  /** Begins nothing more. What is under way ends, or its wait for a device does. */
  async close(): Promise<void> {
    this.#ending.abort()
    await Promise.all([...this.#work.values()].map(({ done }) => done))
  }

  async #look(): Promise<void> {
    const { now } = this.#parts
    this.#tellNow()
    if (this.#ending.signal.aborted || now() < this.#lookAgainMs) return
    this.#lookAgainMs = now() + LOOK_EVERY_MS
    await this.#hold()
    this.#tell(await this.store.settle(codeOf('change-interrupted')))
    const room = AT_ONCE - this.#work.size
    if (room <= 0) return
    for (const line of await this.store.claim(room, AT_ONCE_OF_ORGANIZATION)) {
      const done = this.#carryOut(line).finally(() => this.#work.delete(line))
      this.#work.set(line, { done, heldMs: now() })
    }
  }

  /** Says of all that is under way here that it still is; also after the machine has slept. */
  async #hold(): Promise<void> {
    const nowMs = this.#parts.now()
    for (const [line, work] of this.#work) {
      if (nowMs - work.heldMs < HOLD_EVERY_MS) continue
      work.heldMs = nowMs
      await this.store.hold(line)
    }
  }

  /** Never rejects. */
  async #carryOut(line: ClaimedLine): Promise<void> {
    const { log } = this.#parts
    try {
      await this.store.finish(line, await this.#endOf(line))
      // The next one need not wait for the next look.
      this.#lookAgainMs = 0
      this.#tell([line.userId])
    } catch (fault) {
      log.error(fault, 'What became of a device could not be kept')
    }
  }

  async #endOf(line: ClaimedLine): Promise<LineEnd> {
    const { signal } = this.#ending
    try {
      const who = await this.#whoBegan(line)
      await this.#parts.rights.requireDevice(who, line.sn, 'configure')
      await this.#noting(line, () => applyChange(this.#parts, who, line.sn, line.change, () => pause(REST_MS, undefined, { signal })))
      return { state: 'done', code: null, field: null }
    } catch (fault) {
      if (signal.aborted && !(fault instanceof CallFault)) return { state: 'failed', code: codeOf('change-interrupted'), field: null }
      if (!(fault instanceof CallFault)) {
        this.#parts.log.error(fault, 'A device could not be changed')
        return { state: 'failed', code: codeOf('device-command-failed'), field: null }
      }
      // Nothing was to be done there.
      const state = fault.error === 'firmware-is-newest' ? 'done' : 'failed'
      return { state, code: codeOf(fault.error), field: fault.detail.field ?? null }
    }
  }

  /** Notes of settings whether what was set last has reached the device, as single changes do. */
  async #noting({ sn, change }: ClaimedLine, apply: () => Promise<void>): Promise<void> {
    const note = async (config_status: ConfigStatus) => {
      if (change.kind === 'notify' || change.kind === 'reboot' || change.kind === 'upgrade') return
      await this.#parts.db.updateTable('device').set({ config_status }).where('sn', '=', sn).execute()
    }
    try {
      await apply()
    } catch (fault) {
      await note('failed')
      throw fault
    }
    await note('applied')
  }

  /** By whose rights it is done: the person's of now. Fails with no-device-permission when they have none any more. */
  async #whoBegan({ organizationId, userId, remoteAccessId }: ClaimedLine): Promise<Who> {
    const { db, now } = this.#parts
    if (remoteAccessId !== null) {
      const access = await db.selectFrom('remote_access').where('id', '=', remoteAccessId).select(['status', 'until_ms']).executeTakeFirst()
      const isOver = access === undefined || (access.until_ms !== null && access.until_ms <= now())
      if (isOver || access.status !== remoteAccessStatuses.accepted) throw new CallFault('no-device-permission')
      return { userId, organizationId, role: 'administrator' }
    }
    const person = await db
      .selectFrom('user')
      .where('id', '=', userId)
      .where('organization_id', '=', organizationId)
      .select(['role', 'status'])
      .executeTakeFirst()
    if (person?.status !== userStatuses.activated) throw new CallFault('no-device-permission')
    return { userId, organizationId, role: person.role }
  }

  #tell(userIds: readonly string[]): void {
    for (const userId of userIds) this.#toTell.add(userId)
  }

  /** Tells those whose changes have come on: not for each of hundreds of devices. */
  #tellNow(): void {
    const nowMs = this.#parts.now()
    if (this.#toTell.size === 0 || nowMs < this.#tellAgainMs) return
    this.#tellAgainMs = nowMs + TELL_EVERY_MS
    this.#parts.push.send([...this.#toTell], { infoType: 'resource-changed', infoContent: { resource: 'many-changes' } })
    this.#toTell.clear()
  }
}
