import { useLingui } from '@lingui/react/macro'
import IconMailForward from '@tabler/icons-react/dist/esm/icons/IconMailForward.mjs'
import { keepExternalRecipient } from '../../data/organization/external-recipients.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { say } from '../../ui/notice/toast-store.ts'

/** Has alarms go on to an address whose namer has left, or lost the right. */
export function KeepRecipient({ email, isOffline }: { email: string; isOffline: boolean }) {
  const { t } = useLingui()
  const { isBusy, run } = useAction()
  const keep = async () => {
    await keepExternalRecipient(email)
    say('done', t`Alarms go to ${email} again.`)
  }
  return (
    <IconButton label={t`Have alarms go on to ${email}`} isDisabled={isOffline || isBusy} onClick={() => void run(keep)}>
      <IconMailForward size={16} stroke={1.5} aria-hidden />
    </IconButton>
  )
}
