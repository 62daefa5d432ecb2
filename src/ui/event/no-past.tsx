import { Trans } from '@lingui/react/macro'
import { Notice } from '../notice/notice.tsx'
import type { Drawing } from '../page/drawings.tsx'
import { NoneAssigned } from '../page/none-assigned.tsx'

/** What a page of the past says to whoever may look at nothing of it. `hasNoRights`: nor at anything else, for which `drawing` stands. */
export function NoPast({ hasNoRights, drawing }: { hasNoRights: boolean; drawing: Drawing }) {
  if (hasNoRights) return <NoneAssigned drawing={drawing} />
  return (
    <Notice drawing="lock" title={<Trans>You may watch live video, and not what was recorded.</Trans>}>
      <Trans>An administrator of your organization can give you access.</Trans>
    </Notice>
  )
}
