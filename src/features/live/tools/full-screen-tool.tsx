import { useLingui } from '@lingui/react/macro'
import IconMaximize from '@tabler/icons-react/dist/esm/icons/IconMaximize.mjs'
import { toggleFullScreen } from '../../../lib/full-screen.ts'
import { ToolAction, type ToolProps } from './tool.tsx'

export function FullScreenTool({ root }: ToolProps) {
  const { t } = useLingui()
  return <ToolAction label={t`Full screen`} hotkey="F" icon={IconMaximize} onClick={() => toggleFullScreen(root.current)} />
}
