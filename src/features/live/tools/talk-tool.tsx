import { useLingui } from '@lingui/react/macro'
import IconMicrophone from '@tabler/icons-react/dist/esm/icons/IconMicrophone.mjs'
import { useSnapshot } from 'valtio'
import { mayTalk } from '../sound/may-talk.ts'
import { sounds, toggleTalk } from '../sound/sound-store.ts'
import { ToolAction, type ToolProps } from './tool.tsx'

/** Opens what one talks to the camera with; says so where that cannot be. */
export function TalkTool({ window, channel }: ToolProps) {
  const { t } = useLingui()
  const isOpen = useSnapshot(sounds).talking[window] === true
  if (!channel) return null
  const reasons = {
    yes: undefined,
    'no-loudspeaker': t`This camera cannot be talked to.`,
    'no-permission': t`You do not have the right to talk here.`,
  }
  return (
    <ToolAction
      label={t`Talk to the camera`}
      hotkey="V"
      icon={IconMicrophone}
      isOn={isOpen}
      reason={reasons[mayTalk(channel)]}
      onClick={() => toggleTalk(window)}
    />
  )
}
