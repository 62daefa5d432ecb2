import { useLingui } from '@lingui/react/macro'
import IconCamera from '@tabler/icons-react/dist/esm/icons/IconCamera.mjs'
import IconMaximize from '@tabler/icons-react/dist/esm/icons/IconMaximize.mjs'
import IconVolume from '@tabler/icons-react/dist/esm/icons/IconVolume.mjs'
import IconVolumeOff from '@tabler/icons-react/dist/esm/icons/IconVolumeOff.mjs'
import IconZoomIn from '@tabler/icons-react/dist/esm/icons/IconZoomIn.mjs'
import IconZoomOut from '@tabler/icons-react/dist/esm/icons/IconZoomOut.mjs'
import { IconButton } from '../controls/icon-button.tsx'

export interface PictureButtonsProps {
  isHeard: boolean
  /** How many times as large the picture is shown. */
  scale: number
  onHear: () => void
  onZoom: (step: 1 | -1) => void
  onSnapshot: (() => void) | undefined
  onFullScreen: () => void
}

const icon = { size: 18, stroke: 1.5, 'aria-hidden': true }

/** What is done with the picture that is chosen. */
export function PictureButtons({ isHeard, scale, onHear, onZoom, onSnapshot, onFullScreen }: PictureButtonsProps) {
  const { t } = useLingui()
  return (
    <>
      <IconButton label={isHeard ? t`Sound off` : t`Sound on`} hotkey="M" onClick={onHear}>
        {isHeard ? <IconVolume {...icon} /> : <IconVolumeOff {...icon} />}
      </IconButton>
      {scale > 1 && (
        <IconButton label={t`Smaller`} hotkey="-" onClick={() => onZoom(-1)}>
          <IconZoomOut {...icon} />
        </IconButton>
      )}
      <IconButton label={t`Larger`} hotkey="+" onClick={() => onZoom(1)}>
        <IconZoomIn {...icon} />
      </IconButton>
      {onSnapshot && (
        <IconButton label={t`Keep this picture`} hotkey="S" onClick={onSnapshot}>
          <IconCamera {...icon} />
        </IconButton>
      )}
      <IconButton label={t`Full screen`} hotkey="F" onClick={onFullScreen}>
        <IconMaximize {...icon} />
      </IconButton>
    </>
  )
}
