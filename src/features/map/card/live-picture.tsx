import { Trans, useLingui } from '@lingui/react/macro'
import type { Channel } from '#contract/calls/device/channel.ts'
import { useBesideWindow } from '../../../data/media/use-beside-window.ts'
import type { VideoWindow } from '../../../data/media/video-window.ts'
import { useLastPicture } from '../../../data/records/use-last-picture.ts'
import { faultTexts } from '../../../ui/text/error-text.ts'
import { agoText } from '../../../ui/text/time-text.ts'
import { useNow } from '../../../ui/text/use-now.ts'
import classes from './card.module.css'

/** What a camera shows now, in place. */
export function LivePicture({ channel }: { channel: Channel }) {
  const { host, state, retry } = useBesideWindow(channel)
  return (
    <div className={classes['picture']} data-state={state.kind}>
      <div ref={host} className={classes['host']} />
      <Said state={state} channel={channel} onRetry={retry} />
    </div>
  )
}

function Said({ state, channel, onRetry }: { state: VideoWindow['state']; channel: Channel; onRetry: () => void }) {
  const { i18n, t } = useLingui()
  const isWithout = state.kind === 'connecting' || state.kind === 'failed' || state.kind === 'paused'
  const last = useLastPicture(channel, isWithout)
  return (
    <>
      {isWithout && last && <img className={classes['last']} src={last.url} alt={t`Last picture`} />}
      {isWithout && last && <Ago sinceMs={last.takenAtMs} />}
      {state.kind === 'stalled' && <Ago sinceMs={state.sinceMs} />}
      {state.kind === 'connecting' && (
        <p className={classes['said']} role="status">
          <Trans>Connecting…</Trans>
        </p>
      )}
      {state.kind === 'failed' && (
        <p className={classes['said']} role="status">
          {i18n._(faultTexts[state.fault])}
          <button type="button" onClick={onRetry}>
            <Trans>Try again</Trans>
          </button>
        </p>
      )}
    </>
  )
}

function Ago({ sinceMs }: { sinceMs: number }) {
  const { i18n } = useLingui()
  return <span className={classes['ago']}>{agoText(useNow() - sinceMs, i18n.locale)}</span>
}
