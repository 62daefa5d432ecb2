import { useLingui } from '@lingui/react/macro'
import IconRewindBackward30 from '@tabler/icons-react/dist/esm/icons/IconRewindBackward30.mjs'
import { toggleReplay, useReplay } from '../replay/replay.ts'
import { useDrawnByPlugin } from '../window/drawn-by-plugin.ts'
import { ToolAction, type ToolProps } from './tool.tsx'

export function ReplayTool({ window }: ToolProps) {
  const { t } = useLingui()
  const isDrawn = useDrawnByPlugin()
  return (
    <ToolAction
      label={t`Replay of the last 30 s`}
      hotkey="B"
      icon={IconRewindBackward30}
      isOn={useReplay(window) !== undefined}
      reason={isDrawn ? t`The video plugin draws this picture itself.` : undefined}
      onClick={() => toggleReplay(window)}
    />
  )
}
