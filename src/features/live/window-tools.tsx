import { useLingui } from '@lingui/react/macro'
import IconActivity from '@tabler/icons-react/dist/esm/icons/IconActivity.mjs'
import IconMaximize from '@tabler/icons-react/dist/esm/icons/IconMaximize.mjs'
import IconShare2 from '@tabler/icons-react/dist/esm/icons/IconShare2.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useSnapshot } from 'valtio'
import { IconButton } from '../../ui/icon-button.tsx'
import { sharePicture } from './share-picture.ts'
import { clearCell, toggleStats, wall } from './wall-store.ts'
import classes from './window.module.css'

/** Tools of a window; there on hover, focus or touch only. */
export function WindowTools({
  window,
  cell,
  name,
  onFullScreen,
}: {
  window: number
  cell: number
  name: string
  onFullScreen: () => void
}) {
  const { t } = useLingui()
  const { withStats } = useSnapshot(wall)
  return (
    <div className={classes['tools']}>
      <IconButton label={t`Stream details`} hotkey="I" isPressed={withStats.has(window)} onClick={() => toggleStats(window)}>
        <IconActivity size={16} stroke={1.5} aria-hidden />
      </IconButton>
      <IconButton label={t`Share the picture`} onClick={() => void sharePicture(window, name)}>
        <IconShare2 size={16} stroke={1.5} aria-hidden />
      </IconButton>
      <IconButton label={t`Full screen`} hotkey="F" onClick={onFullScreen}>
        <IconMaximize size={16} stroke={1.5} aria-hidden />
      </IconButton>
      <IconButton label={t`Remove from the wall`} hotkey="Del" onClick={() => clearCell(cell)}>
        <IconX size={16} stroke={1.5} aria-hidden />
      </IconButton>
    </div>
  )
}
