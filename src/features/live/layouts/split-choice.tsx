import { useLingui } from '@lingui/react/macro'
import IconLayoutBoardSplit from '@tabler/icons-react/dist/esm/icons/IconLayoutBoardSplit.mjs'
import { splits } from '#contract/calls/config/wall-grid.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { standardGrid, type SplitName } from '../wall/grid.ts'
import { SplitIcon } from './split-icon.tsx'
import classes from '../live.module.css'

/** How many windows the wall has, or a grid of one's own. `most`: more are not possible here. */
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
  return (
    <div className={classes['splits']} role="group" aria-label={t`Windows of the wall`}>
      {splits.map((count) => (
        <IconButton
          key={count}
          label={count > most ? t`${count} windows: on a Mac the plugin draws at most ${most}` : t`${count} windows`}
          isPressed={count === split}
          isDisabled={count > most}
          onClick={() => onChoose(count)}
        >
          <SplitIcon grid={standardGrid(count)} />
        </IconButton>
      ))}
      <IconButton label={t`Your own layout`} isPressed={split === 'free'} onClick={onMake}>
        <IconLayoutBoardSplit size={18} stroke={1.5} aria-hidden />
      </IconButton>
    </div>
  )
}
