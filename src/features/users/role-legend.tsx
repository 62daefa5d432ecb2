import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useLingui } from '@lingui/react'
import { type ChannelRight, rightsOfRole } from '#contract/access.ts'
import { roleNames } from '../../ui/text/role-names.ts'
import { lowerRoles } from './assignments.ts'
import classes from './panel.module.css'

const rightNames: Record<ChannelRight, MessageDescriptor> = {
  live: msg`live video`,
  playback: msg`recordings`,
  ptz: msg`move the camera (PTZ)`,
  talk: msg`intercom`,
  configure: msg`device settings`,
}

/** What each role may do with a camera, for who asks. */
export function RoleLegend() {
  const { _, i18n } = useLingui()
  const listed = new Intl.ListFormat(i18n.locale, { type: 'unit' })
  return (
    <details className={classes['legend']}>
      <summary>
        <Trans>What each role may do</Trans>
      </summary>
      <dl>
        {lowerRoles.map((role) => (
          <div key={role} style={{ display: 'contents' }}>
            <dt>{_(roleNames[role])}</dt>
            <dd>
              {rightsOfRole[role].length > 0 ? (
                listed.format(rightsOfRole[role].map((right) => _(rightNames[right])))
              ) : (
                <Trans>nothing</Trans>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
