import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { licenseInstQuery } from '#contract/calls/licence/license-inst-query.ts'
import { codeOf } from '#contract/errors.ts'
import type { OutputOf } from '#contract/define-call.ts'
import { durationTypes } from '#contract/licence-terms.ts'
import { CallError } from '../../../data/core/call-error.ts'
import { coreState } from '../../../data/core/core.ts'
import { licenceQuery } from '../../../data/organization/licence.ts'
import { licenceTermsQuery, placeOrder, quotesQuery, type QuoteKind } from '../../../data/organization/purchases.ts'
import { ChoiceBar } from '../../../ui/controls/choice-bar.tsx'
import { OnlineButton } from '../../../ui/controls/online-button.tsx'
import { TroubleLine } from '../../../ui/form/trouble.tsx'
import { useAction } from '../../../ui/form/use-action.ts'
import { Notice } from '../../../ui/notice/notice.tsx'
import { PriceLines } from '../../../ui/order/price-lines.tsx'
import { NotThereYet } from '../../../ui/page/not-there-yet.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { errorText } from '../../../ui/text/error-text.ts'
import { Mantine } from '../../../ui/theme/mantine.tsx'
import { BackToLicence } from '../back-to-licence.tsx'
import { CameraCount } from './camera-count.tsx'
import { Explanation } from './explanation.tsx'
import classes from './purchase.module.css'
import { buttonsOf, kindOfButton, mayBuy, usualCameras } from './quote-kind.ts'
import { TermChoice } from './term-choice.tsx'
import { licenceTermTexts } from './term-texts.tsx'
import { TermsPart } from './terms-part.tsx'
import { WaitingOrder } from './waiting-order.tsx'

type State = OutputOf<typeof licenseInstQuery>

/** Between the last change of what is wanted and the question for its price. */
const SETTLE_MS = 200
const PRICE_CHANGED = codeOf('price-changed')

/** Buys, renews or upgrades a licence: cameras, term and price while one chooses. For administrators. */
export function PurchasePage() {
  const { data, error, refetch } = useQuery(licenceQuery)
  const { kind } = useSearch({ from: '/_home/service/servicelicense/purchase' })
  const possible = data && buttonsOf(data).map((button) => kindOfButton[button])
  const chosen = kind ?? possible?.[0]
  return (
    <Mantine>
      <Page back={<BackToLicence />} title={<Trans>Buy a licence</Trans>}>
        {data === undefined ? (
          <NotThereYet error={error} title={<Trans>The licence could not be loaded.</Trans>} onRetry={() => void refetch()} />
        ) : chosen === undefined || !mayBuy(chosen, data) ? (
          <Notice drawing="search" title={<Trans>Nothing can be bought now: another licence follows by itself.</Trans>} />
        ) : (
          <Purchase key={chosen} kind={chosen} state={data} />
        )}
      </Page>
    </Mantine>
  )
}

function Purchase({ kind, state }: { kind: QuoteKind; state: State }) {
  const { t } = useLingui()
  const search = useSearch({ from: '/_home/service/servicelicense/purchase' })
  const navigate = useNavigate({ from: '/service/servicelicense/purchase' })
  const [cameras, setCameras] = useState(search.cameras ?? usualCameras(kind, state))
  const [term, setTerm] = useState(search.term ?? durationTypes.year1)
  const [isAccepted, setAccepted] = useState(false)
  const [isMissed, setMissed] = useState(false)
  const settled = useSettled(cameras)
  const { data: terms } = useQuery(licenceTermsQuery)
  const quotes = useQuery({ ...quotesQuery(kind, settled), placeholderData: keepPreviousData })
  const offlineReason = useSnapshot(coreState).isServiceReachable ? undefined : t`Only with the service. It cannot be reached now.`
  const { isBusy, trouble, run, refuse } = useAction()
  const quote = kind === 'upgrade' ? quotes.data?.quotes[0] : quotes.data?.quotes.find(({ durationType }) => durationType === term)
  // The price of what is chosen, not of what was chosen a moment ago.
  const isCurrent = quote?.chlNum === cameras && !quotes.isPlaceholderData
  useEffect(() => {
    void navigate({ search: { kind, cameras: settled, term: kind === 'upgrade' ? undefined : term }, replace: true })
  }, [navigate, kind, settled, term])

  async function order(): Promise<void> {
    if (terms === undefined || quote === undefined || !isCurrent) return
    if (!isAccepted) return setMissed(true)
    const purchase = kind === 'upgrade' ? { kind, chlNum: cameras } : { kind, chlNum: cameras, durationType: term }
    await run(async () => {
      try {
        const { orderId } = await placeOrder({ purchase, amountCents: quote.amountCents, acceptedTerms: terms.version })
        await navigate({ to: '/service/servicelicense/pay', search: { order: orderId } })
      } catch (fault) {
        if (!(fault instanceof CallError && fault.code === PRICE_CHANGED)) throw fault
        await quotes.refetch()
        refuse(errorText(fault))
      }
    })
  }

  const kinds = [...new Set(buttonsOf(state).map((button) => kindOfButton[button]))]
  const names: Record<QuoteKind, string> = { buy: t`New licence`, renew: t`Renew`, upgrade: t`More cameras` }
  const version = terms?.version
  const fault = quotes.error ?? (quote && quote.payFault !== null ? { code: quote.payFault } : null)
  return (
    <div className={classes['purchase']}>
      <div className={classes['wish']}>
        <WaitingOrder />
        {kinds.length > 1 && (
          <ChoiceBar
            label={t`What is bought`}
            choices={kinds.map((id) => ({ id, name: names[id] }))}
            value={kind}
            onChoose={(id) => void navigate({ search: { kind: id }, replace: true })}
          />
        )}
        <CameraCount kind={kind} state={state} value={cameras} onChange={setCameras} />
        {kind !== 'upgrade' && <TermChoice quotes={quotes.data?.quotes} value={term} onChoose={setTerm} />}
      </div>
      <section className={classes['bill']} aria-label={t`Price`} aria-busy={!isCurrent}>
        <h2>
          <Trans>Price</Trans>
        </h2>
        {quote && <PriceLines lines={quote.lines} amountCents={quote.amountCents} />}
        {fault && (
          <p className={classes['short']} role="alert">
            {errorText(fault as CallError)}
          </p>
        )}
        {kind === 'renew' && (
          <p>
            <Trans>The new term begins when the one in use ends. Cameras that are added work at once.</Trans>
          </p>
        )}
        {terms && (
          <TermsPart
            title={<Trans>Terms of the licence service, version {version}</Trans>}
            paragraphs={terms.paragraphs.map((paragraph) => licenceTermTexts[paragraph])}
            isAccepted={isAccepted}
            error={isMissed && !isAccepted ? <Trans>Accept the terms before you order.</Trans> : undefined}
            onAccept={setAccepted}
          />
        )}
        <TroubleLine text={trouble} />
        <OnlineButton
          fullWidth
          offlineReason={offlineReason}
          loading={isBusy}
          disabled={!isCurrent || quote?.payFault !== null}
          onClick={() => void order()}
        >
          <Trans>Order, and pay in the next step</Trans>
        </OnlineButton>
        <p className={classes['note']}>
          <Trans>Nothing is charged yet. The order waits 30 minutes for its payment.</Trans>
        </p>
      </section>
      <Explanation />
    </div>
  )
}

/** What stands still for a moment. */
function useSettled(value: number): number {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
