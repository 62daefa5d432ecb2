import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Mantine } from '../../ui/theme/mantine.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { Page } from '../../ui/page/page.tsx'
import { TableSkeleton } from '../../ui/controls/table-skeleton.tsx'
import { outboxQuery } from '../../data/app/outbox.ts'
import { OutboxRow } from './outbox-row.tsx'
import classes from './outbox.module.css'

/** Changes that have not reached the service: they wait for it, or for the person's decision. */
export function OutboxPage() {
  const { t } = useLingui()
  const { data: items } = useQuery(outboxQuery)
  return (
    <Mantine>
      <Page title={<Trans>Changes not sent yet</Trans>}>
        {items === undefined && <TableSkeleton />}
        {items?.length === 0 && (
          <Notice drawing="cloud" title={<Trans>Everything has reached the service.</Trans>}>
            <Trans>What you change without a network waits here, and is sent when the service can be reached.</Trans>
          </Notice>
        )}
        {items && items.length > 0 && (
          <ul className={classes['list']} aria-label={t`Changes not sent yet`}>
            {items.map((item) => (
              <OutboxRow key={item.id} item={item} />
            ))}
          </ul>
        )}
      </Page>
    </Mantine>
  )
}
