import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { codeOf } from '#contract/errors.ts'
import { checkUnregister, deleteAccount } from '../../data/person/account.ts'
import { announce } from '../../data/core/announce.ts'
import { coreState } from '../../data/core/core.ts'
import { type Fault, faultOf } from '../../lib/fault.ts'
import { ForRoles } from '../../data/person/for-roles.tsx'
import buttons from '../../ui/controls/button.module.css'
import { Button } from '../../ui/controls/button.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { errorText } from '../../ui/text/error-text.ts'
import forms from '../../ui/form/form.module.css'
import { PasswordQuestion } from '../../ui/form/password-question.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { SettingsRow } from '../../ui/page/settings.tsx'

/** What stands in the way of a deletion (rule 8.7). */
const HAS_PEOPLE = codeOf('account-has-users')
const HAS_DEVICES = codeOf('account-has-devices')

/** Deletes one's own account, or says why that cannot be done. */
export function DeleteAccount() {
  const [asking, setAsking] = useState<{ kind: 'sure' } | { kind: 'blocked'; error: Fault }>()
  const { isBusy, run } = useAction()
  const ask = () =>
    run(async () => {
      const error = await faultOf(checkUnregister())
      if (error === undefined) setAsking({ kind: 'sure' })
      else if (error.code === HAS_PEOPLE || error.code === HAS_DEVICES) setAsking({ kind: 'blocked', error })
      else announce(error)
    })
  return (
    <SettingsRow name={<Trans>Delete account</Trans>} text={<Trans>For good. With its last administrator the organization closes.</Trans>}>
      {/* Not disabled meanwhile: it would lose the focus, which comes back to it from the question. */}
      <Button variant="default" aria-busy={isBusy} onClick={() => void ask()}>
        <Trans>Delete account</Trans>
      </Button>
      {asking?.kind === 'sure' && <Sure onClose={() => setAsking(undefined)} />}
      {asking?.kind === 'blocked' && <Blocked error={asking.error} onClose={() => setAsking(undefined)} />}
    </SettingsRow>
  )
}

function Blocked({ error, onClose }: { error: Fault; onClose: () => void }) {
  return (
    <Dialog title={<Trans>Your account cannot be deleted yet</Trans>} onClose={onClose}>
      <div className={forms['form']}>
        <p className={forms['text']} role="alert">
          {errorText(error)}
        </p>
        <div className={forms['buttons']}>
          <Button variant="default" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
          {error.code === HAS_PEOPLE ? (
            <Link className={buttons['main']} to="/user/userlist">
              <Trans>Go to users</Trans>
            </Link>
          ) : (
            <Link className={buttons['main']} to="/device/index">
              <Trans>Go to devices</Trans>
            </Link>
          )}
        </div>
      </div>
    </Dialog>
  )
}

function Sure({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const { session } = useSnapshot(coreState)
  const [typed, setTyped] = useState('')
  const user = session.kind === 'signed-in' ? session.user : undefined
  if (user === undefined) return null
  const { loginName, organizationName } = user
  return (
    <PasswordQuestion
      title={<Trans>Delete your account for good?</Trans>}
      confirm={<Trans>Delete account</Trans>}
      isDanger
      isReady={typed === loginName}
      onConfirm={deleteAccount}
      onClose={onClose}
    >
      <div className={forms['form']}>
        <p className={forms['text']}>
          <Trans>
            Your profile, your layouts and your rights are lost, links to archives that you have shared end, and you are signed out
            everywhere. Archives that you have made stay with the organization. This cannot be undone.
          </Trans>
        </p>
        <ForRoles roles={['administrator']}>
          <p className={forms['text']}>
            <Trans>
              If you are its last administrator, the organization “{organizationName}” closes: nobody can enter it or open its sites and
              archives any more, all links that were shared end, invitations stop working, and its name is free for others. What the service
              has stored is not erased at once by that. Ask whoever runs the service if it has to be.
            </Trans>
          </p>
        </ForRoles>
        <TextInput
          label={t`Type your user name, ${loginName}`}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
    </PasswordQuestion>
  )
}
