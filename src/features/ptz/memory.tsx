import { useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import type { PtzState } from '#contract/ptz.ts'
import { Cruises } from './cruises.tsx'
import { Presets } from './presets.tsx'
import { Tracks } from './tracks.tsx'
import type { Operation } from './use-operation.ts'
import classes from './ptz.module.css'

const allKinds = ['presets', 'cruises', 'tracks'] as const
type Kind = (typeof allKinds)[number]

/** What the camera remembers, a list at a time; what it has no room for at all is left out. */
export function Memory({ state, operation }: { state: PtzState; operation: Operation }) {
  const { t } = useLingui()
  const [chosen, setKind] = useState<Kind>('presets')
  const id = useId()
  const kinds = allKinds.filter((one) => state.capabilities[one] > 0)
  const kind = kinds.includes(chosen) ? chosen : kinds[0]
  const names: Record<Kind, string> = { presets: t`Presets`, cruises: t`Cruises`, tracks: t`Tracks` }
  function step(from: Kind, way: number) {
    const next = kinds[(kinds.indexOf(from) + way + kinds.length) % kinds.length] ?? from
    setKind(next)
    document.getElementById(`${id}-${next}`)?.focus()
  }
  if (kind === undefined) return null
  return (
    <>
      <div className={classes['tabs']} role="tablist" aria-label={t`What the camera remembers`} data-own-keys>
        {kinds.map((one) => (
          <button
            key={one}
            id={`${id}-${one}`}
            type="button"
            role="tab"
            aria-selected={one === kind}
            aria-controls={`${id}-list`}
            tabIndex={one === kind ? 0 : -1}
            onClick={() => setKind(one)}
            onKeyDown={(event) => {
              const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
              if (way === undefined) return
              event.preventDefault()
              event.stopPropagation()
              step(one, way)
            }}
          >
            {names[one]}
          </button>
        ))}
      </div>
      <div id={`${id}-list`} role="tabpanel" aria-labelledby={`${id}-${kind}`} className={classes['memory']}>
        {kind === 'presets' && <Presets state={state} operation={operation} />}
        {kind === 'cruises' && <Cruises state={state} operation={operation} />}
        {kind === 'tracks' && <Tracks state={state} operation={operation} />}
      </div>
    </>
  )
}
