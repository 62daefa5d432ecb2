import { Trans } from '@lingui/react/macro'

/** What becomes of what people entrust to the service. */
export function PrivacyNotice() {
  return (
    <>
      <h2>
        <Trans>What is kept of you</Trans>
      </h2>
      <p>
        <Trans>
          Your name, e-mail address and telephone number, where you signed in, and what you changed. Of your password only a hash is kept.
        </Trans>
      </p>
      <h2>
        <Trans>What is kept of your cameras</Trans>
      </h2>
      <p>
        <Trans>Events are kept for 15 days, and for 6 months with a licence. Video is kept in the cloud only where you ordered it.</Trans>
      </p>
      <h2>
        <Trans>Who sees it</Trans>
      </h2>
      <p>
        <Trans>
          The people of your organization to whom its administrators gave the right, and an installer for as long as an administrator allows
          it.
        </Trans>
      </p>
      <h2>
        <Trans>On your own machine</Trans>
      </h2>
      <p>
        <Trans>The app keeps pictures and lists so that it opens without a network. They are sealed, and gone when you sign out.</Trans>
      </p>
    </>
  )
}
