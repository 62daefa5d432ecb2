import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { codeOf } from '#contract/errors.ts'
import { brandingQuery } from '../../data/organization/branding.ts'
import { CallError } from '../../data/core/call-error.ts'
import { coreState } from '../../data/core/core.ts'
import { isPayReturn, payResultQuery, type PayResultData, type PayReturn } from '../../data/organization/payment-result.ts'
import buttons from '../../ui/controls/button.module.css'
import { Entrance } from '../../ui/page/entrance.tsx'
import { errorText } from '../../ui/text/error-text.ts'
import { paymentOutcomeOf } from './outcome.ts'
import { outcomeTexts } from './outcome-texts.ts'
import { PaidFor } from './paid-for.tsx'
import own from './payment-result.module.css'

/** The signature is not ours, or belongs to another payment or result. */
const FOREIGN = codeOf('payment-signature-wrong')
const BAD_INPUT = codeOf('parameter-error')

/** What became of a payment: each state has a page of its own. The provider's word counts, not that of the address. */
export function PayResultPage({ back }: { back: PayReturn }) {
  return isPayReturn(back) ? <KnownLink back={back} /> : <ForeignLink />
}

function KnownLink({ back }: { back: PayReturn }) {
  const { data, error, isFetching, refetch } = useQuery(payResultQuery(back))
  const onAgain = () => void refetch()
  if (data !== undefined) return <Outcome payment={data} isBusy={isFetching} onAgain={onAgain} />
  if (error === null) return <Asking />
  if (error instanceof CallError && (error.code === FOREIGN || error.code === BAD_INPUT)) return <ForeignLink />
  return <Unknown error={error} isBusy={isFetching} onAgain={onAgain} />
}

function Outcome({ payment, isBusy, onAgain }: { payment: PayResultData; isBusy: boolean; onAgain: () => void }) {
  const { i18n } = useLingui()
  const outcome = paymentOutcomeOf(payment)
  const { title, text } = outcomeTexts[outcome]
  return (
    <Frame title={i18n._(title)} outcome={outcome}>
      <p className={own['lead']} role="status">
        {i18n._(text)}
        {payment.payFault !== null && outcome !== 'paid' && <span className={own['fault']}>{errorText({ code: payment.payFault })}</span>}
      </p>
      <PaidFor payment={payment} />
      {outcome === 'undecided' && <Again isBusy={isBusy} onAgain={onAgain} />}
    </Frame>
  )
}

function Asking() {
  return (
    <Frame title={<Trans>One moment…</Trans>} outcome="asking">
      <p className={own['lead']} role="status">
        <Trans>The payment provider is asked how the payment stands.</Trans>
      </p>
    </Frame>
  )
}

/** The service or the provider cannot be reached: nothing is known, and nothing is lost. */
function Unknown({ error, isBusy, onAgain }: { error: unknown; isBusy: boolean; onAgain: () => void }) {
  if (!(error instanceof CallError)) throw error
  return (
    <Frame title={<Trans>It is not known how the payment stands</Trans>} outcome="unknown">
      <p className={own['lead']} role="alert">
        {errorText(error)}{' '}
        <Trans>Do not pay again before you have looked: what was paid is not lost, and reaches your order by itself.</Trans>
      </p>
      <Again isBusy={isBusy} onAgain={onAgain} />
    </Frame>
  )
}

function ForeignLink() {
  return (
    <Frame title={<Trans>This is not the address of a payment</Trans>} outcome="foreign">
      <p className={own['lead']} role="alert">
        <Trans>A part of it is missing or was changed, so nothing is said here about any payment. Your orders show how they stand.</Trans>
      </p>
    </Frame>
  )
}

function Again({ isBusy, onAgain }: { isBusy: boolean; onAgain: () => void }) {
  return (
    <button type="button" className={buttons['other']} aria-busy={isBusy} onClick={onAgain}>
      <Trans>Look again</Trans>
    </button>
  )
}

function Frame({ title, outcome, children }: { title: ReactNode; outcome: string; children: ReactNode }) {
  const { data: branding } = useQuery(brandingQuery)
  const { session } = useSnapshot(coreState)
  return (
    <Entrance brand={branding} title={title}>
      <div className={own['result']} data-outcome={outcome}>
        {children}
        {session.kind === 'signed-in' ? (
          <Link className={buttons['main']} to="/live">
            <Trans>Go to video</Trans>
          </Link>
        ) : (
          <Link className={buttons['main']} to="/login">
            <Trans>Go to sign-in</Trans>
          </Link>
        )}
      </div>
    </Entrance>
  )
}
