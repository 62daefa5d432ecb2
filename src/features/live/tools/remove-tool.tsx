import { useLingui } from '@lingui/react/macro'
import { useMatches } from '@tanstack/react-router'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useSnapshot } from 'valtio'
import { clearCell, wall } from '../wall/wall-store.ts'
import { ToolAction, type ToolProps } from './tool.tsx'

export function RemoveTool({ cell }: ToolProps) {
  const { t } = useLingui()
  const isBare = useMatches({ select: (matches) => matches.at(-1)?.staticData.isBare === true })
  const { channels } = useSnapshot(wall).arrangement
  // A browser window of its own goes with its last camera.
  const isLast = isBare && channels.filter(Boolean).length === 1
  return (
    <ToolAction label={isLast ? t`Close the window` : t`Remove from the wall`} hotkey="Del" icon={IconX} onClick={() => clearCell(cell)} />
  )
}
