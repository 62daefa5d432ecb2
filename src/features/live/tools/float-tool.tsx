import { useLingui } from '@lingui/react/macro'
import IconPictureInPicture from '@tabler/icons-react/dist/esm/icons/IconPictureInPicture.mjs'
import { useSyncExternalStore } from 'react'
import { useDrawnByPlugin } from '../window/drawn-by-plugin.ts'
import { toggleFloating } from '../window/float-picture.ts'
import { videoOf } from '../wall/video-windows.ts'
import { ToolAction, type ToolProps } from './tool.tsx'

/** The picture in a small window of the system's, over all others. */
export function FloatTool({ window }: ToolProps) {
  const { t } = useLingui()
  const video = videoOf(window)
  const isOn = useSyncExternalStore(video.subscribePicture, () => video.floating.isOn)
  const isDrawn = useDrawnByPlugin()
  const reason = isDrawn
    ? t`The video plugin draws this picture itself.`
    : video.floating.isPossible
      ? undefined
      : t`This browser cannot show this picture over other windows.`
  return (
    <ToolAction
      label={t`Picture in picture`}
      hotkey="O"
      icon={IconPictureInPicture}
      isOn={isOn}
      reason={reason}
      onClick={() => void toggleFloating(window)}
    />
  )
}
