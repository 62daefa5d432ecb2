import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Bridge } from '#contract/calls/device/bridge-list.ts'
import { bridgeCamerasQuery, removeCamera } from '../../../data/places/bridges.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Question } from '../../../ui/form/question.tsx'
import { say } from '../../../ui/notice/toast-store.ts'
import forms from '../../../ui/form/form.module.css'
import classes from './adding.module.css'

/** The cameras that a bridge has, each to be taken out of it again. */
export function BridgeCameras({ bridge }: { bridge: Bridge }) {
  const { t } = useLingui()
  const { data } = useQuery(bridgeCamerasQuery(bridge.sn))
  const [leaving, setLeaving] = useState<{ sn: string; name: string }>()
  const cameras = data?.cameras ?? []
  if (cameras.length === 0) return null
  const { name = '' } = leaving ?? {}
  return (
    <section className={classes['served']}>
      <h3>
        <Trans>Cameras of this bridge</Trans>
      </h3>
      <ul>
        {cameras.map(({ sn, name: own, model, host }) => (
          <li key={sn}>
            <span className={classes['title']}>{own}</span>
            <span className={classes['about']}>{[model, host].filter(Boolean).join(' · ')}</span>
            <Button variant="subtle" aria-label={t`Remove ${own}`} onClick={() => setLeaving({ sn, name: own })}>
              <Trans>Remove</Trans>
            </Button>
          </li>
        ))}
      </ul>
      {leaving && (
        <Question
          title={<Trans>Remove “{name}” from the bridge?</Trans>}
          answer={<Trans>Remove</Trans>}
          isDanger
          isAnnounced
          onAnswer={async () => {
            await removeCamera(bridge.sn, leaving.sn)
            say('done', t`“${name}” is removed.`)
            setLeaving(undefined)
          }}
          onClose={() => setLeaving(undefined)}
        >
          <p className={forms['text']}>
            <Trans>
              Nobody can watch it any more. The bridge forgets its address and password; what was recorded goes when its days are over.
            </Trans>
          </p>
        </Question>
      )}
    </section>
  )
}
