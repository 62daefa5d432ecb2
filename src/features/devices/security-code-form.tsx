import { Trans, useLingui } from '@lingui/react/macro'
import * as z from 'zod/mini'
import { securityCode } from '#contract/rules.ts'
import { changeSecurityCode } from '../../data/places/device-changes.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { PasswordInput } from '../../ui/controls/password-input.tsx'
import { FormFoot } from '../../ui/form/form-foot.tsx'
import forms from '../../ui/form/form.module.css'
import { useForm } from '../../ui/form/use-form.ts'
import { say } from '../../ui/notice/toast-store.ts'

const schema = z.object({ securityCode, newSecurityCode: securityCode, again: z.string() }).check(
  z.refine(({ newSecurityCode, again }) => newSecurityCode.trim().toUpperCase() === again.trim().toUpperCase(), {
    path: ['again'],
    when: () => true,
  }),
)

/** Gives a device another security code: the one on its label, or the last one, proves that one may. */
export function SecurityCodeForm({ sn, name, onClose }: { sn: string; name: string; onClose: () => void }) {
  const { t } = useLingui()
  const { form, field, trouble, isBusy } = useForm({
    initial: { securityCode: '', newSecurityCode: '', again: '' },
    schema,
    words: { again: t`It is not the same as above.` },
    fieldOfError: { 'security-code-wrong': 'securityCode', 'security-code-unchanged': 'newSecurityCode' },
    send: async ({ again: _again, ...codes }) => {
      await changeSecurityCode({ sn, ...codes })
      say('done', t`“${name}” has its new security code. Write it down: the label still shows the old one.`)
      onClose()
    },
  })
  return (
    <Dialog title={<Trans>Change the security code</Trans>} onClose={onClose}>
      <form className={forms['form']} {...form}>
        <PasswordInput label={t`Present code`} data-autofocus autoComplete="off" {...field('securityCode')} />
        <PasswordInput
          label={t`New code`}
          description={t`6 to 16 letters and digits`}
          autoComplete="new-password"
          {...field('newSecurityCode')}
        />
        <PasswordInput label={t`New code once more`} autoComplete="new-password" {...field('again')} />
        <FormFoot trouble={trouble.form} onCancel={onClose}>
          <Button type="submit" loading={isBusy}>
            <Trans>Change</Trans>
          </Button>
        </FormFoot>
      </form>
    </Dialog>
  )
}
