import { useLingui } from '@lingui/react/macro'
import IconZoomIn from '@tabler/icons-react/dist/esm/icons/IconZoomIn.mjs'
import { useDrawnByPlugin } from '../window/drawn-by-plugin.ts'
import { useZoomed, zoomWindow } from '../zoom/zoom-store.ts'
import { ToolChoices, type ToolProps } from './tool.tsx'

const scales = { '1': '1×', '2': '2×', '4': '4×', '8': '8×' }

/** Shows a part of the picture larger: for those who have neither a wheel nor two fingers. */
export function ZoomTool({ window, root }: ToolProps) {
  const { t } = useLingui()
  const isDrawn = useDrawnByPlugin()
  const scale = String(useZoomed(window)?.view.scale ?? 1)
  return (
    <ToolChoices
      label={t`Digital zoom`}
      icon={IconZoomIn}
      value={scale as keyof typeof scales}
      choices={scales}
      reason={isDrawn ? t`The video plugin draws this picture itself.` : undefined}
      onChoose={(chosen) => root.current && zoomWindow(root.current, Number(chosen))}
    />
  )
}
