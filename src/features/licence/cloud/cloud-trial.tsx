import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { cloudLimits, cloudTriggers, type CloudTrigger } from '#contract/cloud-storage.ts'
import { cloudChannelsQuery, cloudTermsQuery, orderCloud } from '../../../data/organization/cloud-storage.ts'
import { goodsWords } from '../../../ui/order/cloud-words.ts'
import { say } from '../../../ui/notice/toast-store.ts'
import { termText } from '../../../ui/text/money-text.ts'
import { cloudTermTexts } from '../purchase/term-texts.tsx'
import { TrialDialog } from '../trial/trial-dialog.tsx'
import { TriggerChoice } from './trigger-choice.tsx'

/** The free trial of cloud storage: once for each device and each organization, for all cameras of the devices chosen. `sns`: devices that may have it. */
export function CloudTrial({
  sns,
  offlineReason,
  onClose,
}: {
  sns: readonly string[]
  offlineReason: string | undefined
  onClose: () => void
}) {
  const { t, i18n } = useLingui()
  const { data: cameras } = useQuery(cloudChannelsQuery)
  const { data: terms } = useQuery(cloudTermsQuery)
  const [triggers, setTriggers] = useState<CloudTrigger[]>([...cloudTriggers])
  const term = termText(cloudLimits.trialCycle, i18n.locale)
  const goods = i18n._(goodsWords[cloudLimits.trialGoods])
  const version = terms?.version
  return (
    <TrialDialog
      title={<Trans>Try cloud storage for free</Trans>}
      text={
        <Trans>
          {goods}. For {term} and all cameras of the devices that you choose, once for your organization; it ends by itself.
        </Trans>
      }
      devices={sns.map((sn) => ({
        sn,
        name: cameras?.channels.flatMap((camera) => (camera.sn === sn ? camera.channelName : [])).join(', ') || sn,
      }))}
      terms={{
        title: <Trans>Terms of cloud storage, version {version}</Trans>,
        paragraphs: terms?.paragraphs.map((paragraph) => cloudTermTexts[paragraph]) ?? [],
      }}
      offlineReason={offlineReason ?? (triggers.length === 0 ? t`Choose what is kept first.` : undefined)}
      onBegin={async (chosen) => {
        if (version === undefined) return
        await orderCloud({ purchase: { kind: 'trial', sns: chosen, triggers }, amountCents: 0, acceptedTerms: version })
        say('done', t`The free trial has begun.`)
        onClose()
      }}
      onClose={onClose}
    >
      <TriggerChoice chosen={triggers} onChoose={setTriggers} />
    </TrialDialog>
  )
}
