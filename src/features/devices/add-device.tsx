import { Button, NativeSelect, TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import { deviceBind } from '#contract/calls/device/device-bind.ts'
import { CallError } from '../../data/call-error.ts'
import { bindDevice } from '../../data/devices.ts'
import { sitesQuery } from '../../data/sites.ts'
import { useDraft } from '../../data/use-draft.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { errorText } from '../../ui/error-text.ts'
import { say } from '../../ui/toast-store.ts'
import forms from '../../ui/form.module.css'

type Field = 'sn' | 'securityCode' | 'siteId' | 'name'
/** Beside which field an error of the service is said; the rest goes to the foot of the form. */
const fieldOfCode: Partial<Record<number, Field>> = {
  33003: 'sn',
  33010: 'sn',
  33004: 'securityCode',
  6001: 'securityCode',
  33006: 'siteId',
  33002: 'siteId',
}

/** Binds a device by what its label says. */
export function AddDevice({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const { data } = useSuspenseQuery(sitesQuery)
  const { values, setValues, drop } = useDraft<Record<Field, string>>('add-device', {
    sn: '',
    securityCode: '',
    siteId: data.sites[0]?.siteId ?? '',
    name: '',
  })
  const [trouble, setTrouble] = useState<Partial<Record<Field | 'form', ReactNode>>>({})
  const [isBusy, setBusy] = useState(false)
  const shapeTexts: Record<Field, ReactNode> = {
    sn: <Trans>The serial number has 6 to 32 letters and digits. It is on the label.</Trans>,
    securityCode: <Trans>The security code has 6 to 16 letters and digits. It is on the label.</Trans>,
    siteId: <Trans>Choose a site.</Trans>,
    name: <Trans>At most 32 characters, and none of {'< > & , \' " / \\ % : #'}.</Trans>,
  }
  function field(name: Field) {
    return {
      name,
      value: values[name],
      error: trouble[name],
      onChange: (event: { currentTarget: { value: string } }) => {
        setValues({ ...values, [name]: event.currentTarget.value })
        setTrouble({ ...trouble, [name]: undefined })
      },
    }
  }

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    const input = deviceBind.input.safeParse({ ...values, name: values.name.trim() || undefined })
    if (!input.success) {
      const wrong = new Set(input.error.issues.map(({ path }) => path[0] as Field))
      return setTrouble(Object.fromEntries([...wrong].map((name) => [name, shapeTexts[name]])))
    }
    setBusy(true)
    try {
      const device = await bindDevice(input.data)
      drop()
      say('done', t`“${device.name}” is added.`)
      onClose()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setTrouble({ [fieldOfCode[error.code] ?? 'form']: errorText(error) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog title={<Trans>Add device</Trans>} onClose={onClose}>
      <form className={forms['form']} onSubmit={(event) => void onSubmit(event)} noValidate>
        <TextInput label={t`Serial number`} autoComplete="off" autoCapitalize="characters" spellCheck={false} autoFocus {...field('sn')} />
        <TextInput label={t`Security code`} autoComplete="off" autoCapitalize="characters" spellCheck={false} {...field('securityCode')} />
        <NativeSelect
          label={t`Site`}
          data={data.sites.map(({ siteId, siteName }) => ({ value: siteId, label: siteName }))}
          {...field('siteId')}
        />
        <TextInput label={t`Name (optional)`} autoComplete="off" maxLength={32} {...field('name')} />
        {trouble.form && (
          <p className={forms['trouble']} role="alert">
            {trouble.form}
          </p>
        )}
        <div className={forms['buttons']}>
          <Button
            variant="default"
            onClick={() => {
              drop()
              onClose()
            }}
          >
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={isBusy}>
            <Trans>Add</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
