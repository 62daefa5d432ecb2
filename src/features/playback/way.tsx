import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { usePlaybackWay } from './deck.ts'
import classes from './playback.module.css'

/** Which way the pictures come; and that the relay has taken over, where the plugin went away. */
export function Way() {
  const way = usePlaybackWay()
  const [hadPlugin, setHadPlugin] = useState(false)
  if (way === 'plugin' && !hadPlugin) setHadPlugin(true)
  return (
    <span className={classes['way']} role="status" data-path={way}>
      {way === 'plugin' && <Trans>Video by the local plugin</Trans>}
      {way === 'relay' && !hadPlugin && <Trans>Video by the relay</Trans>}
      {way === 'relay' && hadPlugin && <Trans>The local plugin is gone. The relay plays on.</Trans>}
    </span>
  )
}
