import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import type { StationOutput } from '#contract/station.ts'
import { fillScreen, openOther } from '../../data/station/own-window.ts'
import { forgetSecondScreen, isOutputOpen, isSecondMissing, type Opened } from '../../lib/second-screen.ts'
import buttons from '../../ui/controls/button.module.css'
import classes from './kiosk.module.css'

const LOOK_EVERY_MS = 2_000

/** What whoever puts a screen up needs on it: seen while the pointer moves, or a key has brought the focus there. */
export function ScreenSetup({ voId }: { voId: StationOutput }) {
  const [isSecondOpen, setSecondOpen] = useState(voId === 2)
  const [isMissing, setMissing] = useState(false)
  const [opened, setOpened] = useState<Opened>()
  useEffect(() => {
    if (voId === 2) return
    const look = () => {
      void isOutputOpen(2).then(setSecondOpen)
      void isSecondMissing().then(setMissing)
    }
    look()
    const timer = setInterval(look, LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [voId])
  return (
    // A press on the rest of the screen fills it: here each button says what it does.
    <div className={classes['setup']} onPointerUp={(event) => event.stopPropagation()}>
      {opened === 'to-be-moved' && isSecondOpen && (
        <p role="status">
          <Trans>Move the new window to the other screen, and press “Fill this screen” there.</Trans>
        </p>
      )}
      {opened === 'blocked' && !isSecondOpen && (
        <p role="status">
          <Trans>The browser has blocked the new window. Allow this page to open windows.</Trans>
        </p>
      )}
      <button type="button" className={buttons['other']} onClick={fillScreen}>
        <Trans>Fill this screen</Trans>
      </button>
      {voId === 1 && !isSecondOpen && (
        <button type="button" className={buttons['other']} onClick={() => void openOther().then(setOpened)}>
          <Trans>Open screen 2</Trans>
        </button>
      )}
      {isMissing && (
        <button type="button" className={buttons['other']} onClick={() => void forgetSecondScreen().then(() => setMissing(false))}>
          <Trans>Only one screen</Trans>
        </button>
      )}
    </div>
  )
}
