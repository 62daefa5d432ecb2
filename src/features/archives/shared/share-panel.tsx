import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { useState } from 'react'
import { mayBeRevoked } from '#contract/calls/archive/share.ts'
import type { OrganizationShare } from '../../../data/records/archive-shares.ts'
import { Facts } from '../../../ui/controls/facts.tsx'
import { OnlineButton } from '../../../ui/controls/online-button.tsx'
import { SidePanel } from '../../../ui/controls/side-panel.tsx'
import settings from '../../../ui/page/settings.module.css'
import { dateTimeText } from '../../../ui/text/time-text.ts'
import { Openings } from '../share/openings.tsx'
import { ShareState, ShareViews } from '../share/share-state.tsx'
import { RevokeShares } from './revoke-shares.tsx'
import { useClips } from './use-clips.ts'
import { useRecipient } from './use-recipient.ts'
import classes from './shared.module.css'

interface SharePanelProps {
  share: OrganizationShare
  offlineReason: string | undefined
  onClose: () => void
}

/** One share beside the list: whose, by whom, what was done with it, and its end at a press. */
export function SharePanel({ share, offlineReason, onClose }: SharePanelProps) {
  const { i18n } = useLingui()
  const [isRevoking, setRevoking] = useState(false)
  const recipient = useRecipient()(share)
  const clips = useClips()(share)
  const { archiveId, handle, cameraName, siteName, sharedBy, createdAtMs, message, isRedacted, hasPassword, isExternal } = share
  return (
    <SidePanel
      title={recipient}
      onClose={onClose}
      actions={
        mayBeRevoked(share) && (
          <OnlineButton variant="default" offlineReason={offlineReason} onClick={() => setRevoking(true)}>
            <Trans>Revoke</Trans>
          </OnlineButton>
        )
      }
    >
      <Facts
        facts={[
          { name: <Trans>Clip</Trans>, value: clips },
          { name: <Trans>Camera</Trans>, value: cameraName },
          { name: <Trans>Site</Trans>, value: siteName },
          { name: <Trans>Reach</Trans>, value: isExternal ? <Trans>Outsiders</Trans> : <Trans>Own people</Trans> },
          { name: <Trans>Shared by</Trans>, value: sharedBy },
          { name: <Trans>Shared</Trans>, value: dateTimeText(createdAtMs, i18n.locale), isFigures: true },
          { name: <Trans>Can be opened</Trans>, value: <ShareState share={share} /> },
          { name: <Trans>Opened</Trans>, value: <ShareViews share={share} /> },
          { name: <Trans>Password</Trans>, value: hasPassword ? <Trans>Yes</Trans> : <Trans>No</Trans> },
          { name: <Trans>Pictures</Trans>, value: isRedacted ? <Trans>Redacted</Trans> : <Trans>Untouched</Trans> },
          { name: <Trans>Message</Trans>, value: message || undefined },
        ]}
      />
      <h3 className={classes['title']}>
        <Trans>Who opened it</Trans>
      </h3>
      <Openings archiveId={archiveId} handle={handle} />
      <Link to="/archives-details/$id" params={{ id: archiveId }} className={`${settings['go']} ${classes['go']}`}>
        <Trans>Go to the archive</Trans>
        <IconChevronRight size={16} stroke={1.5} aria-hidden />
      </Link>
      {isRevoking && <RevokeShares shares={[share]} offlineReason={offlineReason} onRevoked={onClose} onClose={() => setRevoking(false)} />}
    </SidePanel>
  )
}
