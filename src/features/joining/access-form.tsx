import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import { lengths } from '#contract/limits.ts'
import { remoteAccessStatuses } from '#contract/states/remote-access.ts'
import { CallError } from '../../data/core/call-error.ts'
import { askForAccess, type InstallerKey, type OwnRequest } from '../../data/organization/installer-access.ts'
import { accessDurations } from '../../ui/text/access-durations.ts'
import buttons from '../../ui/controls/button.module.css'
import classes from '../../ui/page/entrance.module.css'
import { errorText } from '../../ui/text/error-text.ts'
import { Field } from '../../ui/form/field.tsx'
import { say } from '../../ui/notice/toast-store.ts'
import own from './joining.module.css'

/** Asks for access for one of the six durations. While a request waits there is nothing to ask. */
export function AccessForm({ installerKey, requests }: { installerKey: InstallerKey; requests: readonly OwnRequest[] }) {
  const { t, i18n } = useLingui()
  const [minutes, setMinutes] = useState<OwnRequest['askedMinutes']>(120)
  const [reason, setReason] = useState('')
  const [trouble, setTrouble] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  if (requests.some(({ status }) => status === remoteAccessStatuses.pending)) return null

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    setTrouble(undefined)
    setBusy(true)
    try {
      await askForAccess({ ...installerKey, minutes, reason })
      say('done', t`The request is on its way to the administrators.`)
      setReason('')
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setTrouble(errorText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className={classes['form']} onSubmit={(event) => void onSubmit(event)} noValidate>
      <fieldset className={own['durations']}>
        <legend>
          <Trans>For how long</Trans>
        </legend>
        {accessDurations.map((one) => (
          <label key={one.minutes}>
            <input type="radio" name="minutes" checked={one.minutes === minutes} onChange={() => setMinutes(one.minutes)} />
            {i18n._(one.name)}
          </label>
        ))}
      </fieldset>
      <Field
        label={t`Reason (optional)`}
        maxLength={lengths.accessReason}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {trouble && (
        <p className={classes['trouble']} role="alert">
          {trouble}
        </p>
      )}
      <button type="submit" className={buttons['main']} aria-busy={isBusy}>
        <Trans>Ask for access</Trans>
      </button>
    </form>
  )
}
