import { useLingui } from '@lingui/react/macro'
import IconPlayerRecord from '@tabler/icons-react/dist/esm/icons/IconPlayerRecord.mjs'
import IconPlayerStop from '@tabler/icons-react/dist/esm/icons/IconPlayerStop.mjs'
import { useSnapshot } from 'valtio'
import { recordings, toggleRecording } from '../gallery/recordings.ts'
import { useDrawnByPlugin } from '../window/drawn-by-plugin.ts'
import { ToolAction, type ToolProps } from './tool.tsx'

export function RecordTool({ window }: ToolProps) {
  const { t } = useLingui()
  const isDrawn = useDrawnByPlugin()
  const isRunning = useSnapshot(recordings).sinceMs[window] !== undefined
  return (
    <ToolAction
      label={isRunning ? t`End the recording` : t`Record`}
      hotkey="R"
      icon={isRunning ? IconPlayerStop : IconPlayerRecord}
      reason={isDrawn && !isRunning ? t`The plugin draws this window itself, and cannot record it.` : undefined}
      onClick={() => void toggleRecording(window)}
    />
  )
}
