import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import type { StationOutput, StationStart } from '#contract/station.ts'
import { fillScreen } from '../../data/station/own-window.ts'
import { stationState } from '../../data/station/station-link.ts'
import { useWakeLock } from '../../lib/use-wake-lock.ts'
import { ScreenSetup } from './screen-setup.tsx'
import { PairingScreen } from './pairing-screen.tsx'
import { StationScreen } from './station-screen.tsx'
import { screenOf } from './screen.ts'
import { useHiddenPointer, useShift } from './use-quiet-screen.ts'
import classes from './kiosk.module.css'

/** What stands on the screen of a viewing station: its code until somebody has paired it, then what the office says. Nothing on it needs a keyboard. */
export function KioskPage({ voId, start = 'start' }: { voId: StationOutput; start?: StationStart | undefined }) {
  const screen = screenOf(voId, start)
  const { stage, now } = useSnapshot(stationState) as typeof stationState
  const root = useRef<HTMLElement>(null)
  useEffect(() => screen.begin(), [screen])
  useWakeLock(true)
  useHiddenPointer(root)
  useShift(root)
  return (
    <main
      ref={root}
      className={classes['screen']}
      data-stage={stage}
      // A browser fills the screen only when somebody asks for it; one that is started for it (docs/kiosk.md) does so by itself.
      onPointerUp={fillScreen}
    >
      <ScreenSetup voId={voId} />
      {now === undefined ? <PairingScreen /> : <StationScreen now={now} screen={screen} />}
    </main>
  )
}
