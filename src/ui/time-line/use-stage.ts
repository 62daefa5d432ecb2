import { useLayoutEffect, useState, useSyncExternalStore, type RefObject } from 'react'
import { useSnapshot } from 'valtio'
import { sans } from '../theme/theme.ts'
import { themeState } from '../theme/theme-choice.ts'
import { listenToHands } from './gestures.ts'
import { paletteOf } from './paint/palette.ts'
import { Stage, type Told } from './stage.ts'

const calm = window.matchMedia('(prefers-reduced-motion: reduce)')

/** Something of a stage as it is in the last picture: a text or a number. */
export function useStageValue<Value extends string | number | undefined>(stage: Stage, read: (stage: Stage) => Value): Value {
  return useSyncExternalStore(stage.subscribe, () => read(stage))
}

/** The stage of a component for its life, told what the component is told, in the colours of the theme. `isOnVideo`: in the dark ones always. */
export function useStage({ isOnVideo, ...wish }: Omit<Told, 'palette' | 'font' | 'isCalm'> & { isOnVideo: boolean }): Stage {
  const { shown, accent } = useSnapshot(themeState)
  const told: Told = { ...wish, palette: paletteOf(isOnVideo ? 'dark' : shown, accent), font: sans, isCalm: calm.matches }
  const [stage] = useState(() => new Stage(told))
  useLayoutEffect(() => stage.tell(told))
  return stage
}

interface Parts {
  track: RefObject<HTMLElement | null>
  canvas: RefObject<HTMLCanvasElement | null>
  chip: RefObject<HTMLElement | null>
  preview: RefObject<HTMLElement | null>
}

/** Has the stage draw into its elements and hear the hands on them. */
export function useStageElements(stage: Stage, { track, canvas, chip, preview }: Parts): void {
  useLayoutEffect(() => {
    if (!track.current || !canvas.current || !chip.current || !preview.current) return
    const listening = new AbortController()
    listenToHands(track.current, stage, listening.signal)
    const detach = stage.attach({ canvas: canvas.current, chip: chip.current, preview: preview.current })
    return () => {
      listening.abort()
      detach()
    }
  }, [stage, track, canvas, chip, preview])
}
