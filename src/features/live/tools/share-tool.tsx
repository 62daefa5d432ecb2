import { useLingui } from '@lingui/react/macro'
import IconShare2 from '@tabler/icons-react/dist/esm/icons/IconShare2.mjs'
import { sharePicture } from '../gallery/share-picture.ts'
import { useDrawnByPlugin } from '../window/drawn-by-plugin.ts'
import { ToolAction, type ToolProps } from './tool.tsx'

export function ShareTool({ window, name }: ToolProps) {
  const { t } = useLingui()
  const isDrawn = useDrawnByPlugin()
  return (
    <ToolAction
      label={t`Share the picture`}
      icon={IconShare2}
      reason={isDrawn ? t`The video plugin draws this picture itself.` : undefined}
      onClick={() => void sharePicture(window, name)}
    />
  )
}
