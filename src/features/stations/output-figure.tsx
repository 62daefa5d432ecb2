import { Trans, useLingui } from '@lingui/react/macro'
import type { OutputOfStation } from '#contract/calls/station/station-list.ts'
import { stationLimits } from '#contract/station.ts'
import { agoText, dateTimeText } from '../../ui/text/time-text.ts'
import { useNow } from '../../ui/text/use-now.ts'
import { ShownTitle } from './station-words.tsx'
import classes from './stations.module.css'

const LOOK_EVERY_MS = 5_000
/** A screen sends its picture each minute: one that is older says nothing of now. */
const OLD_MS = 2 * stationLimits.screenshotEveryMs

interface OutputFigureProps {
  output: OutputOfStation
  /** The service's clock minus this machine's, ms. */
  offsetMs: number
}

/** What was on a screen, in the shape of the screen, and when; dimmed where the screen is away, or no picture of it has come any more. */
export function OutputFigure({ output, offsetMs }: OutputFigureProps) {
  const { t, i18n } = useLingui()
  const nowMs = useNow(LOOK_EVERY_MS) + offsetMs
  const { voId, dpi, report, pictureUrl, picturedAtMs, isConnected } = output
  const [width = 16, height = 9] = (report?.screen ?? dpi).split('x').map(Number)
  const ageMs = picturedAtMs === null ? undefined : nowMs - picturedAtMs
  return (
    <span className={classes['figure']} data-past={!isConnected || (ageMs !== undefined && ageMs > OLD_MS)}>
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
        <span className={classes['shown']}>
          <span className="sl-figures">{voId}</span> <ShownTitle output={output} />
        </span>
        {ageMs !== undefined && <span className="sl-figures"> · {agoText(ageMs, i18n.locale)}</span>}
      </span>
    </span>
  )
}
