import { useLingui } from '@lingui/react/macro'
import IconVolume from '@tabler/icons-react/dist/esm/icons/IconVolume.mjs'
import IconVolumeOff from '@tabler/icons-react/dist/esm/icons/IconVolumeOff.mjs'
import { useSyncExternalStore } from 'react'
import { toggleSound } from '../sound/sound-store.ts'
import { videoOf } from '../wall/video-windows.ts'
import { ToolAction, type ToolProps } from './tool.tsx'

/** Lets the window be heard. */
export function SoundTool({ window }: ToolProps) {
  const { t } = useLingui()
  const { sound } = videoOf(window)
  const { isOn, source } = useSyncExternalStore(sound.subscribe, () => sound.state)
  const reasons: Record<typeof source, string | undefined> = {
    there: undefined,
    unknown: t`There is no picture yet.`,
    none: t`This camera sends no sound.`,
    unsupported: t`This browser cannot play the sound of this camera.`,
  }
  return (
    <ToolAction
      label={t`Sound`}
      hotkey="M"
      icon={isOn ? IconVolume : IconVolumeOff}
      isOn={isOn}
      reason={isOn ? undefined : reasons[source]}
      onClick={() => toggleSound(window)}
    />
  )
}
