import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { siteInput, siteLengths } from '#contract/calls/device/site-input.ts'
import type { Site } from '#contract/calls/device/site-list-choose.ts'
import { siteScenes } from '#contract/site-scenes.ts'
import { addSite, editSite, scenesQuery } from '../../data/places/change-sites.ts'
import { draftOf } from '../../data/query/draft.ts'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { OnlineButton } from '../../ui/controls/online-button.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { FormFoot } from '../../ui/form/form-foot.tsx'
import forms from '../../ui/form/form.module.css'
import { useForm } from '../../ui/form/use-form.ts'
import { say } from '../../ui/notice/toast-store.ts'
import { ownZone } from '../../lib/own-zone.ts'
import { sceneNames } from '../../ui/text/scene-names.ts'
import { LabelsField, labelsIn } from './labels-field.tsx'
import { choiceOf, isTaken, ownChoice, sceneOfChoice } from './scene-choice.ts'
import { zoneChoices } from './zone-choices.ts'

const fieldOfError = { 'site-name-taken': 'siteName', 'too-many-scenes': 'customScene' } as const

interface SiteFormProps {
  /** Without it a site is added. */
  site?: Site
  /** Of adding; a change waits in the outbox. */
  offlineReason: string | undefined
  onClose: () => void
}

/** Adds a site, or changes one. Where it stands on the map stays. */
export function SiteForm({ site, offlineReason, onClose }: SiteFormProps) {
  const { t, i18n } = useLingui()
  const { data: known } = useQuery(scenesQuery)
  const ownScenes = known?.scenes.map(({ sceneName }) => sceneName) ?? []
  const zoneBefore = site?.timeZone ?? ownZone()
  const { form, field, values, set, refuse, trouble, isBusy, drop } = useForm({
    draft: draftOf(site === undefined ? 'add-site' : `site-${site.siteId}`),
    initial: {
      siteName: site?.siteName ?? '',
      scene: site ? choiceOf(site) : 'warehouse',
      customScene: '',
      labels: site?.labels?.join(', ') ?? '',
      city: site?.city ?? '',
      address: site?.address ?? '',
      contact: site?.contact ?? '',
      phone: site?.phone ?? '',
      timeZone: zoneBefore,
    },
    schema: siteInput,
    input: ({ scene, customScene, labels, ...typed }) => ({
      ...typed,
      ...sceneOfChoice(scene, customScene),
      labels: labelsIn(labels),
      ...(site?.position !== undefined && { position: site.position }),
    }),
    words: { timeZone: t`Invalid timezone string` },
    fieldOfError,
    send: async (fields) => {
      const { siteName } = fields
      const outcome = site === undefined ? (await addSite(fields), 'done') : await editSite(site.siteId, fields)
      if (outcome === 'queued') say('done', t`Kept here. It is sent when the service can be reached.`)
      else say('done', site === undefined ? t`“${siteName}” is added.` : t`“${siteName}” is saved.`)
      onClose()
    },
  })
  const { error: _scene, ...scene } = field('scene')
  // That of the site itself may not be told yet, or not any more.
  const names = [...new Set([...ownScenes, ...(site?.scene === 'custom' && site.customScene ? [site.customScene] : [])])]
  const isNew = values.scene === 'custom'
  function submit(event: FormEvent) {
    if (!isNew || !isTaken(values.customScene, names)) return form.onSubmit(event)
    event.preventDefault()
    refuse({ customScene: t`There is a scene with this name already. Choose it in the list.` })
  }
  const { error: zoneError, ...zone } = field('timeZone')
  return (
    <Dialog title={site === undefined ? <Trans>Add a site</Trans> : <Trans>Change a site</Trans>} onClose={onClose}>
      <form className={forms['form']} {...form} onSubmit={submit}>
        <TextInput label={t`Name`} maxLength={siteLengths.siteName} data-autofocus autoComplete="off" {...field('siteName')} />
        <Select
          label={t`Scene`}
          data={[
            ...siteScenes.filter((value) => value !== 'custom').map((value) => ({ value, label: i18n._(sceneNames[value]) })),
            ...names.map((name) => ({ value: ownChoice(name), label: name })),
            { value: 'custom', label: i18n._(sceneNames.custom) },
          ]}
          {...scene}
        />
        {values.scene === 'custom' && (
          <TextInput label={t`Name of the scene`} maxLength={siteLengths.customScene} {...field('customScene')} />
        )}
        <LabelsField {...field('labels')} known={known?.labels.map(({ label }) => label) ?? []} onTyped={(typed) => set('labels', typed)} />
        <TextInput label={t`City`} maxLength={siteLengths.city} {...field('city')} />
        <TextInput label={t`Address`} maxLength={siteLengths.address} {...field('address')} />
        <TextInput label={t`Contact`} maxLength={siteLengths.contact} {...field('contact')} />
        <TextInput label={t`Phone`} type="tel" {...field('phone')} />
        <Select label={t`Time zone`} data={zoneChoices(zoneBefore, values.timeZone)} error={zoneError} {...zone} />
        <FormFoot
          trouble={trouble.form}
          onCancel={() => {
            drop()
            onClose()
          }}
        >
          <OnlineButton type="submit" offlineReason={site === undefined ? offlineReason : undefined} loading={isBusy}>
            {site === undefined ? <Trans>Add site</Trans> : <Trans>Save</Trans>}
          </OnlineButton>
        </FormFoot>
      </form>
    </Dialog>
  )
}
