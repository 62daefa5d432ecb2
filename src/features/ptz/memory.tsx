import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { PtzState } from '#contract/ptz.ts'
import { Tabs } from '../../ui/controls/tabs.tsx'
import { Cruises } from './cruises.tsx'
import { Presets } from './presets.tsx'
import { Tracks } from './tracks.tsx'
import type { Operation } from './use-operation.ts'

const allKinds = ['presets', 'cruises', 'tracks'] as const
type Kind = (typeof allKinds)[number]

/** What the camera remembers, a list at a time; what it has no room for at all is left out. */
export function Memory({ state, operation }: { state: PtzState; operation: Operation }) {
  const { t } = useLingui()
  const names: Record<Kind, string> = { presets: t`Presets`, cruises: t`Cruises`, tracks: t`Tracks` }
  const contents: Record<Kind, ReactNode> = {
    presets: <Presets state={state} operation={operation} />,
    cruises: <Cruises state={state} operation={operation} />,
    tracks: <Tracks state={state} operation={operation} />,
  }
  const kinds = allKinds.filter((one) => state.capabilities[one] > 0)
  return (
    <Tabs label={t`What the camera remembers`} tabs={kinds.map((kind) => ({ id: kind, name: names[kind], content: contents[kind] }))} />
  )
}
