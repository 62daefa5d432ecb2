import { Trans, useLingui } from '@lingui/react/macro'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { cruiseStops, freeName, ptzLimits, type Cruise, type CruiseStop, type PtzState } from '#contract/ptz.ts'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TroubleLine } from '../../ui/form/trouble.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import buttons from '../../ui/controls/button.module.css'
import forms from '../../ui/form/form.module.css'
import { CruiseRow, type EditedStop } from './cruise-row.tsx'
import { reordered, rowAt } from './reorder.ts'
import type { Operation } from './use-operation.ts'
import rows from './cruise-stops.module.css'
import classes from './ptz.module.css'

let lastKey = 0

function edited(stop: CruiseStop): EditedStop {
  lastKey += 1
  return { ...stop, key: lastKey }
}

/** Makes or changes a cruise: its name, and its stops in their order, which is changed by dragging or with the arrow keys. */
export function CruiseEditor({
  state: { presets, cruises, capabilities },
  cruise,
  operation,
  onClose,
}: {
  state: PtzState
  /** A new one without it. */
  cruise: Cruise | undefined
  operation: Operation
  onClose: () => void
}) {
  const { t } = useLingui()
  const { cruiseSpeed, holdS, cruisePresets } = ptzLimits
  const fresh = () => {
    return edited({ index: presets[0]?.index ?? 1, speed: cruiseSpeed.usual, holdS: holdS.usual })
  }
  const [stops, setStops] = useState<readonly EditedStop[]>(() => cruise?.presets.map(edited) ?? [fresh()])
  const [dragged, setDragged] = useState<number>()
  const [said, setSaid] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const others = cruises.filter((one) => one.index !== cruise?.index).map(({ name }) => name)
  const { form, values, trouble, set, field, isBusy } = useForm({
    initial: { name: cruise?.name ?? '' },
    schema: z.object({ name: freeName(others), presets: cruiseStops }),
    input: ({ name }) => ({ name, presets: stops }),
    words: { presets: t`1 to ${cruisePresets} presets, each held for ${holdS.least} to ${holdS.most} seconds.` },
    send: async (told) => {
      await operation.edit(cruise ? { edit: 'cruise-edit', index: cruise.index, ...told } : { edit: 'cruise-create', ...told })
      onClose()
    },
  })
  const isFull = stops.length >= Math.min(capabilities.cruisePresets, cruisePresets)

  function move(key: number, to: number) {
    setStops((all) => {
      const from = all.findIndex((stop) => stop.key === key)
      return reordered(all, from, to)
    })
  }
  function step(key: number, to: number) {
    const total = stops.length
    if (to < 0 || to >= total) return
    move(key, to)
    const place = to + 1
    setSaid(t`Place ${place} of ${total}`)
  }
  /** The row moves in the document below the pointer, which no element can hold then. */
  function drag(key: number, pointerId: number) {
    const listening = new AbortController()
    const { signal } = listening
    const isOurs = (event: PointerEvent) => event.pointerId === pointerId
    const end = () => {
      listening.abort()
      setDragged(undefined)
    }
    setDragged(key)
    addEventListener('pointermove', (event) => isOurs(event) && move(key, rowAt(list.current, event.clientY)), { signal })
    addEventListener('pointerup', (event) => isOurs(event) && end(), { signal })
    addEventListener('pointercancel', (event) => isOurs(event) && end(), { signal })
    addEventListener('blur', end, { signal })
  }

  return (
    <Dialog isWide title={cruise ? <Trans>Edit the cruise</Trans> : <Trans>New cruise</Trans>} onClose={onClose}>
      <form className={forms['form']} {...form}>
        <Field label={t`Name`} maxLength={ptzLimits.nameLength} autoComplete="off" {...field('name')} />
        <p className={classes['hint']}>
          <Trans>Drag the handle to change the order, or focus it and use the arrow keys.</Trans>
        </p>
        <ol ref={list} className={rows['stops']}>
          {stops.map((stop, place) => (
            <CruiseRow
              key={stop.key}
              stop={stop}
              place={place}
              presets={presets}
              isDragged={stop.key === dragged}
              onChange={(change) => {
                setStops(stops.map((one) => (one.key === stop.key ? { ...one, ...change } : one)))
                // A complaint about the stops is gone under the hand of whoever mends them.
                set('name', values.name)
              }}
              onRemove={stops.length > 1 ? () => setStops(stops.filter((one) => one.key !== stop.key)) : undefined}
              onMove={(way) => step(stop.key, place + way)}
              onDrag={(pointerId) => drag(stop.key, pointerId)}
            />
          ))}
        </ol>
        <p className="sl-unseen" role="status">
          {said}
        </p>
        <button type="button" className={classes['add']} disabled={isFull} onClick={() => setStops([...stops, fresh()])}>
          <IconPlus size={16} stroke={1.5} aria-hidden />
          {isFull ? t`A cruise holds no more presets` : t`Add a preset`}
        </button>
        <TroubleLine text={trouble.form} />
        <div className={forms['buttons']}>
          <button type="button" className={buttons['other']} onClick={onClose}>
            <Trans>Cancel</Trans>
          </button>
          <button type="submit" className={buttons['main']} disabled={isBusy}>
            <Trans>Save</Trans>
          </button>
        </div>
      </form>
    </Dialog>
  )
}
