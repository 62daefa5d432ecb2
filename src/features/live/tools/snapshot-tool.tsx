import { useLingui } from '@lingui/react/macro'
import IconCamera from '@tabler/icons-react/dist/esm/icons/IconCamera.mjs'
import { takeSnapshot } from '../gallery/snapshots.ts'
import { ToolAction, type ToolProps } from './tool.tsx'

export function SnapshotTool({ window }: ToolProps) {
  const { t } = useLingui()
  return <ToolAction label={t`Take a snapshot`} hotkey="S" icon={IconCamera} onClick={() => void takeSnapshot(window)} />
}
