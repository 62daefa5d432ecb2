import { useLingui } from '@lingui/react/macro'
import IconActivity from '@tabler/icons-react/dist/esm/icons/IconActivity.mjs'
import { useSnapshot } from 'valtio'
import { toggleStats, wall } from '../wall/wall-store.ts'
import { ToolAction, type ToolProps } from './tool.tsx'

export function StatsTool({ window }: ToolProps) {
  const { t } = useLingui()
  const { withStats } = useSnapshot(wall)
  return (
    <ToolAction label={t`Stream details`} hotkey="I" icon={IconActivity} isOn={withStats.has(window)} onClick={() => toggleStats(window)} />
  )
}
