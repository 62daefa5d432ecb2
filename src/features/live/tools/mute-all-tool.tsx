import { useLingui } from '@lingui/react/macro'
import IconVolume3 from '@tabler/icons-react/dist/esm/icons/IconVolume3.mjs'
import { useSyncExternalStore } from 'react'
import { muteAll } from '../sound/sound-store.ts'
import { videoOf } from '../wall/video-windows.ts'
import { wall } from '../wall/wall-store.ts'
import { ToolAction, type ToolProps } from './tool.tsx'

/** Mutes this window and all others; only in a window that is heard. */
export function MuteAllTool({ window }: ToolProps) {
  const { t } = useLingui()
  const { sound } = videoOf(window)
  const { isOn } = useSyncExternalStore(sound.subscribe, () => sound.state)
  if (!isOn) return null
  return (
    <ToolAction label={t`Mute all windows`} hotkey="Shift+M" icon={IconVolume3} onClick={() => muteAll(wall.arrangement.cells.length)} />
  )
}
