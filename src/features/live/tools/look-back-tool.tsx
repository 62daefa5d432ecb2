import { useLingui } from '@lingui/react/macro'
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs'
import { backToLive, lookBack, lookBackMs, useLookBack } from '../look-back/look-back.ts'
import { useBackTexts } from '../look-back/use-back-texts.ts'
import { useDrawnByPlugin } from '../window/drawn-by-plugin.ts'
import { ToolChoices, type ToolProps } from './tool.tsx'

/** The past of the camera in this window, while the others stay live. */
export function LookBackTool({ window, channel }: ToolProps) {
  const { t } = useLingui()
  const isDrawn = useDrawnByPlugin()
  const texts = useBackTexts()
  const mayNot = channel && !channel.rights.includes('playback') ? t`You may not play back this camera.` : undefined
  const backs = Object.fromEntries(lookBackMs.map((byMs) => [idOf(byMs), texts[byMs]]))
  const look = useLookBack(window)
  return (
    <ToolChoices
      label={t`Look back`}
      icon={IconHistory}
      value={look ? idOf(look.byMs) : 'live'}
      choices={{ live: t`Live`, ...backs }}
      reason={isDrawn ? t`The video plugin draws this picture itself.` : mayNot}
      onChoose={(choice) => (choice === 'live' ? backToLive(window) : lookBack(window, Number.parseInt(choice)))}
    />
  )
}

/** Numbers alone would come before all others. */
function idOf(byMs: number): string {
  return `${byMs} ms`
}
