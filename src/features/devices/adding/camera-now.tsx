import { Trans, useLingui } from '@lingui/react/macro'
import type { Channel } from '#contract/calls/device/channel.ts'
import { useBesideWindow } from '../../../data/media/use-beside-window.ts'
import { faultTexts } from '../../../ui/text/error-text.ts'
import classes from './adding.module.css'

/** What a camera that was just added shows. */
export function CameraNow({ channel }: { channel: Channel }) {
  const { i18n } = useLingui()
  const { host, state } = useBesideWindow(channel)
  return (
    <figure className={classes['picture']} data-state={state.kind}>
      <div ref={host} className={classes['host']} />
      {state.kind === 'connecting' && (
        <p role="status">
          <Trans>Connecting…</Trans>
        </p>
      )}
      {state.kind === 'failed' && <p role="status">{i18n._(faultTexts[state.fault])}</p>}
      <figcaption>{channel.channelName}</figcaption>
    </figure>
  )
}
