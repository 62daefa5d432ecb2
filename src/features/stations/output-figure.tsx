import { Trans, useLingui } from '@lingui/react/macro'
import type { OutputOfStation } from '#contract/calls/station/station-list.ts'
import { dateTimeText } from '../../ui/text/time-text.ts'
import { ShownTitle } from './station-words.tsx'
import classes from './stations.module.css'

/** What was on a screen a minute ago at most, in the shape of the screen; dimmed where nothing was heard of it since. */
export function OutputFigure({ output }: { output: OutputOfStation }) {
  const { t, i18n } = useLingui()
  const { voId, dpi, pictureUrl, picturedAtMs, isConnected } = output
  const [width = 16, height = 9] = dpi.split('x').map(Number)
  return (
    <span className={classes['figure']} data-away={!isConnected}>
      <span className={classes['picture']} style={{ aspectRatio: `${width} / ${height}` }}>
        {pictureUrl === null || picturedAtMs === null ? (
          <span>
            <Trans>No picture yet</Trans>
          </span>
        ) : (
          <img src={pictureUrl} alt={t`Screen ${voId}, ${dateTimeText(picturedAtMs, i18n.locale)}`} draggable={false} />
        )}
      </span>
      <span className={classes['caption']}>
        <span className="sl-figures">{voId}</span> <ShownTitle output={output} />
      </span>
    </span>
  )
}
