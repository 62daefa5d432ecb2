import { useLingui } from '@lingui/react/macro'
import { useSnapshot } from 'valtio'
import type { ReplayState } from '#contract/media-api.ts'
import { useSiteZones } from '../../../data/places/use-site-zones.ts'
import { TimeLine } from '../../../ui/time-line/time-line.tsx'
import { videoOf } from '../wall/video-windows.ts'
import { wall } from '../wall/wall-store.ts'

/** Where in its past a window is: to be moved to another time. */
export function ReplayMoment({ window, state: { fromMs, toMs, atMs } }: { window: number; state: ReplayState }) {
  const { t } = useLingui()
  const { replay } = videoOf(window)
  const zones = useSiteZones()
  const camera = useSnapshot(wall).arrangement.channels[window]
  const seek = (wantedMs: number) => replay.order({ kind: 'seek', atMs: wantedMs })
  return (
    <TimeLine
      label={t`Time`}
      form="compact"
      isOnVideo
      bounds={{ fromMs, toMs }}
      atMs={atMs}
      zone={zones.ofCamera(camera)}
      onSeek={seek}
      onScrub={seek}
      describe={(wantedMs) => {
        const seconds = Math.round((toMs - wantedMs) / 1000)
        return t`${seconds} s behind live`
      }}
    />
  )
}
