import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import type { licenseInstQuery } from '#contract/calls/licence/license-inst-query.ts'
import type { OutputOf } from '#contract/define-call.ts'
import { serviceNowMs } from '../../../data/core/core.ts'
import { cloudInfoQuery, cloudMenuQuery } from '../../../data/organization/cloud-storage.ts'
import { licenceQuery } from '../../../data/organization/licence.ts'
import { useHoldsRole } from '../../../data/person/roles.ts'
import buttons from '../../../ui/controls/button.module.css'
import { StatusDot } from '../../../ui/controls/status-dot.tsx'
import { SettingsRow, SettingsRows, SettingsSection } from '../../../ui/page/settings.tsx'
import settings from '../../../ui/page/settings.module.css'
import { bytesText } from '../../../ui/text/bytes-text.ts'
import { named } from '../../../ui/text/joined.ts'
import { dateTimeText } from '../../../ui/text/time-text.ts'
import { buttonWords, statusWords, typeWords } from '../licence-words.ts'
import { buttonsOf, kindOfButton } from '../purchase/quote-kind.ts'
import { firstCloudEnd } from './first-cloud-end.ts'
import { Questions } from './questions.tsx'
import { whatThen } from '../../../lib/what-then.ts'

/** What ends within a week is offered to be renewed. */
const SOON_MS = 7 * 24 * 3_600_000

/** Value-added services: what is used, when it ends and what happens then, and the one next step. */
export function ServicesPart() {
  const { t } = useLingui()
  const isAdministrator = useHoldsRole('administrator')
  const { data: licence } = useQuery({ ...licenceQuery, meta: { isQuiet: true } })
  const { data: cloud } = useQuery({ ...cloudMenuQuery, meta: { isQuiet: true } })
  return (
    <>
      <SettingsSection title={<Trans>Value-Added Service</Trans>}>
        <SettingsRows label={t`Value-Added Service`}>
          {licence && <LicenceRow licence={licence} mayBuy={isAdministrator} />}
          {cloud?.isShown && (cloud.mayBuy ? <CloudRow /> : <CloudLink />)}
          {isAdministrator && (
            <SettingsRow
              name={<Trans>Order Record</Trans>}
              text={<Trans>All orders with their state, and receipts of what was paid.</Trans>}
            >
              <Link to="/service/order" className={settings['go']}>
                <Trans>Open the orders</Trans>
                <IconChevronRight size={16} stroke={1.5} aria-hidden />
              </Link>
            </SettingsRow>
          )}
        </SettingsRows>
      </SettingsSection>
      <Questions />
    </>
  )
}

function LicenceRow({ licence, mayBuy }: { licence: OutputOf<typeof licenseInstQuery>; mayBuy: boolean }) {
  const { i18n } = useLingui()
  const { currentInfo, coverage } = licence
  const { word, dot } = statusWords[currentInfo.status]
  const status = i18n._(word)
  const [button] = buttonsOf(licence)
  return (
    <SettingsRow
      name={
        <>
          <StatusDot status={dot} word={status} hideWord />
          {named(i18n._(typeWords[currentInfo.licenseType]), status)}
        </>
      }
      text={
        <>
          <Trans>
            {coverage.cameras} cameras are in use, {coverage.covered} are covered.
          </Trans>{' '}
          <Then licence={licence} />
        </>
      }
    >
      {mayBuy && button !== undefined ? (
        <Link className={buttons['main']} to="/service/servicelicense/purchase" search={{ kind: kindOfButton[button] }}>
          {i18n._(buttonWords[button])}
        </Link>
      ) : (
        <Link to="/service/servicelicense/list" className={settings['go']}>
          <Trans>Open the licence</Trans>
          <IconChevronRight size={16} stroke={1.5} aria-hidden />
        </Link>
      )}
    </SettingsRow>
  )
}

/** When it ends, and what happens then. */
function Then({ licence }: { licence: OutputOf<typeof licenseInstQuery> }) {
  const { i18n } = useLingui()
  const then = whatThen(licence, serviceNowMs())
  if (then.kind === 'free') return <Trans>Free channels never end; their events are kept for 15 days.</Trans>
  if (then.kind === 'disputed') return <Trans>Its payment is disputed: until that is settled it is out of force.</Trans>
  const end = dateTimeText(then.endMs, i18n.locale)
  if (then.kind === 'goes-on') return <Trans>It ends on {end}, and another licence follows without a gap.</Trans>
  const until = dateTimeText(then.eventsUntilMs, i18n.locale)
  if (then.kind === 'ends')
    return (
      <Trans>
        It ends on {end}. Events are stored for 15 days more, until {until}, then none.
      </Trans>
    )
  if (then.kind === 'ended')
    return (
      <Trans>
        The last licence ended on {end}. Events are stored until {until}, then none.
      </Trans>
    )
  return (
    <Trans>
      The last licence ended on {end}. Since {until} no events are stored.
    </Trans>
  )
}

function CloudRow() {
  const { i18n } = useLingui()
  const { data } = useQuery({ ...cloudInfoQuery, meta: { isQuiet: true } })
  if (data === undefined) return null
  const { inUse, cameras, usedBytes, renewals } = data
  const nextEnd = firstCloudEnd(data)
  const [refused] = renewals
  const isSoon = nextEnd !== null && nextEnd.renewing < nextEnd.cameras && nextEnd.atMs - serviceNowMs() < SOON_MS
  const used = bytesText(usedBytes, i18n.locale)
  return (
    <SettingsRow
      name={<Trans>Cloud storage</Trans>}
      text={
        <>
          <Trans>
            {inUse} of {cameras} cameras have it, and {used} are kept.
          </Trans>{' '}
          {nextEnd !== null && <CloudEnd end={nextEnd} />}
          {refused !== undefined && (
            <>
              {' '}
              <Trans>Its renewal could not be charged, and waits for you to pay it.</Trans>
            </>
          )}
        </>
      }
    >
      {refused === undefined ? (
        <Link to="/service/serviceCloudstorage/purchase" className={inUse === 0 || isSoon ? buttons['other'] : settings['go']}>
          {inUse === 0 ? <Trans>Buy now</Trans> : isSoon ? <Trans>Renew now</Trans> : <Trans>Open cloud storage</Trans>}
        </Link>
      ) : (
        <Link to="/service/servicelicense/pay" search={{ order: refused.orderId }} className={buttons['main']}>
          <Trans>Renew now</Trans>
        </Link>
      )}
    </SettingsRow>
  )
}

/** When some of it ends first, and what happens then. */
function CloudEnd({ end: { atMs, cameras, renewing } }: { end: { atMs: number; cameras: number; renewing: number } }) {
  const { i18n } = useLingui()
  const end = dateTimeText(atMs, i18n.locale)
  if (renewing === cameras)
    return (
      <Trans>
        It ends first on {end}, for <Plural value={cameras} one="# camera" other="# cameras" />, and renews itself before.
      </Trans>
    )
  return (
    <Trans>
      It ends first on {end}, for <Plural value={cameras} one="# camera" other="# cameras" />: from then on nothing new is kept, and what is
      kept stays for its days.
    </Trans>
  )
}

/** For those who do not buy. */
function CloudLink() {
  return (
    <SettingsRow name={<Trans>Cloud storage</Trans>} text={<Trans>Cameras that you may play back have it.</Trans>}>
      <Link to="/service/serviceCloudstorage/purchase" className={settings['go']}>
        <Trans>Open cloud storage</Trans>
      </Link>
    </SettingsRow>
  )
}
