import { Plural, Trans, useLingui } from '@lingui/react/macro'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { OnlineButton } from '../../ui/controls/online-button.tsx'
import classes from './vehicle.module.css'

/** How many plates are chosen, and what can be done with all of them. */
export function ChosenPlates({
  count,
  offlineReason,
  onMove,
  onDelete,
  onClear,
}: {
  count: number
  offlineReason: string | undefined
  onMove: () => void
  onDelete: () => void
  onClear: () => void
}) {
  const { t } = useLingui()
  const look = { variant: 'default', size: 'compact-md', offlineReason } as const
  return (
    <div className={classes['chosen']} role="group" aria-label={t`What is chosen`}>
      <span className="sl-figures" role="status">
        <Plural value={count} one="# plate chosen" other="# plates chosen" />
      </span>
      <OnlineButton {...look} onClick={onMove}>
        <Trans>Move to another group</Trans>
      </OnlineButton>
      <OnlineButton {...look} onClick={onDelete}>
        <Trans>Delete</Trans>
      </OnlineButton>
      <IconButton label={t`Choose none`} onClick={onClear}>
        <IconX size={16} stroke={1.5} aria-hidden />
      </IconButton>
    </div>
  )
}
