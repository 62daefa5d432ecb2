import { Trans, useLingui } from '@lingui/react/macro'
import { mapPosition } from '#contract/site-scenes.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { TextInput } from '../../../ui/controls/text-input.tsx'
import { TroubleLine } from '../../../ui/form/trouble.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import type { Position } from '../../../ui/map/geometry/mercator.ts'
import classes from './card.module.css'

const numberOf = (text: string) => (text.trim() === '' ? Number.NaN : Number(text.replace(',', '.')))

/** Where a site is, in degrees. */
export function SitePlacement({
  position,
  onPlace,
}: {
  position: Position | null | undefined
  /** Throws `CallError`. */
  onPlace: (position: Position | null) => Promise<void>
}) {
  const { t } = useLingui()
  const { form, field, trouble, isBusy, isChanged, drop } = useForm({
    initial: {
      latitude: position ? String(Number(position.latitude.toFixed(6))) : '',
      longitude: position ? String(Number(position.longitude.toFixed(6))) : '',
    },
    schema: mapPosition,
    input: ({ latitude, longitude }) => ({ latitude: numberOf(latitude), longitude: numberOf(longitude) }),
    send: async (next: Position) => {
      await onPlace(next)
      drop()
    },
  })
  return (
    <form className={classes['placement']} {...form}>
      <TextInput label={t`Latitude`} inputMode="decimal" autoComplete="off" {...field('latitude')} />
      <TextInput label={t`Longitude`} inputMode="decimal" autoComplete="off" {...field('longitude')} />
      <TroubleLine text={trouble.form} />
      <div className={classes['buttons']}>
        {position && (
          <Button variant="default" onClick={() => void onPlace(null)}>
            <Trans>Take off the map</Trans>
          </Button>
        )}
        <Button type="submit" loading={isBusy} disabled={!isChanged}>
          <Trans>Save</Trans>
        </Button>
      </div>
    </form>
  )
}
