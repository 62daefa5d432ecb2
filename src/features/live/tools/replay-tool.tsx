import { useLingui } from '@lingui/react/macro'
import IconRewindBackward30 from '@tabler/icons-react/dist/esm/icons/IconRewindBackward30.mjs'
import { toggleReplay, useReplay } from '../replay/replay.ts'
import { ToolAction, type ToolProps } from './tool.tsx'

export function ReplayTool({ window }: ToolProps) {
  const { t } = useLingui()
  return (
    <ToolAction
      label={t`Replay of the last 30 s`}
      hotkey="B"
      icon={IconRewindBackward30}
      isOn={useReplay(window) !== undefined}
      onClick={() => toggleReplay(window)}
    />
  )
}
