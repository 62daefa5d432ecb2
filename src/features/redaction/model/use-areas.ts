import { useState } from 'react'
import type { RedactionArea } from '#contract/redaction.ts'

const MOST_STEPS = 100

interface Drawn {
  areas: readonly RedactionArea[]
  /** Which one is worked on. */
  chosen: number | undefined
}

/** What is drawn, with the way back. `isStep`: false while a hand still drags, so that one drag is one step back. */
export function useAreas() {
  const [now, setNow] = useState<Drawn>({ areas: [], chosen: undefined })
  const [before, setBefore] = useState<Drawn[]>([])
  const keep = () => setBefore((steps) => [...steps, now].slice(-MOST_STEPS))
  const change = (next: Drawn) => {
    keep()
    setNow(next)
  }
  return {
    ...now,
    keep,
    choose: (chosen: number | undefined) => setNow({ ...now, chosen }),
    add: (...added: RedactionArea[]) => change({ areas: [...now.areas, ...added], chosen: now.areas.length }),
    set: (index: number, area: RedactionArea, isStep = true) => {
      if (isStep) keep()
      // A hand that drags, and what follows the picture, go on for longer than one state.
      setNow(({ areas }) => ({ areas: areas.map((one, at) => (at === index ? area : one)), chosen: index }))
    },
    remove: (index: number) => change({ areas: now.areas.filter((_, at) => at !== index), chosen: undefined }),
    undo:
      before.length === 0
        ? undefined
        : () => {
            setNow(before.at(-1) ?? now)
            setBefore(before.slice(0, -1))
          },
  }
}
export type Areas = ReturnType<typeof useAreas>
