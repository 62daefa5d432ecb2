import { Trans } from '@lingui/react/macro'
import { useLingui } from '@lingui/react'
import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import { archiveRights, type ArchiveRight } from '#contract/archives.ts'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import classes from './panel.module.css'

const rightNames: Record<ArchiveRight, MessageDescriptor> = {
  add: msg`Add`,
  delete: msg`Delete`,
  share: msg`Share`,
  download: msg`Download`,
  query: msg`Search`,
}

/** What a person may do with archives; whoever has none saved may do all (rule 6.3). */
export function ArchiveRights({ value, onChange }: { value: readonly ArchiveRight[]; onChange: (rights: ArchiveRight[]) => void }) {
  const { _ } = useLingui()
  return (
    <fieldset className={classes['rights']}>
      <legend>
        <Trans>Archives</Trans>
      </legend>
      {archiveRights.map((right) => (
        <Checkbox
          key={right}
          label={_(rightNames[right])}
          checked={value.includes(right)}
          onChange={({ currentTarget }) =>
            onChange(archiveRights.filter((known) => (known === right ? currentTarget.checked : value.includes(known))))
          }
        />
      ))}
    </fieldset>
  )
}
