import type { ManyChange } from '#contract/calls/device/many-change.ts'
import { deviceStatuses } from '#contract/enums.ts'
import type { Who } from '../../access/sees-channel.ts'
import { CallFault } from '../../calls/call-fault.ts'
import type { Db } from '../../db/open.ts'
import type { DeviceNotices } from '../../events/device-notices.ts'
import type { Recipients } from '../../mail/recipients.ts'
import type { Now } from '../../runtime/clock.ts'
import type { DeviceCommands } from '../device-commands.ts'

/** A device that restarts or installs firmware is back after this at the latest. */
const BACK_MS = 10 * 60_000

export interface ChangeParts {
  db: Db
  now: Now
  deviceCommands: DeviceCommands
  deviceNotices: DeviceNotices
  recipients: Recipients
}

/**
 * Does one change at one device, and answers when it is done: a device that restarts is back by then. Fails with what stands in the way, as the single calls do;
 * with device-not-back when it stays away.
 * @param rest waits a moment; rejects when the service ends
 */
export async function applyChange(
  { db, now, deviceCommands, deviceNotices, recipients }: ChangeParts,
  who: Who,
  sn: string,
  change: ManyChange,
  rest: () => Promise<void>,
): Promise<void> {
  switch (change.kind) {
    case 'time-zone':
    case 'language': {
      const { kind: _kind, ...value } = change
      await deviceCommands.run(sn, 'general-set', value)
      return
    }
    case 'notify': {
      const { kind: _kind, ...notify } = change
      await deviceNotices.save(who.organizationId, { sn, ...notify })
      await recipients.ask(who.organizationId, notify.emails, who.userId)
      return
    }
    case 'recording': {
      const { channels } = await deviceCommands.run(sn, 'record-get', {})
      for (const { chlIndex, mode } of channels)
        if (mode !== change.mode) await deviceCommands.run(sn, 'record-set', { chlIndex, mode: change.mode })
      return
    }
    case 'retention': {
      const { channels } = await deviceCommands.run(sn, 'record-get', {})
      const told = channels.flatMap(({ chlIndex, mode, keep }) => (keep === undefined ? [] : [{ chlIndex, mode, keep }]))
      if (told.length === 0) throw new CallFault('device-cannot')
      for (const { chlIndex, mode, keep } of told)
        if (keep.days !== change.days) await deviceCommands.run(sn, 'record-set', { chlIndex, mode, keep: { ...keep, days: change.days } })
      return
    }
    case 'reboot':
      await deviceCommands.run(sn, 'reboot', {})
      await back(() => true)
      return
    case 'upgrade': {
      const { version } = await deviceCommands.run(sn, 'upgrade', {})
      await back((device) => device.version === version)
      return
    }
  }

  /** Waits until the device has nothing to do any more and is as it should be. */
  async function back(isAsWanted: (device: { version: string }) => boolean): Promise<void> {
    const untilMs = now() + BACK_MS
    while (now() < untilMs) {
      await rest()
      const device = await db
        .selectFrom('device')
        .leftJoin('device_activity', 'device_activity.sn', 'device.sn')
        .where('device.sn', '=', sn)
        .select(['device.status', 'device.version', 'device_activity.activity'])
        .executeTakeFirst()
      if (device === undefined) throw new CallFault('serial-number-unknown')
      if (device.activity !== null || device.status !== deviceStatuses.online) continue
      // It is idle again, and has not done it.
      if (!isAsWanted(device)) throw new CallFault('device-command-failed')
      return
    }
    throw new CallFault('device-not-back')
  }
}
