import { Trans, useLingui } from '@lingui/react/macro'
import type { PlateGroup } from '#contract/calls/vehicle/plate.ts'
import classes from './vehicle.module.css'

/** From this share on it is said that there is not much room. */
const NEARLY = 0.9

/** How full a group is: in numbers, as a bar, and in words when it matters. */
export function Fill({ group: { plateTotal, capacity } }: { group: PlateGroup }) {
  const { i18n } = useLingui()
  const [total, most, rest] = [plateTotal, capacity, capacity - plateTotal].map((count) => i18n.number(count))
  const isNearlyFull = plateTotal >= capacity * NEARLY
  return (
    <span className={classes['fill']} data-near={isNearlyFull || undefined}>
      <span className="sl-figures">
        <Trans>
          {total} of {most}
        </Trans>
      </span>
      <span className={classes['bar']} aria-hidden>
        <span style={{ width: `${(100 * plateTotal) / capacity}%` }} />
      </span>
      {plateTotal >= capacity ? <Trans>Full</Trans> : isNearlyFull && <Trans>room for {rest}</Trans>}
    </span>
  )
}
