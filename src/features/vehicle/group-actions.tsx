import { Trans, useLingui } from '@lingui/react/macro'
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import IconFileImport from '@tabler/icons-react/dist/esm/icons/IconFileImport.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import type { Plate, PlateGroup } from '#contract/calls/vehicle/plate.ts'
import { MenuButton, MenuItem, MenuLine } from '../../ui/controls/menu.tsx'
import { OnlineButton } from '../../ui/controls/online-button.tsx'
import { exportPlates } from './export-plates.ts'
import type { GroupDoing } from './group-dialogs.tsx'
import classes from './vehicle.module.css'

/** What can be done with a group and its plates. `shown`: those that are exported. */
export function GroupActions({
  group,
  shown,
  offlineReason,
  onDo,
}: {
  group: PlateGroup
  shown: readonly Plate[]
  offlineReason: string | undefined
  onDo: (doing: GroupDoing) => void
}) {
  const { t } = useLingui()
  const offline = offlineReason === undefined ? {} : { reason: offlineReason }
  const nothing = shown.length === 0 ? { reason: t`There are no plates.` } : {}
  return (
    <div className={classes['main']}>
      <MenuButton label={t`More`} icon={<IconDots size={18} stroke={1.5} aria-hidden />}>
        <MenuItem label={t`Export as Excel file (xlsx)`} {...nothing} onClick={() => void exportPlates(group.groupName, shown, 'xlsx')} />
        <MenuItem label={t`Export as text file (csv)`} {...nothing} onClick={() => void exportPlates(group.groupName, shown, 'csv')} />
        <MenuLine />
        <MenuItem label={t`Rename the group`} {...offline} onClick={() => onDo({ kind: 'rename' })} />
        <MenuItem label={t`Delete the group`} {...offline} onClick={() => onDo({ kind: 'delete-group' })} />
      </MenuButton>
      <OnlineButton
        variant="default"
        offlineReason={offlineReason}
        leftSection={<IconFileImport size={16} stroke={1.5} aria-hidden />}
        onClick={() => onDo({ kind: 'import' })}
      >
        <span className="sl-unseen-narrow">
          <Trans>Import</Trans>
        </span>
      </OnlineButton>
      <OnlineButton
        offlineReason={offlineReason}
        leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />}
        onClick={() => onDo({ kind: 'add' })}
      >
        <span className="sl-unseen-narrow">
          <Trans>Add plate</Trans>
        </span>
      </OnlineButton>
    </div>
  )
}
