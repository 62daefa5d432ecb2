import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { cloudLimits } from '#contract/cloud-storage.ts'
import { cloudStorageStatuses, type CloudStorageStatus } from '#contract/states/cloud-storage.ts'
import { channelKey } from '#shared/channel-key.ts'
import { coreState } from '../../../data/core/core.ts'
import { cloudChannelsQuery, cloudInfoQuery, cloudMenuQuery, type CloudChannel } from '../../../data/organization/cloud-storage.ts'
import { useAnswerAge } from '../../../data/query/answer-age.ts'
import { cameraInAddress } from '../../../lib/playback-address.ts'
import { OnlineButton } from '../../../ui/controls/online-button.tsx'
import { DataTable } from '../../../ui/controls/table/data-table.tsx'
import type { Sort } from '../../../ui/controls/table/sort-rows.ts'
import { AsOf } from '../../../ui/notice/as-of.tsx'
import { Notice } from '../../../ui/notice/notice.tsx'
import { NotThereYet } from '../../../ui/page/not-there-yet.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { ServiceNav } from '../../../ui/page/service-nav.tsx'
import { Mantine } from '../../../ui/theme/mantine.tsx'
import { CloudTrial } from './cloud-trial.tsx'
import { CloudUse } from './cloud-use.tsx'
import { useCloudColumns } from './cloud-columns.tsx'
import classes from './cloud.module.css'
import { RefusedRenewals } from './refused-renewals.tsx'
import { RenewalDialog } from './renewal-dialog.tsx'
import { TriggerDialog } from './trigger-dialog.tsx'

const { toBeUsed, using, expiring, toBeUsedAgain, exception } = cloudStorageStatuses
/** States in which there is something that can be renewed. */
const renewable: readonly CloudStorageStatus[] = [toBeUsed, using, expiring, toBeUsedAgain, exception]
const idOf = ({ sn, chlIndex }: CloudChannel) => channelKey(sn, chlIndex)
const nameOf = ({ channelName }: CloudChannel) => channelName

/** Cloud storage of each camera, where the service shows it (rule 2.3); administrators choose cameras and buy for them. */
export function CloudPage() {
  const { data, error, refetch } = useQuery(cloudMenuQuery)
  const age = useAnswerAge(cloudChannelsQuery.queryKey)
  return (
    <Mantine>
      <Page title={<Trans>Cloud Storage</Trans>} filters={<AsOf timeMs={age} />} action={data?.mayBuy && <TrialButton />}>
        <ServiceNav hasCloud={data?.isShown ?? false} />
        {data === undefined ? (
          <NotThereYet error={error} title={<Trans>Cloud storage could not be loaded.</Trans>} onRetry={() => void refetch()} />
        ) : data.isShown ? (
          <Cameras mayBuy={data.mayBuy} />
        ) : (
          <Notice drawing="lock" title={<Trans>No camera that you may play back has cloud storage.</Trans>}>
            <Trans>Administrators of your organization see to it.</Trans>
          </Notice>
        )}
      </Page>
    </Mantine>
  )
}

function Cameras({ mayBuy }: { mayBuy: boolean }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(cloudChannelsQuery)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [sort, setSort] = useState<Sort>()
  const [asked, setAsked] = useState<'triggers' | 'renewal'>()
  const columns = useCloudColumns()
  const offlineReason = useOffline()
  const taken = data?.channels.filter((channel) => chosen.has(idOf(channel))) ?? []
  const bought = taken.filter(({ status, isTrial, isRenewed }) => renewable.includes(status) && (!isTrial || isRenewed))
  const served = taken.filter(({ triggers }) => triggers.length > 0)
  const tooMany = taken.length > cloudLimits.channels ? t`No more than ${cloudLimits.channels} cameras at once.` : undefined
  return (
    <div className={classes['cloud']}>
      {mayBuy && <RefusedRenewals />}
      {mayBuy && <CloudUse />}
      {mayBuy && (
        <div className={classes['chosen']} role="group" aria-label={t`What is chosen`}>
          <span className="sl-figures" role="status">
            <Plural value={taken.length} _0="Choose cameras in the list." one="# camera chosen" other="# cameras chosen" />
          </span>
          <OnlineButton
            offlineReason={offlineReason ?? tooMany ?? (taken.length === 0 ? t`Choose cameras first.` : undefined)}
            onClick={() =>
              void navigate({ to: '/service/serviceCloudstorage/buy', search: { cameras: taken.map(cameraInAddress).join(',') } })
            }
          >
            <Trans>Buy cloud storage</Trans>
          </OnlineButton>
          <OnlineButton
            variant="default"
            offlineReason={offlineReason ?? tooMany ?? (served.length === 0 ? t`Choose cameras that have cloud storage.` : undefined)}
            onClick={() => setAsked('triggers')}
          >
            <Trans>What is kept…</Trans>
          </OnlineButton>
          <OnlineButton
            variant="default"
            offlineReason={
              offlineReason ?? tooMany ?? (bought.length === 0 ? t`Choose cameras that have bought cloud storage.` : undefined)
            }
            onClick={() => setAsked('renewal')}
          >
            <Trans>Automatic renewal…</Trans>
          </OnlineButton>
        </div>
      )}
      <div className={classes['list']}>
        <DataTable
          id="cloud-storage"
          label={t`Cloud storage of cameras`}
          columns={columns}
          rows={data?.channels}
          rowId={idOf}
          rowName={nameOf}
          error={error}
          failed={<Trans>Cloud storage could not be loaded.</Trans>}
          onRetry={() => void refetch()}
          {...(mayBuy && { selection: { chosen, onChoose: setChosen } })}
          {...(sort && { sort })}
          onSort={setSort}
          empty={<Notice drawing="camera" title={<Trans>There are no cameras yet.</Trans>} />}
        />
      </div>
      {asked === 'triggers' && <TriggerDialog cameras={served} offlineReason={offlineReason} onClose={() => setAsked(undefined)} />}
      {asked === 'renewal' && <RenewalDialog cameras={bought} offlineReason={offlineReason} onClose={() => setAsked(undefined)} />}
    </div>
  )
}

/** Offered as long as a device has not had its trial. */
function TrialButton() {
  const { data } = useQuery(cloudInfoQuery)
  const [isOpen, setOpen] = useState(false)
  const offlineReason = useOffline()
  if (data === undefined || data.trialSns.length === 0) return null
  return (
    <>
      <OnlineButton variant="default" offlineReason={offlineReason} onClick={() => setOpen(true)}>
        <Trans>Try it for free</Trans>
      </OnlineButton>
      {isOpen && <CloudTrial sns={data.trialSns} offlineReason={offlineReason} onClose={() => setOpen(false)} />}
    </>
  )
}

function useOffline(): string | undefined {
  const { t } = useLingui()
  return useSnapshot(coreState).isServiceReachable ? undefined : t`Only with the service. It cannot be reached now.`
}
