import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { Device } from '#contract/calls/device/device.ts'
import type { Column } from '../../ui/controls/table/column.ts'
import { dateTimeText } from '../../ui/text/time-text.ts'
import { deviceTypeNames } from './device-type-names.ts'
import { DeviceStatus } from './device-status.tsx'

/** What the service sorts by is not sorted here. */
const byService = () => ''
const none: readonly string[] = []

/** What the list says of each device, without the columns that are hidden. */
export function useDeviceColumns(hidden = none): Column<Device>[] {
  const { t, i18n } = useLingui()
  // The same for each page that comes: rows that are drawn already are not drawn again for it.
  const columns = useMemo((): Column<Device>[] => {
    const typeName = ({ devType }: Device) => i18n._(deviceTypeNames[devType])
    const since = ({ statusSinceMs }: Device) => dateTimeText(statusSinceMs, i18n.locale)
    return [
      { id: 'name', name: t`Name`, kind: 'main', widthPx: 240, sortBy: byService, title: ({ name }) => name, cell: ({ name }) => name },
      { id: 'status', name: t`Status`, widthPx: 180, sortBy: byService, cell: (device) => <DeviceStatus device={device} /> },
      {
        id: 'site',
        name: t`Site`,
        narrow: 'second',
        widthPx: 180,
        sortBy: byService,
        title: ({ siteName }) => siteName,
        cell: ({ siteName }) => siteName,
      },
      { id: 'type', name: t`Type`, narrow: 'none', widthPx: 180, sortBy: byService, title: typeName, cell: typeName },
      { id: 'model', name: t`Model`, narrow: 'none', widthPx: 140, sortBy: byService, cell: ({ model }) => model },
      { id: 'version', name: t`Version`, kind: 'figures', narrow: 'none', widthPx: 120, sortBy: byService, cell: ({ version }) => version },
      { id: 'since', name: t`Since`, kind: 'figures', narrow: 'none', widthPx: 190, sortBy: byService, cell: since },
      { id: 'sn', name: t`Serial number`, kind: 'code', narrow: 'second', widthPx: 170, cell: ({ sn }) => sn },
      {
        id: 'channels',
        name: t`Channels`,
        kind: 'number',
        narrow: 'none',
        widthPx: 112,
        cell: ({ channelTotal }) => i18n.number(channelTotal),
      },
    ]
  }, [t, i18n])
  return useMemo(() => columns.filter(({ id }) => !hidden.includes(id)), [columns, hidden])
}
