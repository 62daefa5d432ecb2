import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ListedStation } from '#contract/calls/station/station-list.ts'
import { stationPair } from '#contract/calls/station/station-pair.ts'
import { lengths } from '#contract/limits.ts'
import { pairStation } from '../../data/places/stations.ts'
import { sitesQuery } from '../../data/places/sites.ts'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { OnlineButton } from '../../ui/controls/online-button.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { FormFoot } from '../../ui/form/form-foot.tsx'
import forms from '../../ui/form/form.module.css'
import { useForm } from '../../ui/form/use-form.ts'
import { say } from '../../ui/notice/toast-store.ts'

const NEW = ''

interface PairFormProps {
  /** From the QR code on the screen. */
  code: string | undefined
  stations: readonly ListedStation[]
  offlineReason: string | undefined
  onClose: () => void
}

/** Makes a screen a viewing station, or puts it in the place of one that was there. */
export function PairForm({ code, stations, offlineReason, onClose }: PairFormProps) {
  const { t } = useLingui()
  const { data } = useQuery(sitesQuery)
  const firstSite = data?.sites[0]?.siteId ?? ''
  const { form, field, values, set, trouble, isBusy } = useForm({
    initial: { pairingCode: code ?? '', sn: NEW, name: '', siteId: '' },
    schema: stationPair.input,
    input: ({ sn, siteId, ...typed }) => ({ ...typed, siteId: siteId || firstSite, ...(sn !== NEW && { sn }) }),
    send: async (input) => {
      await pairStation(input)
      say('done', t`“${input.name}” is paired.`)
      onClose()
    },
  })
  const { error: _replaced, onChange: _change, ...replaced } = field('sn')
  const { error: siteError, ...site } = field('siteId')
  function replace(sn: string) {
    set('sn', sn)
    const known = stations.find((station) => station.sn === sn)
    if (known === undefined) return
    set('name', known.name)
    set('siteId', known.siteId)
  }
  return (
    <Dialog title={<Trans>Pair a screen</Trans>} onClose={onClose}>
      <form className={forms['form']} {...form}>
        <TextInput
          label={t`Code on the screen`}
          placeholder="ABCD-2345"
          autoComplete="off"
          autoCapitalize="characters"
          data-autofocus={code === undefined || undefined}
          {...field('pairingCode')}
        />
        {stations.length > 0 && (
          <Select
            label={t`Takes the place of`}
            data={[{ value: NEW, label: t`None, it is new` }, ...stations.map(({ sn, name }) => ({ value: sn, label: name }))]}
            {...replaced}
            onChange={({ currentTarget }) => replace(currentTarget.value)}
          />
        )}
        <TextInput
          label={t`Name`}
          maxLength={lengths.deviceName}
          autoComplete="off"
          data-autofocus={code !== undefined || undefined}
          {...field('name')}
        />
        <Select
          label={t`Site`}
          data={(data?.sites ?? []).map(({ siteId, siteName }) => ({ value: siteId, label: siteName }))}
          error={siteError}
          {...site}
          value={values.siteId || firstSite}
        />
        <FormFoot trouble={trouble.form} onCancel={onClose}>
          <OnlineButton type="submit" offlineReason={offlineReason} loading={isBusy}>
            <Trans>Pair</Trans>
          </OnlineButton>
        </FormFoot>
      </form>
    </Dialog>
  )
}
