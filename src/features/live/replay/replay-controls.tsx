import { Trans, useLingui } from '@lingui/react/macro'
import IconPlayerPause from '@tabler/icons-react/dist/esm/icons/IconPlayerPause.mjs'
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import IconPlayerSkipForward from '@tabler/icons-react/dist/esm/icons/IconPlayerSkipForward.mjs'
import IconPlayerTrackNext from '@tabler/icons-react/dist/esm/icons/IconPlayerTrackNext.mjs'
import IconPlayerTrackPrev from '@tabler/icons-react/dist/esm/icons/IconPlayerTrackPrev.mjs'
import { replaySpeeds, type ReplayState } from '#contract/media-api.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { ReplayMoment } from './replay-moment.tsx'
import { videoOf } from '../wall/video-windows.ts'
import classes from './replay-bar.module.css'

/** What steers the past of a window, while it is seen: it says plainly that this is not live, and how to get back. */
export function ReplayControls({ window, state }: { window: number; state: ReplayState }) {
  const { t } = useLingui()
  const { replay } = videoOf(window)
  const { isPlaying, speed } = state
  const nextSpeed = replaySpeeds[(replaySpeeds.indexOf(speed) + 1) % replaySpeeds.length] ?? 1
  return (
    <div className={classes['bar']} role="group" aria-label={t`Replay`} data-bar>
      <Behind state={state} />
      <div className={classes['slider']}>
        <ReplayMoment window={window} state={state} />
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
