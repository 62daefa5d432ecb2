import { useLingui } from '@lingui/react/macro'
import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import type { PastWindowState } from '#contract/playback-api.ts'
import classes from './past-picture.module.css'

/** A window of the playback, as far as its picture goes. */
interface Past {
  readonly state: PastWindowState
  subscribe: (listener: () => void) => () => void
  mount: (host: HTMLElement) => () => void
}

/** The picture of the past, and what is to be said where there is none of the moment. */
export function PastPicture({ past }: { past: Past }) {
  const { t } = useLingui()
  const { shows, fault, pictureMs } = useSyncExternalStore(past.subscribe, () => past.state)
  const host = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => (host.current ? past.mount(host.current) : undefined), [past])
  const reasons = {
    offline: t`The device is offline. Its recordings are there again when it is.`,
    'no-permission': t`You may not play back this camera.`,
    'no-recording': t`Nothing was recorded at this time.`,
    damaged: t`The recording is damaged here. It goes on with the next pictures that are whole.`,
  }
  const cannot = t`The recording cannot be read here. It is tried again.`
  const why = fault !== undefined && fault in reasons ? reasons[fault as keyof typeof reasons] : cannot
  return (
    <div className={classes['past']} data-shows={shows} data-picture-ms={pictureMs}>
      <div ref={host} className={classes['host']} />
      {shows === 'loading' && <span className={classes['ring']} role="status" aria-label={t`Loading`} data-spinner />}
      {(shows === 'gap' || shows === 'fault') && (
        <p className={classes['said']} role="status">
          {shows === 'gap' ? reasons['no-recording'] : why}
        </p>
      )}
    </div>
  )
}
