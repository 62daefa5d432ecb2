import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Results } from './use-results.ts'
import classes from './search.module.css'

/** How many events were found, as far as somebody has looked. */
export function FoundCount({ results: { found, isWhole, isEmpty } }: { results: Results }) {
  const { i18n } = useLingui()
  const least = i18n.number(found)
  return (
    <span className={`${classes['count']} sl-figures sl-unseen-narrow`} role="status">
      {!isEmpty && (isWhole ? <Plural value={found} one="# event" other="# events" /> : <Trans>More than {least} events</Trans>)}
    </span>
  )
}
