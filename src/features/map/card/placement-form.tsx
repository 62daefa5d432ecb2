import { Trans, useLingui } from '@lingui/react/macro'
import * as z from 'zod/mini'
import { mapView, planPlace } from '#contract/map-views.ts'
import { mapPosition } from '#contract/site-scenes.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { TextInput } from '../../../ui/controls/text-input.tsx'
import { TroubleLine } from '../../../ui/form/trouble.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import type { Spot } from '../../../ui/map/geometry/ground.ts'
import classes from './card.module.css'

interface PlacementFormProps {
  spot: Spot
  ground: 'plan' | 'map'
  /** Throws `CallError`. */
  onPlace: (spot: Spot) => Promise<void>
  onRemove: () => void
}

const PERCENT = 100
const DIGITS = 6
const numberOf = (text: string) => (text.trim() === '' ? Number.NaN : Number(text.replace(',', '.')))
/** Without digits that nobody can place a camera by. */
const textOf = (value: number, digits: number) => String(Number(value.toFixed(digits)))

/** The rules of the contract, in the units of the fields. */
const schemas = {
  map: z.object({
    x: mapPosition.shape.longitude,
    y: mapPosition.shape.latitude,
    directionDeg: mapView.shape.directionDeg,
    angleDeg: mapView.shape.angleDeg,
    range: mapView.shape.rangeM,
  }),
  plan: z.object({
    x: planPlace.shape.x,
    y: planPlace.shape.y,
    directionDeg: planPlace.shape.directionDeg,
    angleDeg: planPlace.shape.angleDeg,
    range: planPlace.shape.rangeShare,
  }),
}

/** Where a camera stands and what it sees, in numbers: all that can be dragged can be typed. What nobody has typed follows the camera. */
export function PlacementForm({ spot, ground, onPlace, onRemove }: PlacementFormProps) {
  const { t } = useLingui()
  const isPlan = ground === 'plan'
  const [unit, digits] = isPlan ? [PERCENT, 1] : [1, DIGITS]
  const { form, field, trouble, isBusy, isChanged, drop } = useForm({
    initial: {
      x: textOf(spot.x * unit, digits),
      y: textOf(spot.y * unit, digits),
      directionDeg: textOf(spot.directionDeg, 0),
      angleDeg: textOf(spot.angleDeg, 0),
      range: textOf(spot.range * unit, 1),
    },
    schema: schemas[ground],
    input: (values) => ({
      x: numberOf(values.x) / unit,
      y: numberOf(values.y) / unit,
      directionDeg: numberOf(values.directionDeg),
      angleDeg: numberOf(values.angleDeg),
      range: numberOf(values.range) / unit,
    }),
    send: async (next: Spot) => {
      await onPlace(next)
      drop()
    },
  })
  return (
    <form className={classes['placement']} {...form}>
      <TextInput label={isPlan ? t`From the left, %` : t`Longitude`} inputMode="decimal" autoComplete="off" {...field('x')} />
      <TextInput label={isPlan ? t`From the top, %` : t`Latitude`} inputMode="decimal" autoComplete="off" {...field('y')} />
      <TextInput label={t`Direction, °`} inputMode="decimal" autoComplete="off" {...field('directionDeg')} />
      <TextInput label={t`Angle, °`} inputMode="decimal" autoComplete="off" {...field('angleDeg')} />
      <TextInput label={isPlan ? t`Range, % of the width` : t`Range, m`} inputMode="decimal" autoComplete="off" {...field('range')} />
      <TroubleLine text={trouble.form} />
      <div className={classes['buttons']}>
        <Button variant="default" onClick={onRemove}>
          {isPlan ? <Trans>Take off the plan</Trans> : <Trans>Take off the map</Trans>}
        </Button>
        <Button type="submit" loading={isBusy} disabled={!isChanged}>
          <Trans>Save</Trans>
        </Button>
      </div>
    </form>
  )
}
