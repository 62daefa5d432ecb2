import { Plural, useLingui } from '@lingui/react/macro'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { useState } from 'react'
import type { SiteWithChannels } from '#contract/calls/device/merchant-site-chl-list.ts'
import { channelKey } from '#shared/channel-key.ts'
import { type Assignments, exceptionsOn, withChannel, withSite } from './assignments.ts'
import { RoleRow } from './role-row.tsx'
import classes from './matrix.module.css'

interface SiteRowsProps {
  site: SiteWithChannels
  given: Assignments
  onChange: (given: Assignments) => void
}

/** A site and, once opened, its channels. Those follow the site unless they are given a role of their own. */
export function SiteRows({ site, given, onChange }: SiteRowsProps) {
  const { t } = useLingui()
  const { siteId, siteName, channels } = site
  const exceptions = exceptionsOn(given, site)
  const [isOpen, setOpen] = useState(exceptions > 0)
  const role = given.sites.get(siteId)
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <>
      <RoleRow name={siteName} none={t`Not assigned`} role={role} onChange={(next) => onChange(withSite(given, site, next))}>
        {channels.length === 0 ? (
          <span className={classes['bare']}>{siteName}</span>
        ) : (
          <button type="button" className={classes['toggle']} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <Chevron size={16} stroke={1.5} aria-hidden />
            <span>
              {siteName}{' '}
              <small>
                <Plural value={channels.length} one="# camera" other="# cameras" />
                {exceptions > 0 && (
                  <>
                    {', '}
                    <Plural value={exceptions} one="# differs" other="# differ" />
                  </>
                )}
              </small>
            </span>
          </button>
        )}
      </RoleRow>
      {isOpen &&
        channels.map((channel) => {
          const key = channelKey(channel.sn, channel.chlIndex)
          const name = channel.channelName
          return (
            <RoleRow
              key={key}
              name={name}
              none={t`As its site`}
              role={given.channels.get(key)}
              inherited={role}
              isChannel
              isDisabled={role === undefined}
              onChange={(next) => onChange(withChannel(given, key, next))}
            />
          )
        })}
    </>
  )
}
