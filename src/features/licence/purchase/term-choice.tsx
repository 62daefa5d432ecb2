import { Trans, useLingui } from '@lingui/react/macro'
import type { Quote } from '#contract/calls/licence/quote.ts'
import { durationTypes, type DurationType } from '#contract/licence-terms.ts'
import { moneyText, termText } from '../../../ui/text/money-text.ts'
import classes from './purchase.module.css'

const all = Object.values(durationTypes)

interface TermChoiceProps {
  /** Of each term; undefined while they are asked for. */
  quotes: readonly Quote[] | undefined
  value: DurationType
  onChoose: (term: DurationType) => void
}

/** The five terms, each with its price and what that is for one camera. */
export function TermChoice({ quotes, value, onChoose }: TermChoiceProps) {
  const { i18n } = useLingui()
  return (
    <fieldset className={classes['terms']}>
      <legend>
        <Trans>Term</Trans>
      </legend>
      {all.map((term) => {
        const quote = quotes?.find(({ durationType }) => durationType === term)
        const each = quote && moneyText(Math.round(quote.amountCents / Math.max(1, quote.chlNum)), i18n.locale)
        return (
          <label key={term}>
            <input type="radio" name="term" checked={term === value} onChange={() => onChoose(term)} />
            <span>{termText(term, i18n.locale)}</span>
            <strong className="sl-figures">{quote ? moneyText(quote.amountCents, i18n.locale) : '…'}</strong>
            <small className="sl-figures">{each && <Trans>{each} for each camera</Trans>}</small>
          </label>
        )
      })}
    </fieldset>
  )
}
