import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { codeOf } from '#contract/errors.ts'
import { CallError } from '../../../data/core/call-error.ts'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import forms from '../../../ui/form/form.module.css'
import { Question } from '../../../ui/form/question.tsx'
import { TermsPart } from '../purchase/terms-part.tsx'
import classes from './trial.module.css'

/** As many devices are tried at once. */
const MOST_DEVICES = 100
const NO_TRIAL = codeOf('no-free-trial')

interface TrialDialogProps {
  title: ReactNode
  text: ReactNode
  devices: readonly { sn: string; name: string }[]
  terms: { title: ReactNode; paragraphs: readonly ReactNode[] }
  offlineReason: string | undefined
  children?: ReactNode
  /** Begins it for these devices. Throws `CallError`. */
  onBegin: (sns: string[]) => Promise<void>
  onClose: () => void
}

/** Begins a free trial: for which devices, under which terms. A device that has had its trial (23006) is named and left out. */
export function TrialDialog({ title, text, devices, terms, offlineReason, children, onBegin, onClose }: TrialDialogProps) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(devices.slice(0, MOST_DEVICES).map(({ sn }) => sn)))
  const [hadIt, setHadIt] = useState<ReadonlySet<string>>(new Set())
  const [isAccepted, setAccepted] = useState(false)
  const sns = devices.flatMap(({ sn }) => (chosen.has(sn) ? sn : []))
  const missing =
    sns.length === 0
      ? t`Choose a device first.`
      : sns.length > MOST_DEVICES
        ? t`No more than ${MOST_DEVICES} devices at once.`
        : isAccepted
          ? undefined
          : t`Accept the terms before you begin.`
  return (
    <Question
      title={title}
      answer={<Trans>Begin the free trial</Trans>}
      offlineReason={offlineReason ?? missing}
      onAnswer={async () => {
        try {
          await onBegin(sns)
        } catch (fault) {
          const index = fault instanceof CallError && fault.code === NO_TRIAL ? /\d+$/.exec(fault.detail.field ?? '')?.[0] : undefined
          const refused = index === undefined ? undefined : sns[Number(index)]
          if (refused !== undefined) {
            setHadIt(new Set([...hadIt, refused]))
            setChosen(new Set(sns.filter((sn) => sn !== refused)))
          }
          throw fault
        }
      }}
      onClose={onClose}
    >
      <p className={forms['text']}>{text}</p>
      <fieldset className={classes['devices']}>
        <legend>
          <Trans>Devices</Trans>
        </legend>
        {devices.map(({ sn, name }) => (
          <Checkbox
            key={sn}
            label={
              <span className={classes['name']}>
                {name}
                <small>{hadIt.has(sn) ? t`It has had its trial.` : sn}</small>
              </span>
            }
            disabled={hadIt.has(sn)}
            checked={chosen.has(sn)}
            onChange={({ currentTarget: { checked } }) =>
              setChosen(new Set(checked ? [...chosen, sn] : [...chosen].filter((one) => one !== sn)))
            }
          />
        ))}
      </fieldset>
      {children}
      <TermsPart {...terms} isAccepted={isAccepted} error={undefined} onAccept={setAccepted} />
    </Question>
  )
}
