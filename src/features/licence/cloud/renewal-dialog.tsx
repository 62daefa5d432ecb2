import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { switchRenewal, type CloudChannel } from '../../../data/organization/cloud-storage.ts'
import forms from '../../../ui/form/form.module.css'
import { Question } from '../../../ui/form/question.tsx'
import { say } from '../../../ui/notice/toast-store.ts'
import purchase from '../purchase/purchase.module.css'

interface RenewalDialogProps {
  cameras: readonly CloudChannel[]
  offlineReason: string | undefined
  onClose: () => void
}

/** Switches automatic renewal on or off, of cameras that have cloud storage. */
export function RenewalDialog({ cameras, offlineReason, onClose }: RenewalDialogProps) {
  const { t, i18n } = useLingui()
  const [isOn, setOn] = useState(() => cameras.every(({ autoRenew }) => autoRenew))
  const without = cameras.filter(({ mayAutoRenew, autoRenew }) => !mayAutoRenew && !autoRenew)
  const names = new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(without.map(({ channelName }) => channelName))
  const impossible =
    isOn && without.length > 0 ? t`Nothing is kept to pay for ${names}. Renew it by hand once, and let that renew itself.` : undefined
  return (
    <Question
      title={<Trans>Automatic renewal</Trans>}
      answer={<Trans>Save</Trans>}
      offlineReason={offlineReason ?? impossible}
      onAnswer={async () => {
        await switchRenewal({ channels: cameras.map(({ sn, chlIndex }) => ({ sn, chlIndex })), autoRenew: isOn })
        say('done', isOn ? t`Cloud storage renews itself.` : t`Cloud storage ends when its term is over.`)
        onClose()
      }}
      onClose={onClose}
    >
      <p className={forms['text']}>
        <Plural value={cameras.length} one="For # camera." other="For # cameras." />
      </p>
      <fieldset className={purchase['ways']}>
        <legend>
          <Trans>At the end of the term</Trans>
        </legend>
        <label>
          <input type="radio" name="renewal" checked={isOn} onChange={() => setOn(true)} />
          <Trans>Renew it: three days before, the same is charged again to what it was paid with.</Trans>
        </label>
        <label>
          <input type="radio" name="renewal" checked={!isOn} onChange={() => setOn(false)} />
          <Trans>Let it end. Nothing more is charged.</Trans>
        </label>
      </fieldset>
      {impossible !== undefined && (
        <p role="alert" className={purchase['short']}>
          {impossible}
        </p>
      )}
    </Question>
  )
}
