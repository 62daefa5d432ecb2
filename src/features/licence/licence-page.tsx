import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import type { licenseInstQuery } from '#contract/calls/licence/license-inst-query.ts'
import type { OutputOf } from '#contract/define-call.ts'
import { serviceNowMs } from '../../data/core/core.ts'
import { useAnswerAge } from '../../data/query/answer-age.ts'
import { licenceQuery } from '../../data/organization/licence.ts'
import { useHasCloud } from '../../data/organization/cloud-storage.ts'
import { useHoldsRole } from '../../data/person/roles.ts'
import buttons from '../../ui/controls/button.module.css'
import { AsOf } from '../../ui/notice/as-of.tsx'
import { Mantine } from '../../ui/theme/mantine.tsx'
import { NotThereYet } from '../../ui/page/not-there-yet.tsx'
import { Page } from '../../ui/page/page.tsx'
import { ServiceNav } from '../../ui/page/service-nav.tsx'
import { SettingsRow, SettingsRows, SettingsSection } from '../../ui/page/settings.tsx'
import settings from '../../ui/page/settings.module.css'
import { LicenceFacts } from './licence-facts.tsx'
import { buttonWords } from './licence-words.ts'
import { mayTry, nextStep } from './next-step.ts'
import { buttonsOf, kindOfButton } from './purchase/quote-kind.ts'
import { LicenceTrial } from './trial/licence-trial.tsx'

/** How the organization's licence stands (rule 3.10), where the reminders of its end lead. For everybody. */
export function LicencePage() {
  const { data, error, refetch } = useQuery(licenceQuery)
  const age = useAnswerAge(licenceQuery.queryKey)
  return (
    <Mantine>
      <Page title={<Trans>Licence</Trans>} filters={<AsOf timeMs={age} />}>
        <ServiceNav hasCloud={useHasCloud()} />
        {data === undefined ? (
          <NotThereYet error={error} title={<Trans>The licence could not be loaded.</Trans>} onRetry={() => void refetch()} />
        ) : (
          <div className={settings['column']}>
            <NextStep state={data} />
            <Licences state={data} />
          </div>
        )}
      </Page>
    </Mantine>
  )
}

type State = OutputOf<typeof licenseInstQuery>

function NextStep({ state }: { state: State }) {
  const { t, i18n } = useLingui()
  const isAdministrator = useHoldsRole('administrator')
  const { cameras, covered } = state.coverage
  return (
    <SettingsSection title={<Trans>What is to be done</Trans>}>
      <SettingsRows label={t`What is to be done`}>
        <SettingsRow
          name={<span role="status">{i18n._(nextStep(state, serviceNowMs()))}</span>}
          text={
            isAdministrator ? (
              <Trans>What you buy begins when it is paid, and holds for the cameras that you choose.</Trans>
            ) : (
              <Trans>Administrators of your organization see to its licence.</Trans>
            )
          }
        >
          {isAdministrator && <BuyLinks state={state} />}
        </SettingsRow>
        <SettingsRow name={<Trans>Cameras in use</Trans>} text={<Trans>Covered, free ones included: {covered}</Trans>}>
          <span className="sl-figures">{cameras}</span>
          {isAdministrator ? (
            <Link to="/service/servicelicense/conf" className={settings['go']}>
              <Trans>Which hold a licence</Trans>
              <IconChevronRight size={16} stroke={1.5} aria-hidden />
            </Link>
          ) : (
            <Link to="/device/index" className={settings['go']}>
              <Trans>Go to devices</Trans>
              <IconChevronRight size={16} stroke={1.5} aria-hidden />
            </Link>
          )}
        </SettingsRow>
      </SettingsRows>
    </SettingsSection>
  )
}

/** What the licences' buttons offer (rule 4.2). */
function BuyLinks({ state }: { state: State }) {
  const { i18n } = useLingui()
  return (
    <>
      {buttonsOf(state).map((button, index) => (
        <Link
          key={button}
          className={buttons[index === 0 ? 'main' : 'other']}
          to="/service/servicelicense/purchase"
          search={{ kind: kindOfButton[button] }}
        >
          {i18n._(buttonWords[button])}
        </Link>
      ))}
      {mayTry(state) && <LicenceTrial />}
      <Link className={settings['go']} to="/service/order">
        <Trans>Order Record</Trans>
        <IconChevronRight size={16} stroke={1.5} aria-hidden />
      </Link>
    </>
  )
}

/** The licence in use, the one that follows it, and the last that ended. */
function Licences({ state: { currentInfo, renewInfo, expireInfo } }: { state: State }) {
  const { t } = useLingui()
  return (
    <>
      <LicenceFacts title={t`Now`} licence={currentInfo} />
      {renewInfo && <LicenceFacts title={t`Next licence`} licence={renewInfo} />}
      {expireInfo && <LicenceFacts title={t`Before`} licence={expireInfo} />}
    </>
  )
}
