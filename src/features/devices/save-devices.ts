import type { I18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import type { Device } from '#contract/calls/device/device.ts'
import { deviceStatuses } from '#contract/enums.ts'
import { xlsxOf } from '../../data/records/sheet-worker.ts'
import { saveList } from '../../ui/import/save-list.ts'
import { dateTimeText } from '../../ui/text/time-text.ts'
import { deviceTypeNames } from './device-type-names.ts'

/** Saves devices as a list, in the language that is shown. */
export async function saveDevices(devices: readonly Device[], format: 'csv' | 'xlsx', i18n: I18n): Promise<void> {
  const statuses: Record<Device['status'], string> = {
    [deviceStatuses.unknown]: t`Unknown`,
    [deviceStatuses.online]: t`Online`,
    [deviceStatuses.offline]: t`Offline`,
  }
  const heading = [t`Name`, t`Serial number`, t`Status`, t`Since`, t`Site`, t`Type`, t`Model`, t`Version`, t`Channels`]
  const rows = devices.map((device) => [
    device.name,
    device.sn,
    statuses[device.status],
    dateTimeText(device.statusSinceMs, i18n.locale),
    device.siteName,
    i18n._(deviceTypeNames[device.devType]),
    device.model,
    device.version,
    String(device.channelTotal),
  ])
  await saveList({ name: t`Devices`, rows: [heading, ...rows], format, xlsxOf })
}
