import { useLingui } from '@lingui/react/macro'
import type { VideoWindow } from '../../../data/media/video-window.ts'
import { useNow } from '../../../ui/text/use-now.ts'
import classes from './window.module.css'

/** Figures of a stream, once a second. */
export function WindowFigures({ video }: { video: VideoWindow }) {
  const { i18n, t } = useLingui()
  useNow()
  const stats = video.stats()
  if (stats === undefined) return null
  const count = (value: number, digits = 0) => i18n.number(value, { maximumFractionDigits: digits })
  const rows: [string, string][] = [
    [t`Source`, stats.source === 'plugin' ? t`Plugin` : t`Relay`],
    [t`Stream`, `${stats.stream === 'main' ? t`Main` : t`Sub`} · ${stats.width}×${stats.height} · ${count(stats.fps, 1)} fps`],
    [t`Codec`, stats.codec],
    [t`Bit rate`, `${count(stats.bitrateKbps)} kbps`],
    [t`Picture age`, `${count(stats.pictureAgeMs)} ms · p95 ${count(stats.pictureAgeP95Ms)} ms`],
    [t({ context: 'of video', message: 'Pictures' }), t`${count(stats.framesShown)} shown, ${count(stats.framesDropped)} dropped`],
  ]
  const behindMs = video.sound.figures?.behindPictureMs
  if (behindMs !== undefined) rows.push([t`Sound`, t`${count(behindMs)} ms behind the picture`])
  return (
    <dl className={classes['figures']}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
