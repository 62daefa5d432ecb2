import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { capabilityWords, noteMissingTold, useUntoldMissing } from '../../data/app/capabilities.ts'
import classes from './frame.module.css'

/** Says once what this browser lacks, and that everything works in another way. */
export function CapabilityLine() {
  const { i18n } = useLingui()
  const missing = useUntoldMissing()
  if (missing.length === 0) return null
  const names = new Intl.ListFormat(i18n.locale).format(missing.map((name) => capabilityWords[name]))
  return (
    <div className={classes['line']}>
      <span role="status">
        <Trans>This browser lacks {names}. The app does without.</Trans>
      </span>
      <Link to="/account/version-info" onClick={noteMissingTold}>
        <Trans>What that means</Trans>
      </Link>
      <button type="button" onClick={noteMissingTold}>
        <Trans>Understood</Trans>
      </button>
    </div>
  )
}
