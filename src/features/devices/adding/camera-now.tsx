import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import type { Channel } from '#contract/calls/device/channel.ts'
import { besideWindow } from '../../../data/media/beside-window.ts'
import { faultTexts } from '../../../ui/text/error-text.ts'
import classes from './adding.module.css'

/** What a camera that was just added shows. */
export function CameraNow({ channel }: { channel: Channel }) {
  const { i18n } = useLingui()
  const window = besideWindow()
  const host = useRef<HTMLDivElement>(null)
  const state = useSyncExternalStore(window.subscribe, () => window.state)
  const { sn, chlIndex, channelName } = channel
  const show = useEffectEvent(() => window.show({ sn, chlIndex, streams: channel.capability.streams }))
  useEffect(() => {
    const element = host.current
    if (element === null) return
    show()
    window.mount(element)
    const watch = new ResizeObserver(([entry]) => {
      if (entry) window.resize(entry.contentRect.width * devicePixelRatio, entry.contentRect.height * devicePixelRatio)
    })
    watch.observe(element)
    return () => {
      watch.disconnect()
      window.unmount()
    }
  }, [window, sn, chlIndex])
  return (
    <figure className={classes['picture']} data-state={state.kind}>
      <div ref={host} className={classes['host']} />
      {state.kind === 'connecting' && (
        <p role="status">
          <Trans>Connecting…</Trans>
        </p>
      )}
      {state.kind === 'failed' && <p role="status">{i18n._(faultTexts[state.fault])}</p>}
      <figcaption>{channelName}</figcaption>
    </figure>
  )
}
