import { useLingui } from '@lingui/react/macro'
import IconAspectRatio from '@tabler/icons-react/dist/esm/icons/IconAspectRatio.mjs'
import type { PictureShape } from '#contract/enums.ts'
import { useDrawnByPlugin } from '../window/drawn-by-plugin.ts'
import { shapePicture } from '../wall/wall-store.ts'
import { ToolChoices, type ToolProps } from './tool.tsx'

/** How the picture fills its window. */
export function ShapeTool({ cell, channelRef }: ToolProps) {
  const { t } = useLingui()
  const isDrawn = useDrawnByPlugin()
  const choices: Record<PictureShape, string> = {
    fit: t`Fit`,
    fill: t`Fill`,
    stretch: t`Stretch`,
    original: '1:1',
    '4:3': '4:3',
    '16:9': '16:9',
  }
  return (
    <ToolChoices
      label={t`Shape of the picture`}
      icon={IconAspectRatio}
      value={channelRef.shape ?? 'fit'}
      choices={choices}
      reason={isDrawn ? t`The video plugin draws this picture itself.` : undefined}
      onChoose={(shape) => shapePicture(cell, shape === 'fit' ? undefined : shape)}
    />
  )
}
