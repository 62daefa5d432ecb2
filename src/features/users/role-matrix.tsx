import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { SiteWithChannels } from '#contract/calls/device/merchant-site-chl-list.ts'
import type { LowerRole } from '#contract/calls/people/invitation.ts'
import { roleNames } from '../../ui/text/role-names.ts'
import { useNarrow } from '../../ui/page/use-narrow.ts'
import { type Assignments, lowerRoles, roleOfAll, withSite } from './assignments.ts'
import { RoleRow } from './role-row.tsx'
import { SiteRows } from './site-rows.tsx'
import classes from './matrix.module.css'

interface RoleMatrixProps {
  sites: readonly SiteWithChannels[]
  given: Assignments
  onChange: (given: Assignments) => void
}

/** With more sites than this a search stands above them. */
const SEARCH_FROM = 8

/**
 * Roles of one person: a row for each site, with its channels below it when it is opened, and a column for each role (rule 6.2). On narrow screens a choice stands in each row instead of the columns.
 */
export function RoleMatrix({ sites, given, onChange }: RoleMatrixProps) {
  const { t, i18n } = useLingui()
  const isNarrow = useNarrow()
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const shown = sites.filter(({ siteName, channels }) =>
    [siteName, ...channels.map(({ channelName }) => channelName)].some((name) => name.toLowerCase().includes(wanted)),
  )
  const setAll = (role: LowerRole | undefined) => onChange(shown.reduce((all, site) => withSite(all, site, role), given))
  if (sites.length === 0) return <Trans>There is no site yet. Roles are given on sites and their cameras.</Trans>
  return (
    <div className={classes['matrix']}>
      {sites.length > SEARCH_FROM && (
        <input
          type="search"
          className={classes['search']}
          aria-label={t`Search site or camera`}
          placeholder={t`Search site or camera`}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <table className={classes['table']} aria-label={t`Roles on sites and cameras`}>
        {!isNarrow && (
          <thead>
            <tr>
              <th scope="col">
                <Trans>Site or camera</Trans>
              </th>
              {lowerRoles.map((role) => (
                <th key={role} scope="col">
                  {i18n._(roleNames[role])}
                </th>
              ))}
              <th scope="col">
                <Trans>Not assigned</Trans>
                <small>
                  <Trans>camera: as its site</Trans>
                </small>
              </th>
            </tr>
          </thead>
        )}
        <tbody>
          {shown.length > 1 && (
            <RoleRow
              name={wanted === '' ? t`All sites` : t`All found sites`}
              none={t`Not assigned`}
              role={roleOfAll(given, shown)}
              onChange={setAll}
            />
          )}
          {shown.map((site) => (
            <SiteRows key={site.siteId} site={site} given={given} onChange={onChange} />
          ))}
        </tbody>
      </table>
    </div>
  )
}
