import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { QuoteLine } from '#contract/calls/licence/quote.ts'
import { moneyText } from '../text/money-text.ts'
import classes from './price-lines.module.css'

/** What a price is made of, line by line, and what it comes to. */
export function PriceLines({
  lines,
  amountCents,
  isCloud = false,
}: {
  lines: readonly QuoteLine[]
  amountCents: number
  /** It is the price of cloud storage, not of a licence. */
  isCloud?: boolean
}) {
  const { i18n, t } = useLingui()
  return (
    <div role="group" aria-label={t`How the price comes about`}>
      <dl className={classes['lines']}>
        {lines.map((line) => (
          <div key={line.item}>
            <dt>
              <LineName line={line} isCloud={isCloud} />
              <LineReckoning line={line} />
            </dt>
            <dd className="sl-figures">{moneyText(line.amountCents, i18n.locale)}</dd>
          </div>
        ))}
        <div className={classes['total']}>
          <dt>
            <Trans>Total</Trans>
          </dt>
          <dd className="sl-figures">{moneyText(amountCents, i18n.locale)}</dd>
        </div>
      </dl>
    </div>
  )
}

function LineName({ line: { item, chlNum }, isCloud }: { line: QuoteLine; isCloud: boolean }) {
  if (item === 'term' && isCloud) return <Plural value={chlNum} one="Cloud storage for # camera" other="Cloud storage for # cameras" />
  if (item === 'term') return <Plural value={chlNum} one="Licence for # camera" other="Licence for # cameras" />
  if (item === 'trial') return <Plural value={chlNum} one="Free trial for # camera" other="Free trial for # cameras" />
  return <Plural value={chlNum} one="# camera more, at once" other="# cameras more, at once" />
}

/** Why a line is not its whole price. */
function LineReckoning({ line: { item, days, termDays, listCents } }: { line: QuoteLine }) {
  const { i18n } = useLingui()
  const list = moneyText(listCents, i18n.locale)
  return (
    <small>
      {item === 'added-cameras' ? (
        <Trans>
          {days} of {termDays} days are left of the term in use, so {days}⁄{termDays} of {list}.
        </Trans>
      ) : (
        <Trans>{days} days</Trans>
      )}
    </small>
  )
}
