import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { plateAdd } from '#contract/calls/vehicle/plate-add.ts'
import type { Plate } from '#contract/calls/vehicle/plate.ts'
import { attributeValues, colours } from '#contract/event-attributes.ts'
import { PLATE_TEXT_LENGTH } from '#contract/plates.ts'
import { brandOf, vehicleBrands } from '#contract/vehicle-brands.ts'
import { vehicleTypeOf } from '#shared/sheet/vehicle-names.ts'
import { draftOf } from '../../data/query/draft.ts'
import { addPlate, editPlate, plateGroupsQuery } from '../../data/records/plates.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { OnlineButton } from '../../ui/controls/online-button.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import forms from '../../ui/form/form.module.css'
import { FormFoot } from '../../ui/form/form-foot.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { say } from '../../ui/notice/toast-store.ts'
import { brandText, colourText, typeText } from './plate-words.ts'
import classes from './vehicle.module.css'

interface PlateFormProps {
  /** The group that it is in, or is to be in. */
  groupId: string
  plate?: Plate
  offlineReason: string | undefined
  onDelete?: () => void
  onClose: () => void
}

/** Adds a plate, or changes one and moves it to another group. */
export function PlateForm({ groupId, plate, offlineReason, onDelete, onClose }: PlateFormProps) {
  const { t } = useLingui()
  const types = useId()
  const { data } = useQuery(plateGroupsQuery)
  const blank = { plateId: '', groupName: '', plate: '', vehicleType: '', brand: '', model: '', colour: '', owner: '', phone: '' }
  const { plateId, groupName: _groupName, ...known } = plate ?? { ...blank, groupId }
  const { values, form, field, trouble, isBusy, drop } = useForm({
    draft: draftOf(plate === undefined ? `add-plate-${groupId}` : `plate-${plateId}`),
    initial: { ...known, brand: brandOf(known.brand), vehicleType: typeText(known.vehicleType) },
    schema: plateAdd.input,
    // A type that devices know is kept as they name it.
    input: (typed) => ({ ...typed, vehicleType: vehicleTypeOf(typed.vehicleType) }),
    fieldOfError: { 'plate-exists': 'plate', 'plate-group-full': 'groupId', 'plate-group-missing': 'groupId' },
    send: async (fields) => {
      if (plate === undefined) await addPlate(fields)
      else await editPlate({ plateId, ...fields })
      const name = fields.plate
      say('done', plate === undefined ? t`“${name}” is added.` : t`“${name}” is saved.`)
      onClose()
    },
  })
  function cancel() {
    drop()
    onClose()
  }
  const none = { value: '', label: t`Unknown` }
  // One that devices do not know was typed or imported: it stays.
  const brands = [...vehicleBrands, ...(values.brand === '' || vehicleBrands.some((one) => one === values.brand) ? [] : [values.brand])]
  const text = (name: 'vehicleType' | 'model' | 'owner' | 'phone') => ({
    autoComplete: 'off',
    maxLength: PLATE_TEXT_LENGTH,
    ...field(name),
  })
  return (
    <Dialog title={plate === undefined ? <Trans>Add a plate</Trans> : <Trans>Change a plate</Trans>} onClose={onClose}>
      <form className={forms['form']} {...form}>
        <TextInput label={t`Plate`} autoComplete="off" autoFocus maxLength={PLATE_TEXT_LENGTH} {...field('plate')} />
        <Select
          label={t`Group`}
          data={data?.groups.map((group) => ({ value: group.groupId, label: group.groupName })) ?? []}
          {...field('groupId')}
        />
        <div className={classes['fields']}>
          <TextInput label={t`Owner`} {...text('owner')} />
          <TextInput label={t`Phone`} type="tel" {...text('phone')} />
          <TextInput label={t`Vehicle type`} list={types} {...text('vehicleType')} />
          <Select
            label={t`Brand`}
            data={[none, ...brands.map((brand) => ({ value: brand, label: brandText(brand) }))]}
            {...field('brand')}
          />
          <TextInput label={t`Model`} {...text('model')} />
          <Select
            label={t`Color`}
            data={[none, ...colours.map((colour) => ({ value: colour as string, label: colourText(colour) }))]}
            {...field('colour')}
          />
        </div>
        <datalist id={types}>
          {attributeValues.vehicleType.map((type) => (
            <option key={type} value={typeText(type)}>
              {typeText(type)}
            </option>
          ))}
        </datalist>
        <FormFoot trouble={trouble.form} onCancel={cancel}>
          {onDelete && (
            <Button variant="default" onClick={onDelete}>
              <Trans>Delete</Trans>
            </Button>
          )}
          <OnlineButton type="submit" offlineReason={offlineReason} loading={isBusy}>
            {plate === undefined ? <Trans>Add plate</Trans> : <Trans>Save</Trans>}
          </OnlineButton>
        </FormFoot>
      </form>
    </Dialog>
  )
}
