import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { VideoWindow } from '../../data/media/video-window.ts'
import { useNow } from '../../ui/use-now.ts'
import classes from './window.module.css'

/** Figures of a stream, once a second. */
export function WindowFigures({ video }: { video: VideoWindow }) {
  const { i18n, t } = useLingui()
  useNow()
  const stats = video.stats()
  if (stats === undefined) return null
  const count = (value: number, digits = 0) => i18n.number(value, { maximumFractionDigits: digits })
  const rows: [ReactNode, string][] = [
    [<Trans>Source</Trans>, stats.source === 'plugin' ? t`Plugin` : t`Relay`],
    [<Trans>Stream</Trans>, `${stats.stream === 'main' ? t`Main` : t`Sub`} · ${stats.width}×${stats.height} · ${count(stats.fps, 1)} fps`],
    [<Trans>Codec</Trans>, stats.codec],
    [<Trans>Bit rate</Trans>, `${count(stats.bitrateKbps)} kbps`],
    [<Trans>Picture age</Trans>, `${count(stats.pictureAgeMs)} ms · p95 ${count(stats.pictureAgeP95Ms)} ms`],
    [<Trans>Pictures</Trans>, t`${count(stats.framesShown)} shown, ${count(stats.framesDropped)} dropped`],
  ]
  return (
    <dl className={classes['figures']}>
      {rows.map(([label, value], index) => (
        <div key={index}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
