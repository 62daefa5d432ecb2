import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { codeOf } from '#contract/errors.ts'
import { CallError } from '../../data/core/call-error.ts'
import buttons from '../../ui/controls/button.module.css'
import { errorText } from '../../ui/text/error-text.ts'
import { JoinPage } from './join-page.tsx'
import own from './joining.module.css'

const EXPIRED = codeOf('link-expired')
const UNKNOWN = codeOf('link-not-valid')
const USED = codeOf('invited-already')
const BAD_INPUT = codeOf('parameter-error')

/** The page of a link that is good for nothing (any more): each reason has its own. `onRetry` looks again. */
export function BadLink({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (!(error instanceof CallError)) throw error
  switch (error.code) {
    case USED:
      return (
        <JoinPage title={<Trans>This link has been used</Trans>}>
          <p className={own['lead']}>
            <Trans>A link is good once. If it was you who used it, your account is there: sign in with it.</Trans>
          </p>
          <ToSignIn />
        </JoinPage>
      )
    case EXPIRED:
      return (
        <JoinPage title={<Trans>This link has expired</Trans>}>
          <p className={own['lead']}>
            <Trans>A link is good for 7 days. Ask whoever invited you to send a new one.</Trans>
          </p>
          <ToSignIn />
        </JoinPage>
      )
    case UNKNOWN:
    case BAD_INPUT:
      return (
        <JoinPage title={<Trans>This link is not valid</Trans>}>
          <p className={own['lead']}>
            <Trans>Perhaps a part of it is missing, or a newer one was sent to you. Open the link in the newest e-mail.</Trans>
          </p>
          <ToSignIn />
        </JoinPage>
      )
    default:
      return (
        <JoinPage title={<Trans>This link could not be looked at</Trans>}>
          <p className={own['lead']} role="alert">
            {errorText(error)}
          </p>
          <button type="button" className={buttons['main']} onClick={onRetry}>
            <Trans>Try again</Trans>
          </button>
        </JoinPage>
      )
  }
}

/** The page of a good link that was opened at another link's address. `children` is the way to the right one. */
export function ForeignLink({ children }: { children: ReactNode }) {
  return (
    <JoinPage title={<Trans>This link is for something else</Trans>}>
      <p className={own['lead']}>
        <Trans>It is a good link, but its address is that of another kind of invitation.</Trans>
      </p>
      {children}
    </JoinPage>
  )
}

/** While the service is asked what the link is for. */
export function LinkIsBeingRead() {
  return (
    <JoinPage title={<Trans>One moment…</Trans>}>
      <p className={own['lead']} role="status">
        <Trans>The service is asked what this link is for.</Trans>
      </p>
    </JoinPage>
  )
}

function ToSignIn() {
  return (
    <Link className={buttons['main']} to="/login">
      <Trans>Go to sign-in</Trans>
    </Link>
  )
}
