import { useLingui } from '@lingui/react/macro'
import type { PtzState } from '#contract/ptz.ts'

/** What the camera does, as a sentence; empty while it is not known. */
export function useDoing(state: PtzState | undefined): string {
  const { t } = useLingui()
  if (state === undefined) return ''
  const { doing, index } = state.status
  const nameIn = (list: readonly { index: number; name: string }[]) => list.find((one) => one.index === index)?.name ?? ''
  const zoom = state.status.zoom.toFixed(1)
  switch (doing) {
    case 'still':
      return state.capabilities.tellsZoom === false ? t`Still` : t`Still · zoom ${zoom}×`
    case 'moving':
      return t`Moving`
    case 'preset':
      return t`Going to “${nameIn(state.presets)}”`
    case 'cruise':
      return t`Cruise “${nameIn(state.cruises)}” runs`
    case 'track':
      return t`Track “${nameIn(state.tracks)}” runs`
    case 'recording':
      return t`Recording a track`
  }
}
