import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useSnapshot } from 'valtio'
import { coreState } from '../../data/core/core.ts'
import { systemVersionQuery } from '../../data/app/system-version.ts'
import { Facts } from '../../ui/controls/facts.tsx'
import classes from './account.module.css'

/** Versions, for whoever is asked for them on the phone. */
export function About() {
  const { data } = useQuery(systemVersionQuery)
  const { plugin } = useSnapshot(coreState)
  return (
    <section className={classes['section']}>
      <h2>
        <Trans>Version</Trans>
      </h2>
      <Facts
        facts={[
          { name: <Trans>Service</Trans>, value: data?.version ?? '–', isFigures: true },
          {
            name: <Trans>Video plugin</Trans>,
            value: plugin.kind === 'loaded' ? plugin.version : <Trans>Not in use</Trans>,
            isFigures: true,
          },
        ]}
      />
    </section>
  )
}
