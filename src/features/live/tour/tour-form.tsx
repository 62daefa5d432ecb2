import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import { dwell, tourValue, type TourValue } from '#contract/calls/config/user-config.ts'
import { splits } from '#contract/calls/config/wall-grid.ts'
import { name as nameRule } from '#contract/rules.ts'
import { channelKey, channelOfKey } from '#shared/channel-key.ts'
import { CallError } from '../../../data/core/call-error.ts'
import { channelsQuery } from '../../../data/places/channels.ts'
import { layoutsQuery, saveTour } from '../../../data/places/layouts.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { NumberInput } from '../../../ui/controls/number-input.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { TextInput } from '../../../ui/controls/text-input.tsx'
import { Dialog } from '../../../ui/controls/dialog.tsx'
import { errorText } from '../../../ui/text/error-text.ts'
import { wrongText } from '../../../ui/text/rule-text.ts'
import { Mantine } from '../../../ui/theme/mantine.tsx'
import forms from '../../../ui/form/form.module.css'
import classes from './tour.module.css'

const tourName = nameRule(32)
type Field = 'name' | 'dwellS' | 'picked'

/** Makes a tour: of layouts or of cameras, in the order in which they are picked. */
export function TourForm({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const [kind, setKind] = useState<TourValue['kind']>('layouts')
  const [name, setName] = useState('')
  const [dwellS, setDwellS] = useState<number | string>(dwell.usualS)
  const [splitNum, setSplitNum] = useState<(typeof splits)[number]>(4)
  const [picked, setPicked] = useState<Record<TourValue['kind'], readonly string[]>>({ layouts: [], cameras: [] })
  const [trouble, setTrouble] = useState<Partial<Record<Field | 'form', ReactNode>>>({})
  const [isBusy, setBusy] = useState(false)

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    const configName = tourName.safeParse(name)
    const configValue = tourValue.safeParse(toValue(kind, { dwellS: Number(dwellS), splitNum, picked: picked[kind] }))
    if (!configName.success || !configValue.success) {
      const wrong = new Set(configValue.error?.issues.map(({ path }) => path[0]))
      return setTrouble({
        name: wrongText(tourName, name),
        dwellS: wrong.has('dwellS') && t`Enter ${dwell.leastS} to ${dwell.mostS} seconds.`,
        picked: (wrong.has('layoutIds') || wrong.has('channels')) && <Trans>Pick at least one.</Trans>,
      })
    }
    setBusy(true)
    try {
      await saveTour({ configName: configName.data, configValue: configValue.data })
      onClose()
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure
      setTrouble({ form: errorText(failure) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog title={<Trans>New tour</Trans>} onClose={onClose}>
      <Mantine>
        <form className={forms['form']} onSubmit={(event) => void onSubmit(event)} noValidate>
          <TextInput
            label={t`Name`}
            value={name}
            error={trouble.name}
            data-autofocus
            onChange={(event) => {
              setName(event.currentTarget.value)
              setTrouble({ ...trouble, name: undefined })
            }}
          />
          <div className={classes['row']}>
            <Select
              label={t`Takes turns with`}
              value={kind}
              data={[
                { value: 'layouts', label: t`Layouts` },
                { value: 'cameras', label: t`Cameras` },
              ]}
              onChange={(event) => setKind(event.currentTarget.value as TourValue['kind'])}
            />
            <NumberInput
              label={t`Seconds each`}
              value={dwellS}
              min={dwell.leastS}
              max={dwell.mostS}
              clampBehavior="none"
              allowDecimal={false}
              error={trouble.dwellS}
              onChange={(next) => {
                setDwellS(next)
                setTrouble({ ...trouble, dwellS: undefined })
              }}
            />
          </div>
          {kind === 'cameras' && (
            <Select
              label={t`Cameras at a time`}
              value={String(splitNum)}
              data={splits.map(String)}
              onChange={(event) => setSplitNum(splits.find((split) => String(split) === event.currentTarget.value) ?? 4)}
            />
          )}
          <Pick
            kind={kind}
            picked={picked[kind]}
            onChange={(next) => {
              setPicked({ ...picked, [kind]: next })
              setTrouble({ ...trouble, picked: undefined })
            }}
          />
          {(trouble.picked ?? trouble.form) && (
            <p className={forms['trouble']} role="alert">
              {trouble.picked ?? trouble.form}
            </p>
          )}
          <div className={forms['buttons']}>
            <Button type="button" variant="default" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" loading={isBusy}>
              <Trans>Save</Trans>
            </Button>
          </div>
        </form>
      </Mantine>
    </Dialog>
  )
}

/** Layouts or cameras to tick; each picked one says its turn. */
function Pick({ kind, picked, onChange }: { kind: TourValue['kind']; picked: readonly string[]; onChange: (picked: string[]) => void }) {
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

function toValue(
  kind: TourValue['kind'],
  { dwellS, splitNum, picked }: { dwellS: number; splitNum: (typeof splits)[number]; picked: readonly string[] },
): unknown {
  if (kind === 'layouts') return { kind, dwellS, layoutIds: picked }
  const channels = picked.map(channelOfKey)
  return { kind, dwellS, splitNum, channels }
}
