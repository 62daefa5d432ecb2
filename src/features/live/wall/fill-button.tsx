import { useLingui } from '@lingui/react/macro'
import IconArrowsMaximize from '@tabler/icons-react/dist/esm/icons/IconArrowsMaximize.mjs'
import { useSnapshot } from 'valtio'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { isFilling } from '../layouts/arrangement.ts'
import { useDrawnByPlugin } from '../window/drawn-by-plugin.ts'
import { shapeAll, wall } from './wall-store.ts'

/** Has all pictures fill their windows, or be shown whole again. */
export function FillButton() {
  const { t } = useLingui()
  const { arrangement } = useSnapshot(wall)
  const isPressed = isFilling(arrangement)
  return (
    <IconButton
      label={t`Fill every window`}
      isPressed={isPressed}
      isDisabled={useDrawnByPlugin() || arrangement.channels.every((channel) => channel === null)}
      onClick={() => shapeAll(isPressed ? undefined : 'fill')}
    >
      <IconArrowsMaximize size={18} stroke={1.5} aria-hidden />
    </IconButton>
  )
}
