import { Trans, useLingui } from '@lingui/react/macro'
import type { licenseInstQuery } from '#contract/calls/licence/license-inst-query.ts'
import type { OutputOf } from '#contract/define-call.ts'
import type { QuoteKind } from '../../../data/organization/purchases.ts'
import { NumberInput } from '../../../ui/controls/number-input.tsx'
import { Slider } from '../../../ui/controls/slider.tsx'
import classes from './purchase.module.css'

/** The slider goes at least so far; more is typed. */
const USUAL_MOST = 50

interface CameraCountProps {
  kind: QuoteKind
  state: OutputOf<typeof licenseInstQuery>
  value: number
  onChange: (count: number) => void
}

/** How many cameras a licence is to be for, and what can be used with it. */
export function CameraCount({ kind, state: { currentInfo, coverage }, value, onChange }: CameraCountProps) {
  const { t } = useLingui()
  const least = kind === 'upgrade' ? Math.max(currentInfo.minChlNum, currentInfo.chlNum + 1) : currentInfo.minChlNum
  const most = Math.min(currentInfo.maxChlNum, Math.max(USUAL_MOST, 2 * Math.max(coverage.cameras, currentInfo.chlNum)))
  const { cameras, freeChlNum } = coverage
  const usable = value + freeChlNum
  const label = kind === 'upgrade' ? t`Cameras from now on` : t`Cameras`
  return (
    <div className={classes['count']}>
      <NumberInput
        label={label}
        value={value}
        min={least}
        max={currentInfo.maxChlNum}
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="blur"
        onChange={(typed) => typeof typed === 'number' && typed >= 1 && onChange(Math.min(typed, currentInfo.maxChlNum))}
      />
      <Slider label={label} value={Math.min(value, most)} min={least} max={Math.max(most, least)} onChange={onChange} />
      <p className={classes['sum']} role="status">
        <Trans>
          With {freeChlNum} free ones you can use {usable} cameras.
        </Trans>{' '}
        {usable < cameras ? (
          <strong className={classes['short']}>
            <Trans>{cameras} are in use: that is too few.</Trans>
          </strong>
        ) : (
          <Trans>{cameras} are in use.</Trans>
        )}
      </p>
    </div>
  )
}
