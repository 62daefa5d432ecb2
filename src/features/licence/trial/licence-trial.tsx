import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { licenceLimits } from '#contract/licence-terms.ts'
import { coreState } from '../../../data/core/core.ts'
import { licenceTermsQuery, placeOrder } from '../../../data/organization/purchases.ts'
import { devicesQuery } from '../../../data/places/devices.ts'
import { OnlineButton } from '../../../ui/controls/online-button.tsx'
import { say } from '../../../ui/notice/toast-store.ts'
import { termText } from '../../../ui/text/money-text.ts'
import { licenceTermTexts } from '../purchase/term-texts.tsx'
import { TrialDialog } from './trial-dialog.tsx'

/** The way to the organization's free trial of a licence, for the cameras of the devices that have not had theirs. */
export function LicenceTrial() {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const offlineReason = useSnapshot(coreState).isServiceReachable ? undefined : t`Only with the service. It cannot be reached now.`
  return (
    <>
      <OnlineButton variant="default" offlineReason={offlineReason} onClick={() => setOpen(true)}>
        <Trans>Try it for free</Trans>
      </OnlineButton>
      {isOpen && <Trial offlineReason={offlineReason} onClose={() => setOpen(false)} />}
    </>
  )
}

function Trial({ offlineReason, onClose }: { offlineReason: string | undefined; onClose: () => void }) {
  const { t, i18n } = useLingui()
  const { data: devices } = useInfiniteQuery(devicesQuery({}, 'name', false))
  const { data: terms } = useQuery(licenceTermsQuery)
  const term = termText(licenceLimits.trialTerm, i18n.locale)
  const version = terms?.version
  // It is chosen from what there is.
  if (devices === undefined || version === undefined) return null
  return (
    <TrialDialog
      title={<Trans>Try the licence for free</Trans>}
      text={
        <Trans>
          For {term}, with all cameras of the devices that you choose, once for each device. It ends by itself and costs nothing.
        </Trans>
      }
      devices={devices.pages.flatMap((page) => page.devices).map(({ sn, name }) => ({ sn, name }))}
      terms={{
        title: <Trans>Terms of the licence service, version {version}</Trans>,
        paragraphs: terms?.paragraphs.map((paragraph) => licenceTermTexts[paragraph]) ?? [],
      }}
      offlineReason={offlineReason}
      onBegin={async (sns) => {
        await placeOrder({ purchase: { kind: 'trial', sns }, amountCents: 0, acceptedTerms: version })
        say('done', t`The free trial has begun.`)
        onClose()
      }}
      onClose={onClose}
    />
  )
}
