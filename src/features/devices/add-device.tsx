import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { deviceBind } from '#contract/calls/device/device-bind.ts'
import { lengths } from '#contract/limits.ts'
import { bindDevice } from '../../data/places/devices.ts'
import { sitesQuery } from '../../data/places/sites.ts'
import { draftOf } from '../../data/query/draft.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { FormFoot } from '../../ui/form/form-foot.tsx'
import { say } from '../../ui/notice/toast-store.ts'
import forms from '../../ui/form/form.module.css'
import { useForm } from '../../ui/form/use-form.ts'

/** Beside which field an error of the service is said; the rest goes to the foot of the form. */
const fieldOfError = {
  'serial-number-unknown': 'sn',
  'device-bound-already': 'sn',
  'security-code-wrong': 'securityCode',
  'too-frequent': 'securityCode',
  'site-missing': 'siteId',
  'no-site-permission': 'siteId',
} as const

/** Binds a device by what its label says. */
export function AddDevice({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const { data } = useSuspenseQuery(sitesQuery)
  const { form, field, trouble, isBusy, drop } = useForm({
    draft: draftOf('add-device'),
    initial: { sn: '', securityCode: '', siteId: data.sites[0]?.siteId ?? '', name: '' },
    schema: deviceBind.input,
    input: (values) => ({ ...values, name: values.name.trim() || undefined }),
    fieldOfError,
    send: async (input) => {
      const { name } = await bindDevice(input)
      say('done', t`“${name}” is added.`)
      onClose()
    },
  })
  function cancel() {
    drop()
    onClose()
  }

  return (
    <Dialog title={<Trans>Add device</Trans>} onClose={onClose}>
      <form className={forms['form']} {...form}>
        <TextInput label={t`Serial number`} autoComplete="off" autoCapitalize="characters" spellCheck={false} autoFocus {...field('sn')} />
        <TextInput label={t`Security code`} autoComplete="off" autoCapitalize="characters" spellCheck={false} {...field('securityCode')} />
        <Select
          label={t`Site`}
          data={data.sites.map(({ siteId, siteName }) => ({ value: siteId, label: siteName }))}
          {...field('siteId')}
        />
        <TextInput label={t`Name (optional)`} autoComplete="off" maxLength={lengths.deviceName} {...field('name')} />
        <FormFoot trouble={trouble.form} onCancel={cancel}>
          <Button type="submit" loading={isBusy}>
            <Trans>Add</Trans>
          </Button>
        </FormFoot>
      </form>
    </Dialog>
  )
}
