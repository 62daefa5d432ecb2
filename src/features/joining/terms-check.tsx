import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import classes from './joining.module.css'

/** The consent without which nobody joins. The texts open beside the form, so that nothing typed is lost. */
export function TermsCheck(props: { isAccepted: boolean; isMissing: boolean; onChange: (isAccepted: boolean) => void }) {
  const { t } = useLingui()
  return (
    <div className={classes['terms']}>
      <label>
        <input
          type="checkbox"
          name="terms"
          checked={props.isAccepted}
          aria-invalid={props.isMissing || undefined}
          aria-describedby={props.isMissing ? 'terms-missing' : undefined}
          onChange={(event) => props.onChange(event.currentTarget.checked)}
        />
        <span>{t`I accept the terms of service and have read the privacy notice.`}</span>
      </label>
      <p>
        <Link to="/term/$type" params={{ type: 'service' }} target="_blank">
          <Trans>Terms of service</Trans>
        </Link>
        <Link to="/term/$type" params={{ type: 'privacy' }} target="_blank">
          <Trans>Privacy notice</Trans>
        </Link>
      </p>
      {props.isMissing && (
        <p id="terms-missing" className={classes['error']}>
          <Trans>Accept the terms of service first.</Trans>
        </p>
      )}
    </div>
  )
}
