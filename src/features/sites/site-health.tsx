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
export function SiteHealth({ site }: { site: Site }) {
  const { t } = useLingui()
  const { deviceTotal, deviceOnline, cameraTotal, cameraOnline } = site
  const devices = deviceTotal - deviceOnline
  const cameras = cameraTotal - cameraOnline
  const states: { dot: Status; word: string }[] = [
    { dot: 'alarm', word: t`Everything is offline` },
    { dot: 'warning', word: t`Devices offline: ${devices}` },
    { dot: 'warning', word: t`Cameras offline: ${cameras}` },
    { dot: 'online', word: t`In order` },
    { dot: 'unknown', word: t`No devices yet` },
  ]
  const { dot, word } = states[urgencyOf(site)] ?? { dot: 'unknown', word: '' }
  return (
    <span className={tables['status']}>
      <StatusDot status={dot} word={word} hideWord />
      <span>{word}</span>
    </span>
  )
}
