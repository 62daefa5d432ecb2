import { useLingui } from '@lingui/react/macro'
import IconPlugConnectedX from '@tabler/icons-react/dist/esm/icons/IconPlugConnectedX.mjs'
import type { Device } from '#contract/calls/device/device.ts'
import { deviceStatuses } from '#contract/enums.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import type { Column } from '../../ui/controls/table/column.ts'
import { deviceTypeNames } from './device-type-names.ts'
import { DeviceStatus } from './device-status.tsx'

/** What the list says of each device; `onUnbind` for whoever may take one away. */
export function useDeviceColumns(onUnbind: ((device: Device) => void) | undefined): Column<Device>[] {
  const { t, i18n } = useLingui()
  const typeName = ({ devType }: Device) => i18n._(deviceTypeNames[devType])
  return [
    {
      id: 'name',
      name: t`Name`,
      kind: 'main',
      widthPx: 240,
      sortBy: ({ name }) => name,
      title: ({ name }) => name,
      cell: ({ name }) => name,
    },
    {
      id: 'status',
      name: t`Status`,
      widthPx: 200,
      // The longest outage first, those that answer last.
      sortBy: ({ status, statusSinceMs }) => (status === deviceStatuses.online ? Number.MAX_SAFE_INTEGER : statusSinceMs),
      cell: (device) => <DeviceStatus device={device} />,
    },
    { id: 'type', name: t`Type`, narrow: 'none', sortBy: typeName, cell: typeName },
    { id: 'model', name: t`Model`, narrow: 'none', sortBy: ({ model }) => model, cell: ({ model }) => model },
    { id: 'sn', name: t`Serial number`, kind: 'code', narrow: 'second', sortBy: ({ sn }) => sn, cell: ({ sn }) => sn },
    {
      id: 'site',
      name: t`Site`,
      narrow: 'second',
      sortBy: ({ siteName }) => siteName,
      title: ({ siteName }) => siteName,
      cell: ({ siteName }) => siteName,
    },
    {
      id: 'channels',
      name: t`Channels`,
      kind: 'number',
      narrow: 'none',
      widthPx: 112,
      sortBy: ({ channelTotal }) => channelTotal,
      cell: ({ channelTotal }) => i18n.number(channelTotal),
    },
    ...(onUnbind === undefined
      ? []
      : [
          {
            id: 'actions',
            name: t`Actions`,
            isNameHidden: true,
            kind: 'actions' as const,
            cell: (device: Device) => {
              const { name } = device
              return (
                <IconButton label={t`Unbind “${name}”`} onClick={() => onUnbind(device)}>
                  <IconPlugConnectedX size={16} stroke={1.5} aria-hidden />
                </IconButton>
              )
            },
          },
        ]),
  ]
}
