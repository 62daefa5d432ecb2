import { useMemo, useState } from 'react'
import type { Event } from '#contract/calls/event/event.ts'
import type { Results } from './use-results.ts'

/** More are not chosen at once: what is done with them is done one by one. */
const MOST_CHOSEN = 500

export interface Selection {
  chosen: ReadonlyMap<string, Event>
  /** Chooses one, or lets it go again. */
  toggle: (index: number) => void
  /** Chooses all from the one that was chosen last to this one. */
  extend: (index: number) => void
  all: () => void
  clear: () => void
  /** Lets go of all others, and takes those of these that are known. */
  set: (ids: ReadonlySet<string>) => void
}

/** The events that somebody has chosen. They stay chosen while others are scrolled by; another search has none. */
export function useSelection(results: Results, of: string): Selection {
  const [state, setState] = useState<{ of: string; chosen: ReadonlyMap<string, Event>; anchor: number }>({
    of,
    chosen: new Map(),
    anchor: 0,
  })
  const { chosen, anchor } = useMemo(() => (state.of === of ? state : { chosen: new Map<string, Event>(), anchor: 0 }), [state, of])
  function put(events: ReadonlyMap<string, Event>, at = anchor) {
    setState({ of, chosen: new Map([...events].slice(0, MOST_CHOSEN)), anchor: at })
  }
  async function take(from: number, to: number) {
    const events = await results.between(from, to)
    setState((now) => {
      const before = now.of === of ? now.chosen : new Map<string, Event>()
      const all = [...before, ...events.map((event) => [event.eventId, event] as const)]
      return { of, chosen: new Map(all.slice(0, MOST_CHOSEN)), anchor: from }
    })
  }
  return {
    chosen,
    toggle: (index) => {
      const event = results.at(index)
      if (event === undefined) return
      const next = new Map(chosen)
      if (!next.delete(event.eventId)) next.set(event.eventId, event)
      put(next, index)
    },
    extend: (index) => void take(anchor, index),
    all: () => void take(0, Math.min(results.found, MOST_CHOSEN) - 1),
    clear: () => put(new Map()),
    set: (ids) => {
      const next = new Map([...chosen].filter(([id]) => ids.has(id)))
      for (const id of ids) {
        const event = next.get(id) ?? results.at(results.indexOf(id))
        if (event) next.set(id, event)
      }
      put(next)
    },
  }
}
