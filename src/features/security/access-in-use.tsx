import { Trans, useLingui } from '@lingui/react/macro'
import { ForOwnAdministrators } from '../../data/person/for-roles.tsx'
import { revokeAccess, type AccessRequest } from '../../data/organization/installer.ts'
import { Button } from '../../ui/controls/button.tsx'
import { SettingsRow } from '../../ui/page/settings.tsx'
import { StatusDot } from '../../ui/controls/status-dot.tsx'
import { remainingText } from '../../ui/text/time-text.ts'
import { say } from '../../ui/notice/toast-store.ts'
import { useAction } from '../../ui/form/use-action.ts'

/** Access that is in use, with what is left of it, and its end at a press. `nowMs`: the service's clock. */
export function AccessInUse({ request, nowMs }: { request: AccessRequest; nowMs: number }) {
  const { t, i18n } = useLingui()
  const { isBusy, run } = useAction()
  const { requestId, companyName, reason, untilMs } = request
  // What it fails with is announced already, and the list is asked for again.
  const revoke = () =>
    run(async () => {
      await revokeAccess(requestId)
      say('done', t`The access has ended.`)
    })
  return (
    <SettingsRow
      name={
        <>
          <StatusDot status="online" word={t`In use`} />
          <Trans>{companyName} may act as administrator</Trans>
        </>
      }
      text={reason}
    >
      <span className="sl-figures" role="timer" aria-label={t`Time left`}>
        {untilMs === null ? <Trans>Without an end</Trans> : remainingText(untilMs - nowMs, i18n.locale)}
      </span>
      <ForOwnAdministrators>
        <Button variant="default" loading={isBusy} onClick={() => void revoke()}>
          <Trans>Revoke</Trans>
        </Button>
      </ForOwnAdministrators>
    </SettingsRow>
  )
}
