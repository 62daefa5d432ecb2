import { Trans, useLingui } from '@lingui/react/macro'
import IconPlayerPause from '@tabler/icons-react/dist/esm/icons/IconPlayerPause.mjs'
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import IconPlayerSkipBack from '@tabler/icons-react/dist/esm/icons/IconPlayerSkipBack.mjs'
import IconPlayerSkipForward from '@tabler/icons-react/dist/esm/icons/IconPlayerSkipForward.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import type { RunningTour } from './use-tour.ts'
import classes from './tour.module.css'

/** The tour that runs: where it is, and what one can do about it. */
export function TourBar({ tour }: { tour: RunningTour }) {
  const { t } = useLingui()
  const { name, index, count, isPaused, run } = tour
  const number = index + 1
  return (
    <div className={classes['bar']} role="group" aria-label={t`Tour “${name}”`}>
      <span className={classes['name']}>{name}</span>
      <span className={classes['place']}>
        <Trans>
          {number} of {count}
        </Trans>
      </span>
      <IconButton label={t`Previous view`} onClick={() => run.previous()}>
        <IconPlayerSkipBack size={16} stroke={1.5} aria-hidden />
      </IconButton>
      {isPaused ? (
        <IconButton label={t`Go on with the tour`} onClick={() => run.resume()}>
          <IconPlayerPlay size={16} stroke={1.5} aria-hidden />
        </IconButton>
      ) : (
        <IconButton label={t`Pause the tour`} onClick={() => run.pause()}>
          <IconPlayerPause size={16} stroke={1.5} aria-hidden />
        </IconButton>
      )}
      <IconButton label={t`Next view`} onClick={() => run.next()}>
        <IconPlayerSkipForward size={16} stroke={1.5} aria-hidden />
      </IconButton>
      <IconButton label={t`End the tour`} onClick={tour.end}>
        <IconX size={16} stroke={1.5} aria-hidden />
      </IconButton>
    </div>
  )
}
