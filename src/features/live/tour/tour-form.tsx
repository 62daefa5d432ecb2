import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { dwell, tourValue, type TourValue } from '#contract/calls/config/user-config.ts'
import { splits } from '#contract/calls/config/wall-grid.ts'
import { name as nameRule } from '#contract/rules.ts'
import { channelKey, channelOfKey } from '#shared/channel-key.ts'
import { channelsQuery } from '../../../data/places/channels.ts'
import { layoutsQuery, saveTour } from '../../../data/places/layouts.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { NumberInput } from '../../../ui/controls/number-input.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { TextInput } from '../../../ui/controls/text-input.tsx'
import { Dialog } from '../../../ui/controls/dialog.tsx'
import { Mantine } from '../../../ui/theme/mantine.tsx'
import { FormFoot } from '../../../ui/form/form-foot.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { say } from '../../../ui/notice/toast-store.ts'
import forms from '../../../ui/form/form.module.css'
import classes from './tour.module.css'

const schema = z.intersection(z.object({ name: nameRule(32) }), tourValue)
type Kind = TourValue['kind']

interface Typed extends Record<Kind, readonly string[]> {
  kind: Kind
  name: string
  dwellS: number | string
  splitNum: number
}
const blank: Typed = { kind: 'layouts', name: '', dwellS: dwell.usualS, splitNum: 4, layouts: [], cameras: [] }

/** Makes a tour: of layouts or of cameras, in the order in which they are picked. */
export function TourForm({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const navigate = useNavigate({ from: '/live' })
  const none = <Trans>Pick at least one.</Trans>
  const { form, field, values, set, trouble, isBusy } = useForm({
    initial: blank,
    schema,
    input: toTour,
    words: { dwellS: t`Enter ${dwell.leastS} to ${dwell.mostS} seconds.`, layoutIds: none, channels: none },
    send: async ({ name, ...configValue }) => {
      const { configId, isQueued } = await saveTour({ configName: name, configValue })
      onClose()
      if (isQueued || configId === undefined) return say('done', t`Kept here. It is sent when the service can be reached.`)
      say('done', t`The tour “${name}” is saved.`, {
        label: t`Start it`,
        run: () => void navigate({ search: (before) => ({ ...before, tour: configId }), replace: true }),
      })
    },
  })
  const { kind } = values

  return (
    <Dialog title={<Trans>New tour</Trans>} onClose={onClose}>
      <Mantine>
        <form className={forms['form']} {...form}>
          <TextInput label={t`Name`} data-autofocus {...field('name')} />
          <div className={classes['row']}>
            <Select
              label={t`Takes turns with`}
              data={[
                { value: 'layouts', label: t`Layouts` },
                { value: 'cameras', label: t`Cameras` },
              ]}
              {...field('kind')}
            />
            <NumberInput
              label={t`Seconds each`}
              value={values.dwellS}
              min={dwell.leastS}
              max={dwell.mostS}
              clampBehavior="none"
              allowDecimal={false}
              error={trouble.dwellS}
              onChange={(next) => set('dwellS', next)}
            />
          </div>
          {kind === 'cameras' && (
            <Select
              label={t`Cameras at a time`}
              value={String(values.splitNum)}
              data={splits.map(String)}
              onChange={(event) => set('splitNum', Number(event.currentTarget.value))}
            />
          )}
          <Pick kind={kind} picked={values[kind]} onChange={(next) => set(kind, next)} />
          <FormFoot trouble={trouble.form} onCancel={onClose}>
            <Button type="submit" loading={isBusy}>
              <Trans>Save</Trans>
            </Button>
          </FormFoot>
        </form>
      </Mantine>
    </Dialog>
  )
}

/** Layouts or cameras to tick; each picked one says its turn. */
function Pick({ kind, picked, onChange }: { kind: Kind; picked: readonly string[]; onChange: (picked: string[]) => void }) {
  const { data: layouts } = useQuery(layoutsQuery)
  const { data: cameras } = useQuery(channelsQuery)
  const choices =
    kind === 'layouts'
      ? (layouts?.configs ?? []).map(({ configId, configName }) => ({ id: configId, name: configName }))
      : (cameras?.channels ?? []).map(({ sn, chlIndex, channelName, siteName }) => ({
          id: channelKey(sn, chlIndex),
          name: `${siteName} · ${channelName}`,
        }))
  return (
    <fieldset className={classes['pick']}>
      <legend>
        {kind === 'layouts' ? <Trans>Layouts, in the order of their turns</Trans> : <Trans>Cameras, in the order of their turns</Trans>}
      </legend>
      {choices.length === 0 && (
        <p>
          {kind === 'layouts' ? (
            <Trans>No layouts yet. Arrange the wall, then save it under a name.</Trans>
          ) : (
            <Trans>There are no cameras yet.</Trans>
          )}
        </p>
      )}
      {choices.map(({ id, name }) => {
        const turn = picked.indexOf(id) + 1
        return (
          <Checkbox
            key={id}
            classNames={{ body: classes['choice'], labelWrapper: classes['choiceName'] }}
            label={
              <>
                {name}
                {turn > 0 && <output>{turn}</output>}
              </>
            }
            checked={turn > 0}
            onChange={({ currentTarget }) => onChange(currentTarget.checked ? [...picked, id] : picked.filter((one) => one !== id))}
          />
        )
      })}
    </fieldset>
  )
}

function toTour({ kind, name, dwellS, splitNum, layouts, cameras }: Typed): unknown {
  if (kind === 'layouts') return { name, kind, dwellS: Number(dwellS), layoutIds: layouts }
  return { name, kind, dwellS: Number(dwellS), splitNum, channels: cameras.map(channelOfKey) }
}
