import { Trans } from '@lingui/react/macro'
import type { Drawing } from './drawings.tsx'
import { Notice } from '../notice/notice.tsx'

/** What a list says to somebody who has no rights on any camera, so that there is nothing in it. */
export function NoneAssigned({ drawing }: { drawing: Drawing }) {
  return (
    <Notice drawing={drawing} title={<Trans>No camera has been assigned to you.</Trans>}>
      <Trans>An administrator of your organization can give you access.</Trans>
    </Notice>
  )
}
