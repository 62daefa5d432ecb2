import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import type { ExternalRecipient } from '#contract/calls/contact/external-recipient.ts'
import { coreState } from '../../data/core/core.ts'
import { externalRecipientsQuery } from '../../data/organization/external-recipients.ts'
import { DEFAULT_PAGE_SIZE } from '../../ui/controls/page-sizes.ts'
import { Pager } from '../../ui/controls/pager.tsx'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { Page } from '../../ui/page/page.tsx'
import { PeopleNav } from '../../ui/page/people-nav.tsx'
import { Mantine } from '../../ui/theme/mantine.tsx'
import { RecipientTable } from './recipient-table.tsx'
import { RemoveRecipient } from './remove-recipient.tsx'

/** All addresses outside the organization that something of it goes to: alarms, news of outages, clips. */
export function RecipientsPage() {
  const { t } = useLingui()
  const { search, page = 1, size = DEFAULT_PAGE_SIZE } = useSearch({ from: '/_home/user/recipients' })
  const navigate = useNavigate({ from: '/user/recipients' })
  const found = useQuery(externalRecipientsQuery({ pageNum: page, pageSize: size, search }))
  // Where mails go is true on the service alone.
  const offlineReason = useSnapshot(coreState).isServiceReachable ? undefined : t`Only with the service. It cannot be reached now.`
  const [removing, setRemoving] = useState<ExternalRecipient>()
  return (
    <Mantine>
      <Page
        title={<Trans>Outside recipients</Trans>}
        filters={
          <SearchField
            label={t`Search e-mail`}
            value={search ?? ''}
            onChange={(text) => void navigate({ search: { size, search: text || undefined }, replace: true })}
          />
        }
        foot={
          <Pager
            total={found.data?.total ?? 0}
            page={page}
            size={size}
            canSize
            onTurn={(to) => void navigate({ search: (now) => ({ ...now, ...to }) })}
          />
        }
      >
        <PeopleNav />
        <RecipientTable
          recipients={found.data?.recipients}
          error={found.error}
          isSearch={search !== undefined}
          isOffline={offlineReason !== undefined}
          onRetry={() => void found.refetch()}
          onRemove={setRemoving}
        />
        {removing !== undefined && (
          <RemoveRecipient recipient={removing} offlineReason={offlineReason} onClose={() => setRemoving(undefined)} />
        )}
      </Page>
    </Mantine>
  )
}
