import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Contact } from '#contract/calls/contact/contact.ts'
import { coreState } from '../../data/core/core.ts'
import { contactsQuery } from '../../data/organization/contacts.ts'
import { DEFAULT_PAGE_SIZE } from '../../ui/controls/page-sizes.ts'
import { Pager } from '../../ui/controls/pager.tsx'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { Page } from '../../ui/page/page.tsx'
import { PeopleNav } from '../../ui/page/people-nav.tsx'
import { Mantine } from '../../ui/theme/mantine.tsx'
import { ContactActions } from './contact-actions.tsx'
import { ContactForm } from './contact-form.tsx'
import { ContactTable } from './contact-table.tsx'
import { DeleteContact } from './delete-contact.tsx'

const ImportContacts = lazy(() => import('./import-contacts.tsx').then(({ ImportContacts }) => ({ default: ImportContacts })))

type Doing = { kind: 'add' | 'import' } | { kind: 'edit' | 'delete'; contact: Contact }

/** Whom alarms are sent to: people who need not have an account (rule 3.7). */
export function ContactsPage() {
  const { t } = useLingui()
  const { search, page = 1, size = DEFAULT_PAGE_SIZE } = useSearch({ from: '/_home/user/contacts' })
  const navigate = useNavigate({ from: '/user/contacts' })
  const contacts = useQuery(contactsQuery({ pageNum: page, pageSize: size, search }))
  // Where mails go is true on the service alone.
  const offlineReason = useSnapshot(coreState).isServiceReachable ? undefined : t`Only with the service. It cannot be reached now.`
  const [doing, setDoing] = useState<Doing>()
  const end = () => setDoing(undefined)
  return (
    <Mantine>
      <Page
        title={<Trans>Contacts</Trans>}
        filters={
          <SearchField
            label={t`Search name or e-mail`}
            value={search ?? ''}
            onChange={(text) => void navigate({ search: { size, search: text || undefined }, replace: true })}
          />
        }
        action={
          <ContactActions
            offlineReason={offlineReason}
            isEmpty={contacts.data?.total === 0}
            onAdd={() => setDoing({ kind: 'add' })}
            onImport={() => setDoing({ kind: 'import' })}
          />
        }
        foot={
          <Pager
            total={contacts.data?.total ?? 0}
            page={page}
            size={size}
            canSize
            onTurn={(to) => void navigate({ search: (now) => ({ ...now, ...to }) })}
          />
        }
      >
        <PeopleNav />
        <ContactTable
          contacts={contacts.data?.contacts}
          error={contacts.error}
          isSearch={search !== undefined}
          onRetry={() => void contacts.refetch()}
          onEdit={(contact) => setDoing({ kind: 'edit', contact })}
          onDelete={(contact) => setDoing({ kind: 'delete', contact })}
        />
        {doing?.kind === 'add' && <ContactForm offlineReason={offlineReason} onClose={end} />}
        {doing?.kind === 'import' && (
          <Suspense>
            <ImportContacts offlineReason={offlineReason} onClose={end} />
          </Suspense>
        )}
        {doing?.kind === 'edit' && <ContactForm contact={doing.contact} offlineReason={offlineReason} onClose={end} />}
        {doing?.kind === 'delete' && <DeleteContact contact={doing.contact} offlineReason={offlineReason} onClose={end} />}
      </Page>
    </Mantine>
  )
}
