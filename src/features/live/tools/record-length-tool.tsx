import { useLingui } from '@lingui/react/macro'
import IconClockRecord from '@tabler/icons-react/dist/esm/icons/IconClockRecord.mjs'
import { useSnapshot } from 'valtio'
import { limits } from '#contract/limits.ts'
import { durationText } from '../../../ui/text/time-text.ts'
import { recordFor, recordings } from '../gallery/recordings.ts'
import { useDrawnByPlugin } from '../window/drawn-by-plugin.ts'
import { ToolChoices, type ToolProps } from './tool.tsx'

/** Records for so long and ends by itself; for a recording that runs, after how long it ends. */
export function RecordLengthTool({ window }: ToolProps) {
  const { t, i18n } = useLingui()
  const isDrawn = useDrawnByPlugin()
  const { sinceMs, lengthMs } = useSnapshot(recordings)
  const isRunning = sinceMs[window] !== undefined
  const presets = limits.recordingPresetsMs.map((ms) => [`${ms} ms`, durationText(ms, i18n.locale)] as const)
  const choices: Record<string, string> = { ...Object.fromEntries(presets), own: t`Other…`, ...(isRunning && { open: t`Until I end it` }) }
  const chosen = isRunning ? (lengthMs[window] === undefined ? 'open' : `${lengthMs[window]} ms`) : ''
  return (
    <ToolChoices
      label={isRunning ? t`End the recording after` : t`Record for`}
      icon={IconClockRecord}
      value={isRunning && !(chosen in choices) ? 'own' : chosen}
      choices={choices}
      reason={isDrawn && !isRunning ? t`The plugin draws this window itself, and cannot record it.` : undefined}
      onChoose={(choice) => {
        if (choice === 'own') recordings.asked = window
        else void recordFor(window, choice === 'open' ? undefined : Number.parseInt(choice, 10))
      }}
    />
  )
}
