import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useSnapshot } from 'valtio'
import { mayBeRevoked } from '#contract/calls/archive/share.ts'
import { coreState } from '../../../data/core/core.ts'
import { organizationSharesQuery } from '../../../data/records/archive-shares.ts'
import { useAnswerAge } from '../../../data/query/answer-age.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ChoiceBar } from '../../../ui/controls/choice-bar.tsx'
import { OnlineButton } from '../../../ui/controls/online-button.tsx'
import { DEFAULT_PAGE_SIZE } from '../../../ui/controls/page-sizes.ts'
import { Pager } from '../../../ui/controls/pager.tsx'
import { SearchField } from '../../../ui/controls/search-field.tsx'
import { AsOf } from '../../../ui/notice/as-of.tsx'
import { Notice } from '../../../ui/notice/notice.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { Mantine } from '../../../ui/theme/mantine.tsx'
import { ArchivesNav } from '../archives-nav.tsx'
import classes from '../archives.module.css'
import { RevokeShares } from './revoke-shares.tsx'
import type { SharedSearch } from './shared-search.ts'
import { SharedTable } from './shared-table.tsx'

const SharePanel = lazy(() => import('./share-panel.tsx').then(({ SharePanel }) => ({ default: SharePanel })))
const none: ReadonlySet<string> = new Set()

/** What the organization has shared, whoever did it: an administrator sees what is open to whom, and closes it. */
export function SharedClipsPage() {
  const { t } = useLingui()
  const { page = 1, text, kind, over } = useSearch({ from: '/_home/archives_/shares' })
  const navigate = useNavigate({ from: '/archives/shares' })
  const [chosen, setChosen] = useState(none)
  const [openId, setOpenId] = useState<string>()
  const [isRevoking, setRevoking] = useState(false)
  const offlineReason = useSnapshot(coreState).isServiceReachable ? undefined : t`Only with the service. It cannot be reached now.`
  const query = organizationSharesQuery({
    pageNum: page,
    pageSize: DEFAULT_PAGE_SIZE,
    kind: kind ?? 'all',
    ...(over && { isOver: true }),
    ...(text !== undefined && { search: text }),
  })
  const { data, error, refetch } = useQuery(query)
  const age = useAnswerAge(query.queryKey)
  const opened = data?.shares.find(({ handle }) => handle === openId)
  const chosenShares = data?.shares.filter((share) => chosen.has(share.handle) && mayBeRevoked(share)) ?? []
  const count = chosenShares.length
  function change(next: Partial<SharedSearch>) {
    setChosen(none)
    void navigate({ search: (now) => ({ ...now, page: undefined, ...next }), replace: true })
  }
  return (
    <Mantine>
      <Page
        title={<Trans>Shared clips</Trans>}
        filters={
          <div className={classes['head']}>
            <SearchField
              label={t`Search recipient, title, camera, site or sharer`}
              value={text ?? ''}
              onChange={(typed) => change({ text: typed || undefined })}
            />
            <ChoiceBar
              label={t`Which`}
              choices={[
                { id: 'all', name: t`All` },
                { id: 'permanent', name: t`Without an end` },
                { id: 'external', name: t`To outsiders` },
              ]}
              value={kind ?? 'all'}
              onChoose={(next) => change({ kind: next === 'all' ? undefined : next })}
            />
            <ChoiceBar
              label={t`State`}
              choices={[
                { id: 'open', name: t`Can be opened` },
                { id: 'over', name: t`Ended` },
              ]}
              value={over ? 'over' : 'open'}
              onChoose={(next) => change({ over: next === 'over' || undefined })}
            />
            <AsOf timeMs={age} />
          </div>
        }
        foot={
          chosenShares.length > 0 ? (
            <div className={classes['bar']} role="group" aria-label={t`What is chosen`}>
              <span role="status">
                <Trans>{count} chosen</Trans>
              </span>
              <OnlineButton variant="default" offlineReason={offlineReason} onClick={() => setRevoking(true)}>
                <Trans>Revoke</Trans>
              </OnlineButton>
              <Button variant="subtle" onClick={() => setChosen(none)}>
                <Trans>Clear the choice</Trans>
              </Button>
            </div>
          ) : (
            <Pager total={data?.total ?? 0} page={page} size={DEFAULT_PAGE_SIZE} onTurn={({ page: next }) => change({ page: next })} />
          )
        }
      >
        <ArchivesNav />
        <SharedTable
          shares={data?.shares}
          error={error}
          onRetry={() => void refetch()}
          empty={<NoShares isNarrowed={text !== undefined || kind !== undefined || over === true} />}
          chosen={chosen}
          onChoose={setChosen}
          openId={openId}
          onOpen={setOpenId}
        />
        <Suspense>
          {opened && <SharePanel key={opened.handle} share={opened} offlineReason={offlineReason} onClose={() => setOpenId(undefined)} />}
        </Suspense>
        {isRevoking && (
          <RevokeShares
            shares={chosenShares}
            offlineReason={offlineReason}
            onRevoked={() => setChosen(none)}
            onClose={() => setRevoking(false)}
          />
        )}
      </Page>
    </Mantine>
  )
}

function NoShares({ isNarrowed }: { isNarrowed: boolean }) {
  if (isNarrowed) return <Notice drawing="search" title={<Trans>No shared clip matches.</Trans>} />
  return (
    <Notice drawing="search" title={<Trans>Nothing is shared now.</Trans>}>
      <Trans>Clips that people share from the archives stand here, with whom they went to and until when.</Trans>
    </Notice>
  )
}
