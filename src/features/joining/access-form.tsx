import { Trans, useLingui } from '@lingui/react/macro'
import { remoteAccessReqCreate } from '#contract/calls/installer/remote-access-req-create.ts'
import { lengths } from '#contract/limits.ts'
import { remoteAccessStatuses } from '#contract/states/remote-access.ts'
import { askForAccess, type InstallerKey, type OwnRequest } from '../../data/organization/installer-access.ts'
import { accessDurations } from '../../ui/text/access-durations.ts'
import buttons from '../../ui/controls/button.module.css'
import classes from '../../ui/page/entrance.module.css'
import { TroubleLine } from '../../ui/form/trouble.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Field } from '../../ui/form/field.tsx'
import { say } from '../../ui/notice/toast-store.ts'
import own from './joining.module.css'

const blank: { minutes: OwnRequest['askedMinutes']; reason: string } = { minutes: 120, reason: '' }

/** Asks for access for one of the six durations. While a request waits there is nothing to ask. */
export function AccessForm({ installerKey, requests }: { installerKey: InstallerKey; requests: readonly OwnRequest[] }) {
  const { t, i18n } = useLingui()
  const { form, field, values, set, trouble, isBusy, drop } = useForm({
    initial: blank,
    schema: remoteAccessReqCreate.input,
    input: (values) => ({ ...installerKey, ...values }),
    send: async (input) => {
      await askForAccess(input)
      say('done', t`The request is on its way to the administrators.`)
      drop()
    },
  })
  if (requests.some(({ status }) => status === remoteAccessStatuses.pending)) return null

  return (
    <form className={classes['form']} {...form}>
      <fieldset className={own['durations']}>
        <legend>
          <Trans>For how long</Trans>
        </legend>
        {accessDurations.map((one) => (
          <label key={one.minutes}>
            <input type="radio" name="minutes" checked={one.minutes === values.minutes} onChange={() => set('minutes', one.minutes)} />
            {i18n._(one.name)}
          </label>
        ))}
      </fieldset>
      <Field label={t`Reason (optional)`} maxLength={lengths.accessReason} {...field('reason')} />
      <TroubleLine text={trouble.form} />
      <button type="submit" className={buttons['main']} aria-busy={isBusy}>
        <Trans>Ask for access</Trans>
      </button>
    </form>
  )
}
