import { Trans, useLingui } from '@lingui/react/macro'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { pageNames } from '../../ui/page/page-names.ts'
import classes from './frame.module.css'

/** Says why the person is here and not on the page that they wanted, until they go on or close it. */
export function RefusedLine() {
  const { i18n } = useLingui()
  const refused = useLocation({ select: ({ state }) => state.refusedPage })
  const navigate = useNavigate()
  if (refused === undefined) return null
  const page = i18n._(pageNames[refused])
  return (
    <p className={classes['line']} data-tone="warning" role="alert">
      <Trans>Your role does not include the page “{page}”. An administrator of your organization can give you access.</Trans>
      <button type="button" onClick={() => void navigate({ to: '.', search: true, hash: true, state: {}, replace: true })}>
        <Trans>Close</Trans>
      </button>
    </p>
  )
}
