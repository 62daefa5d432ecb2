import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { cloudTriggers, type CloudTrigger } from '#contract/cloud-storage.ts'
import { editTriggers, type CloudChannel } from '../../../data/organization/cloud-storage.ts'
import forms from '../../../ui/form/form.module.css'
import { Question } from '../../../ui/form/question.tsx'
import { say } from '../../../ui/notice/toast-store.ts'
import { TriggerChoice } from './trigger-choice.tsx'

interface TriggerDialogProps {
  cameras: readonly CloudChannel[]
  offlineReason: string | undefined
  onClose: () => void
}

/** Chooses what cloud storage keeps of these cameras from now on. */
export function TriggerDialog({ cameras, offlineReason, onClose }: TriggerDialogProps) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState<CloudTrigger[]>(() =>
    cloudTriggers.filter((one) => cameras.some(({ triggers }) => triggers.includes(one))),
  )
  return (
    <Question
      title={<Trans>What cloud storage keeps</Trans>}
      answer={<Trans>Save</Trans>}
      offlineReason={offlineReason ?? (chosen.length === 0 ? t`Choose what is kept first.` : undefined)}
      onAnswer={async () => {
        await editTriggers({ channels: cameras.map(({ sn, chlIndex }) => ({ sn, chlIndex })), triggers: chosen })
        say('done', t`From now on this is kept.`)
        onClose()
      }}
      onClose={onClose}
    >
      <p className={forms['text']}>
        <Plural value={cameras.length} one="For # camera, from now on." other="For # cameras, from now on." />{' '}
        <Trans>What is kept already stays until its time is over.</Trans>
      </p>
      <TriggerChoice chosen={chosen} onChoose={setChosen} />
    </Question>
  )
}
