import { Trans, useLingui } from '@lingui/react/macro'
import IconPlayerPause from '@tabler/icons-react/dist/esm/icons/IconPlayerPause.mjs'
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import IconPlayerSkipForward from '@tabler/icons-react/dist/esm/icons/IconPlayerSkipForward.mjs'
import IconPlayerTrackNext from '@tabler/icons-react/dist/esm/icons/IconPlayerTrackNext.mjs'
import IconPlayerTrackPrev from '@tabler/icons-react/dist/esm/icons/IconPlayerTrackPrev.mjs'
import { lazy, Suspense } from 'react'
import { replaySpeeds, type ReplayState } from '#contract/media-api.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { useReplay } from './replay.ts'
import { videoOf } from '../wall/video-windows.ts'
import classes from './replay-bar.module.css'

/** With the time line, which a wall that shows what is live has no need of. */
const Moment = lazy(() => import('./replay-moment.tsx').then(({ ReplayMoment }) => ({ default: ReplayMoment })))

/** What steers the past of a window, while it is seen: it says plainly that this is not live, and how to get back. */
export function ReplayBar({ window }: { window: number }) {
  const state = useReplay(window)
  return state === undefined ? null : <Bar window={window} state={state} />
}

function Bar({ window, state }: { window: number; state: ReplayState }) {
  const { t } = useLingui()
  const { replay } = videoOf(window)
  const { isPlaying, speed } = state
  const nextSpeed = replaySpeeds[(replaySpeeds.indexOf(speed) + 1) % replaySpeeds.length] ?? 1
  return (
    <div className={classes['bar']} role="group" aria-label={t`Replay`} data-bar>
      <Behind state={state} />
      <div className={classes['slider']}>
        <Suspense>
          <Moment window={window} state={state} />
        </Suspense>
      </div>
      <div className={classes['buttons']}>
        <IconButton label={t`One picture back`} onClick={() => replay.order({ kind: 'step', pictures: -1 })}>
          <IconPlayerTrackPrev size={16} stroke={1.5} aria-hidden />
        </IconButton>
        <IconButton label={isPlaying ? t`Pause` : t`Play`} onClick={() => replay.order({ kind: 'play', isPlaying: !isPlaying })}>
          {isPlaying ? <IconPlayerPause size={16} stroke={1.5} aria-hidden /> : <IconPlayerPlay size={16} stroke={1.5} aria-hidden />}
        </IconButton>
        <IconButton label={t`One picture on`} onClick={() => replay.order({ kind: 'step', pictures: 1 })}>
          <IconPlayerTrackNext size={16} stroke={1.5} aria-hidden />
        </IconButton>
        <button
          type="button"
          className={classes['text']}
          aria-label={t`Speed ${speed}×; press for ${nextSpeed}×`}
          onClick={() => replay.order({ kind: 'speed', speed: nextSpeed })}
        >
          {speed}×
        </button>
        <button type="button" className={classes['text']} onClick={() => replay.order({ kind: 'end' })}>
          <IconPlayerSkipForward size={16} stroke={1.5} aria-hidden />
          <Trans>Back to live</Trans>
        </button>
      </div>
    </div>
  )
}

function Behind({ state: { atMs, toMs } }: { state: ReplayState }) {
  const { t } = useLingui()
  const seconds = Math.round((toMs - atMs) / 1000)
  return (
    <span className={classes['behind']} role="status">
      <strong>
        <Trans>Replay, not live</Trans>
      </strong>
      <span className="sl-figures" aria-hidden>
        {t`−${seconds} s`}
      </span>
    </span>
  )
}
