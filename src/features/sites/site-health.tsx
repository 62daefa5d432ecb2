import { useLingui } from '@lingui/react/macro'
import type { Site } from '#contract/calls/device/site-list-choose.ts'
import { StatusDot, type Status } from '../../ui/controls/status-dot.tsx'
import tables from '../../ui/controls/table/table.module.css'

/** How bad it is, the worst first: for the order of the list. */
export function urgencyOf({ deviceTotal, deviceOnline, cameraTotal, cameraOnline }: Site): number {
  if (deviceTotal > 0 && deviceOnline === 0) return 0
  if (deviceOnline < deviceTotal) return 1
  if (cameraOnline < cameraTotal) return 2
  return deviceTotal === 0 ? 4 : 3
}

/** What is to be seen to on a site, in a word and by its shape. */
export function useHealth(): (site: Site) => { dot: Status; word: string } {
  const { t } = useLingui()
  return (site) => {
    const devices = site.deviceTotal - site.deviceOnline
    const cameras = site.cameraTotal - site.cameraOnline
    const states: { dot: Status; word: string }[] = [
      { dot: 'alarm', word: t`Everything is offline` },
      { dot: 'warning', word: t`Devices offline: ${devices}` },
      { dot: 'warning', word: t`Cameras offline: ${cameras}` },
      { dot: 'online', word: t`In order` },
      { dot: 'unknown', word: t`No devices yet` },
    ]
    return states[urgencyOf(site)] ?? { dot: 'unknown', word: '' }
  }
}

/** How a site does. */
export function SiteHealth({ site }: { site: Site }) {
  const { dot, word } = useHealth()(site)
  return (
    <span className={tables['status']}>
      <StatusDot status={dot} word={word} hideWord />
      <span>{word}</span>
    </span>
  )
}
