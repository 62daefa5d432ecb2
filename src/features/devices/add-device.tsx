import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { deviceBind } from '#contract/calls/device/device-bind.ts'
import { codeOf } from '#contract/errors.ts'
import { lengths } from '#contract/limits.ts'
import { bindDevice } from '../../data/places/devices.ts'
import { sitesQuery } from '../../data/places/sites.ts'
import { useDraftForm } from '../../data/query/use-draft-form.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { errorText } from '../../ui/text/error-text.ts'
import { FormFoot } from '../../ui/form/form-foot.tsx'
import { wrongTexts } from '../../ui/text/rule-text.ts'
import { say } from '../../ui/notice/toast-store.ts'
import forms from '../../ui/form/form.module.css'

type Field = 'sn' | 'securityCode' | 'siteId' | 'name'
/** Beside which field an error of the service is said; the rest goes to the foot of the form. */
const fieldOfCode: Partial<Record<number, Field>> = {
  [codeOf('serial-number-unknown')]: 'sn',
  [codeOf('device-bound-already')]: 'sn',
  [codeOf('security-code-wrong')]: 'securityCode',
  [codeOf('too-frequent')]: 'securityCode',
  [codeOf('site-missing')]: 'siteId',
  [codeOf('no-site-permission')]: 'siteId',
}

/** Binds a device by what its label says. */
export function AddDevice({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const { data } = useSuspenseQuery(sitesQuery)
  const { field, trouble, isBusy, onSubmit, drop } = useDraftForm({
    keptUnder: 'add-device',
    initial: { sn: '', securityCode: '', siteId: data.sites[0]?.siteId ?? '', name: '' } satisfies Record<Field, string>,
    read: (values) => deviceBind.input.safeParse({ ...values, name: values.name.trim() || undefined }),
    wrongTexts,
    fieldOfCode,
    textOf: errorText,
    send: bindDevice,
    onSent: ({ name }) => {
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
      <form className={forms['form']} onSubmit={(event) => void onSubmit(event)} noValidate>
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
