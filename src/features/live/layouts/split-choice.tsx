import { useLingui } from '@lingui/react/macro'
import IconLayoutBoardSplit from '@tabler/icons-react/dist/esm/icons/IconLayoutBoardSplit.mjs'
import { splits } from '#contract/calls/config/wall-grid.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { MenuButton, MenuItem } from '../../../ui/controls/menu.tsx'
import { useNarrow } from '../../../ui/page/use-narrow.ts'
import { standardGrid, type SplitName } from '../../../lib/wall-grid.ts'
import { SplitIcon } from './split-icon.tsx'
import classes from '../live.module.css'

/** How many windows the wall has, or a grid of one's own; on a narrow screen in a menu. `most`: more are not possible here. */
export function SplitChoice({
  split,
  most,
  onChoose,
  onMake,
}: {
  split: SplitName
  most: number
  onChoose: (split: SplitName) => void
  onMake: () => void
}) {
  const { t } = useLingui()
  const isNarrow = useNarrow()
  const label = t`Windows of the wall`
  const ownLabel = t`Your own layout`
  const ownIcon = <IconLayoutBoardSplit size={18} stroke={1.5} aria-hidden />
  // No plural form: the browser's formats of numbers would cost a start offline more than the wall's windows do.
  const labelOf = (count: number) => (count === 1 ? t`1 window` : t`${count} windows`)
  if (isNarrow) {
    return (
      <MenuButton label={label} icon={split === 'free' ? ownIcon : <SplitIcon grid={standardGrid(split)} />}>
        {splits.map((count) => (
          <MenuItem
            key={count}
            label={labelOf(count)}
            icon={<SplitIcon grid={standardGrid(count)} />}
            isChecked={count === split}
            reason={count > most ? t`On a Mac the plugin draws at most ${most} windows.` : undefined}
            onClick={() => onChoose(count)}
          />
        ))}
        <MenuItem label={ownLabel} icon={ownIcon} isChecked={split === 'free'} onClick={onMake} />
      </MenuButton>
    )
  }
  return (
    <div className={classes['splits']} role="group" aria-label={label}>
      {splits.map((count) => (
        <IconButton
          key={count}
          label={count > most ? t`${count} windows: on a Mac the plugin draws at most ${most}` : labelOf(count)}
          isPressed={count === split}
          isDisabled={count > most}
          onClick={() => onChoose(count)}
        >
          <SplitIcon grid={standardGrid(count)} />
        </IconButton>
      ))}
      <IconButton label={ownLabel} isPressed={split === 'free'} onClick={onMake}>
        {ownIcon}
      </IconButton>
    </div>
  )
}
