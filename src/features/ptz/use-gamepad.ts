import { useEffect, useState } from 'react'
import { motionOf } from './gamepad-motion.ts'
import { ptzUi } from './ptz-store.ts'
import type { Steering } from './steering.ts'

/** Steers by a gamepad while one is connected, and looks at it only then. Answers whether there is one. */
export function useGamepad(steering: Steering): boolean {
  const [isConnected, setConnected] = useState(hasGamepad)
  useEffect(() => {
    const look = () => setConnected(hasGamepad())
    addEventListener('gamepadconnected', look)
    addEventListener('gamepaddisconnected', look)
    return () => {
      removeEventListener('gamepadconnected', look)
      removeEventListener('gamepaddisconnected', look)
    }
  }, [])
  useEffect(() => {
    if (!isConnected) return
    let asked = ''
    let frame = requestAnimationFrame(look)
    function look() {
      frame = requestAnimationFrame(look)
      const pad = navigator.getGamepads().find((one) => one !== null)
      const motion = pad && document.hasFocus() ? motionOf(pad) : undefined
      const asks = JSON.stringify(motion ?? null)
      if (asks === asked || (asked === '' && motion === undefined)) return
      asked = motion === undefined ? '' : asks
      if (motion === undefined) steering.release()
      else steering.hold(motion, ptzUi.speed)
    }
    return () => {
      cancelAnimationFrame(frame)
      if (asked !== '') steering.release()
    }
  }, [isConnected, steering])
  return isConnected
}

function hasGamepad(): boolean {
  return navigator.getGamepads().some((pad) => pad !== null)
}
