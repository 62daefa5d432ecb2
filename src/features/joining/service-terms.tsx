import { Trans } from '@lingui/react/macro'

/** What the service and its customers owe each other. */
export function ServiceTerms() {
  return (
    <>
      <h2>
        <Trans>What the service does</Trans>
      </h2>
      <p>
        <Trans>It shows the live and recorded video of your cameras, tells you of events, and keeps what you ask it to keep.</Trans>
      </p>
      <h2>
        <Trans>Your account</Trans>
      </h2>
      <p>
        <Trans>
          You keep your password and your codes to yourself. What is done with your account counts as done by you until you tell us
          otherwise.
        </Trans>
      </p>
      <h2>
        <Trans>Your cameras</Trans>
      </h2>
      <p>
        <Trans>You film only where the law allows it, and tell people that they are filmed where the law asks for that.</Trans>
      </p>
      <h2>
        <Trans>Your people</Trans>
      </h2>
      <p>
        <Trans>
          Administrators decide who of the organization sees which cameras, and who outside may help them. What they decide is written to a
          log.
        </Trans>
      </p>
      <h2>
        <Trans>What is paid for</Trans>
      </h2>
      <p>
        <Trans>Licences and cloud storage are paid in advance, and have terms of their own that you see before you pay.</Trans>
      </p>
      <h2>
        <Trans>The end</Trans>
      </h2>
      <p>
        <Trans>You may delete your account at any time, once your organization has no other people and no devices.</Trans>
      </p>
    </>
  )
}
