import { useLingui } from '@lingui/react/macro'
import { cloudStorageStatuses, type CloudStorageStatus } from '#contract/states/cloud-storage.ts'
import type { CloudChannel } from '../../../data/organization/cloud-storage.ts'
import { StatusDot } from '../../../ui/controls/status-dot.tsx'
import type { Column } from '../../../ui/controls/table/column.ts'
import { listed } from '../../../ui/text/joined.ts'
import tables from '../../../ui/controls/table/table.module.css'
import { cloudStatusWords, goodsWords, triggerWords } from '../../../ui/order/cloud-words.ts'
import { termText } from '../../../ui/text/money-text.ts'
import { dateTimeText } from '../../../ui/text/time-text.ts'

const { using, expiring, exception } = cloudStorageStatuses
const inForce: readonly CloudStorageStatus[] = [using, expiring, exception]

/** What the list of cameras says of the cloud storage of each. */
export function useCloudColumns(): Column<CloudChannel>[] {
  const { t, i18n } = useLingui()
  const kept = ({ triggers }: CloudChannel) => listed(triggers.map((one) => i18n._(triggerWords[one])))
  const goods = ({ goodsId, isTrial }: CloudChannel) => (goodsId === null ? '' : isTrial ? t`Free trial` : i18n._(goodsWords[goodsId]))
  const ends = ({ endMs, isRenewed, autoRenew, status }: CloudChannel) => {
    if (endMs === null) return ''
    const time = dateTimeText(endMs, i18n.locale)
    if (isRenewed) return t`${time}, then goes on`
    return autoRenew && inForce.includes(status) ? t`${time}, renews itself` : time
  }
  return [
    {
      id: 'camera',
      name: t`Camera`,
      kind: 'main',
      widthPx: 180,
      sortBy: ({ channelName }) => channelName,
      cell: ({ channelName }) => channelName,
    },
    { id: 'site', name: t`Site`, narrow: 'second', widthPx: 140, sortBy: ({ siteName }) => siteName, cell: ({ siteName }) => siteName },
    { id: 'state', name: t`State`, widthPx: 190, sortBy: ({ status }) => status, cell: (row) => <StateOf row={row} /> },
    { id: 'package', name: t`Package`, narrow: 'none', widthPx: 220, title: goods, sortBy: goods, cell: goods },
    {
      id: 'term',
      name: t`Term`,
      narrow: 'none',
      widthPx: 90,
      cell: ({ cycle }) => (cycle === null ? '' : termText(cycle, i18n.locale)),
    },
    {
      id: 'end',
      name: t`Ends`,
      kind: 'figures',
      narrow: 'none',
      widthPx: 180,
      title: ends,
      sortBy: ({ endMs }) => endMs ?? Infinity,
      cell: ends,
    },
    { id: 'kept', name: t`What is kept`, narrow: 'none', title: kept, cell: kept },
  ]
}

function StateOf({ row: { status } }: { row: CloudChannel }) {
  const { i18n } = useLingui()
  const { word, dot } = cloudStatusWords[status]
  const text = i18n._(word)
  return (
    <span className={tables['status']} title={text}>
      <StatusDot status={dot} word={text} hideWord />
      <span>{text}</span>
    </span>
  )
}
