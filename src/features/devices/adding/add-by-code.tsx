import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { deviceBind } from '#contract/calls/device/device-bind.ts'
import type { Device } from '#contract/calls/device/device.ts'
import { siteInput } from '#contract/calls/device/site-input.ts'
import { deviceTypes } from '#contract/enums.ts'
import { lengths } from '#contract/limits.ts'
import type { DeviceLabel } from '#contract/device-label.ts'
import { addSiteFor } from '../../../data/places/device-import.ts'
import { bindDevice } from '../../../data/places/devices.ts'
import { sitesQuery } from '../../../data/places/sites.ts'
import { draftOf } from '../../../data/query/draft.ts'
import type { Fault } from '../../../lib/fault.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { TextInput } from '../../../ui/controls/text-input.tsx'
import { FormFoot } from '../../../ui/form/form-foot.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { say } from '../../../ui/notice/toast-store.ts'
import { errorText } from '../../../ui/text/error-text.ts'
import { sceneNames } from '../../../ui/text/scene-names.ts'
import { deviceTypeNames } from '../device-type-names.ts'
import forms from '../../../ui/form/form.module.css'
import classes from './adding.module.css'

/** Beside which field an error of the service is said; the rest goes to the foot of the form. */
const fieldOfError = {
  'serial-number-unknown': 'sn',
  'device-bound-already': 'sn',
  'security-code-wrong': 'securityCode',
  'too-frequent': 'securityCode',
  'site-missing': 'siteId',
  'no-site-permission': 'siteId',
  'site-name-taken': 'siteName',
} as const

const NEW_SITE = 'new'
/** As the device itself says. */
const ANY_TYPE = '0'

interface AddByCodeProps {
  /** What was read from a label. */
  label: DeviceLabel | undefined
  onAdded: (device: Device) => void
  onCancel: () => void
}

/** Binds a device by what its label says. */
export function AddByCode({ label, onAdded, onCancel }: AddByCodeProps) {
  const { t, i18n } = useLingui()
  const { data } = useSuspenseQuery(sitesQuery)
  const { form, field, values, trouble, isBusy, drop, check, set } = useForm({
    // What is on a label needs no keeping: it can be read again.
    ...(label === undefined && { draft: draftOf('add-device') }),
    initial: {
      sn: label?.sn ?? '',
      securityCode: label?.securityCode ?? '',
      devType: ANY_TYPE,
      siteId: data.sites[0]?.siteId ?? NEW_SITE,
      name: '',
      siteName: '',
      scene: 'store',
      contact: '',
      phone: '',
    },
    schema: deviceBind.input,
    input: ({ devType, name, ...values }) => ({
      ...values,
      name: name.trim() || undefined,
      devType: devType === ANY_TYPE ? undefined : Number(devType),
    }),
    fieldOfError,
    textOf: (fault: Fault) =>
      fault.detail.field === 'devType' ? t`This device is of another type. Is it the right label?` : errorText(fault),
    send: async (input) => {
      let { siteId } = input
      if (siteId === NEW_SITE) {
        const { siteName, contact, phone } = values
        const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
        const place = { scene: values.scene, city: '', address: '', timeZone }
        const site = check(siteInput, { ...place, siteName, contact, phone })
        if (site === undefined) return false
        siteId = (await addSiteFor(site)).siteId
        // Should the device be refused now, the site is there already.
        set('siteId', siteId)
      }
      const device = await bindDevice({ ...input, siteId })
      const { name } = device
      say('done', t`“${name}” is added.`)
      onAdded(device)
      return true
    },
  })
  function cancel() {
    drop()
    onCancel()
  }
  const { model = '' } = label ?? {}
  const plain = { autoComplete: 'off', spellCheck: false } as const

  return (
    <form className={`${forms['form']} ${classes['form']}`} {...form}>
      {label !== undefined && (
        <p className={classes['hint']} role="status">
          {model === '' ? <Trans>Read from the label.</Trans> : <Trans>Read from the label: {model}.</Trans>}{' '}
          {label.securityCode === '' && <Trans>It has no security code in it: type the one beside it.</Trans>}
        </p>
      )}
      <TextInput label={t`Serial number`} autoCapitalize="characters" {...plain} {...field('sn')} />
      <TextInput
        label={t`Security code`}
        autoCapitalize="characters"
        data-autofocus={label === undefined ? undefined : ''}
        {...plain}
        {...field('securityCode')}
      />
      <Select
        label={t`Device type`}
        required
        withAsterisk={false}
        data={[
          { value: ANY_TYPE, label: t`As the device says` },
          ...Object.values(deviceTypes).map((type) => ({ value: String(type), label: i18n._(deviceTypeNames[type]) })),
        ]}
        {...field('devType')}
      />
      <Select
        label={t`Site`}
        data={[...data.sites.map(({ siteId, siteName }) => ({ value: siteId, label: siteName })), { value: NEW_SITE, label: t`New site…` }]}
        {...field('siteId')}
      />
      {values.siteId === NEW_SITE && (
        <fieldset className={classes['site']}>
          <legend>
            <Trans>New site</Trans>
          </legend>
          <TextInput label={t`Site name`} maxLength={lengths.name} {...plain} {...field('siteName')} />
          <Select
            label={t`Scene`}
            data={Object.entries(sceneNames)
              .filter(([value]) => value !== 'custom')
              .map(([value, name]) => ({ value, label: i18n._(name) }))}
            {...field('scene')}
          />
          <TextInput label={t`Contact`} maxLength={lengths.name} autoComplete="name" {...field('contact')} />
          <TextInput label={t`Phone`} maxLength={lengths.phone} autoComplete="tel" inputMode="tel" {...field('phone')} />
        </fieldset>
      )}
      <TextInput label={t`Name (optional)`} autoComplete="off" maxLength={lengths.deviceName} {...field('name')} />
      <FormFoot trouble={trouble.form} onCancel={cancel}>
        <Button type="submit" loading={isBusy}>
          <Trans>Add</Trans>
        </Button>
      </FormFoot>
    </form>
  )
}
