import { useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import IconExternalLink from '@tabler/icons-react/dist/esm/icons/IconExternalLink.mjs'
import { layoutOf, popOut } from '../pop-out.ts'
import { ToolAction, type ToolProps } from './tool.tsx'

/** The camera in a browser window of its own, for another screen. */
export function PopOutTool({ channelRef }: ToolProps) {
  const { t } = useLingui()
  const router = useRouter()
  return (
    <ToolAction label={t`Open in a new window`} hotkey="N" icon={IconExternalLink} onClick={() => popOut(router, layoutOf(channelRef))} />
  )
}
