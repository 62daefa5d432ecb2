import { useLingui } from '@lingui/react/macro'
import IconMicrophone from '@tabler/icons-react/dist/esm/icons/IconMicrophone.mjs'
import { useSnapshot } from 'valtio'
import { mayTalk } from '../sound/may-talk.ts'
import { sounds, toggleTalk } from '../sound/sound-store.ts'
import { ToolAction, type ToolProps } from './tool.tsx'

/** Opens what one talks to the camera with; only for cameras with a loudspeaker. */
export function TalkTool({ window, channel }: ToolProps) {
  const { t } = useLingui()
  const isOpen = useSnapshot(sounds).talking[window] === true
  const may = mayTalk(channel)
  if (may === 'no-loudspeaker') return null
  return (
    <ToolAction
      label={t`Talk to the camera`}
      hotkey="V"
      icon={IconMicrophone}
      isOn={isOpen}
      reason={may === 'yes' ? undefined : t`You do not have the right to talk here.`}
      onClick={() => toggleTalk(window)}
    />
  )
}
