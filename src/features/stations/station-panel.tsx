import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ListedStation } from '#contract/calls/station/station-list.ts'
import { revokeStation } from '../../data/places/stations.ts'
import buttons from '../../ui/controls/button.module.css'
import { ChoiceBar } from '../../ui/controls/choice-bar.tsx'
import { OnlineButton } from '../../ui/controls/online-button.tsx'
import { SidePanel } from '../../ui/controls/side-panel.tsx'
import { Question } from '../../ui/form/question.tsx'
import { say } from '../../ui/notice/toast-store.ts'
import { OutputControl } from './output-control.tsx'
import { StationState } from './station-words.tsx'
import { Troubles } from './troubles.tsx'
import classes from './stations.module.css'

interface StationPanelProps {
  station: ListedStation
  /** Of the service's clock, when the list was made. */
  nowMs: number
  /** The service's clock minus this machine's, ms. */
  offsetMs: number
  offlineReason: string | undefined
  onClose: () => void
}

/** One station beside the list: each of its screens, what troubled them, and its permission. */
export function StationPanel({ station, nowMs, offsetMs, offlineReason, onClose }: StationPanelProps) {
  const { t } = useLingui()
  const { sn, name, siteName, outputs } = station
  const [voId, setVoId] = useState<'1' | '2'>('1')
  const [isRevoking, setRevoking] = useState(false)
  const output = outputs.find((one) => String(one.voId) === voId)
  return (
    <SidePanel
      title={name}
      onClose={onClose}
      actions={
        station.isPaired && (
          <>
            <Link className={buttons['other']} to="/remote" search={{ station: sn, screen: voId === '2' ? 2 : 1 }}>
              <Trans>Remote control</Trans>
            </Link>
            <OnlineButton variant="default" offlineReason={offlineReason} onClick={() => setRevoking(true)}>
              <Trans>Take its permission back</Trans>
            </OnlineButton>
          </>
        )
      }
    >
      <p className={classes['state']}>
        <StationState station={station} /> · {siteName}
      </p>
      <ChoiceBar
        label={t`Screen`}
        choices={[
          { id: '1', name: t`Screen 1` },
          { id: '2', name: t`Screen 2` },
        ]}
        value={voId}
        onChoose={setVoId}
      />
      {output && (
        <OutputControl key={output.voId} sn={sn} output={output} nowMs={nowMs} offsetMs={offsetMs} offlineReason={offlineReason} />
      )}
      <Troubles sn={sn} />
      {isRevoking && (
        <Question
          title={<Trans>Take the permission of “{name}” back?</Trans>}
          answer={t({ context: 'the permission of a screen', message: 'Take back' })}
          isDanger
          offlineReason={offlineReason}
          onAnswer={async () => {
            await revokeStation(sn)
            say('done', t`“${name}” shows nothing any more.`)
            setRevoking(false)
          }}
          onClose={() => setRevoking(false)}
        >
          <p>
            <Trans>
              Its screen goes dark at once and shows a new code. What it was to show is kept for the screen that is paired next.
            </Trans>
          </p>
        </Question>
      )}
    </SidePanel>
  )
}
