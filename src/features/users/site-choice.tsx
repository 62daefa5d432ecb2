import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { sitesQuery } from '../../data/places/sites.ts'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import classes from './panel.module.css'

/** Which sites somebody is assigned to from the start; the role is the same on all of them. */
export function SiteChoice({ value, onChange }: { value: readonly string[]; onChange: (siteIds: string[]) => void }) {
  const { data } = useQuery(sitesQuery)
  if (data === undefined || data.sites.length === 0) return null
  const ids = data.sites.map(({ siteId }) => siteId)
  return (
    <fieldset className={classes['sites']}>
      <legend>
        <Trans>Sites</Trans>
      </legend>
      {data.sites.map(({ siteId, siteName }) => (
        <Checkbox
          key={siteId}
          label={siteName}
          checked={value.includes(siteId)}
          onChange={({ currentTarget }) =>
            onChange(ids.filter((known) => (known === siteId ? currentTarget.checked : value.includes(known))))
          }
        />
      ))}
    </fieldset>
  )
}
