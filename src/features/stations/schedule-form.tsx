import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { stationLimits, type StationOutput, type StationTurn, type StationWish } from '#contract/station.ts'
import { scheduleStation } from '../../data/places/stations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { OnlineButton } from '../../ui/controls/online-button.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { FormFoot } from '../../ui/form/form-foot.tsx'
import forms from '../../ui/form/form.module.css'
import { useAction } from '../../ui/form/use-action.ts'
import { say } from '../../ui/notice/toast-store.ts'
import { dayName } from '../../ui/schedule/day-names.ts'
import { draftOfTurn, newTurn, spansOf, type TurnDraft } from './turn-draft.ts'
import { WishSelect, wishOf } from './wish-select.tsx'
import classes from './stations.module.css'

const days = [1, 2, 3, 4, 5, 6, 0]

interface ScheduleFormProps {
  place: { sn: string; voId: StationOutput }
  turns: readonly StationTurn[]
  offlineReason: string | undefined
  onClose: () => void
}

/** The hours of the week at which a screen shows something else. */
export function ScheduleForm({ place, turns, offlineReason, onClose }: ScheduleFormProps) {
  const { t, i18n } = useLingui()
  const [drafts, setDrafts] = useState<TurnDraft[]>(() => (turns.length === 0 ? [newTurn()] : turns.map(draftOfTurn)))
  const { run, refuse, isBusy, trouble } = useAction()
  const change = (at: number, changes: Partial<TurnDraft>) =>
    setDrafts(drafts.map((draft, index) => (index === at ? { ...draft, ...changes } : draft)))

  function save() {
    const made: { spans: StationTurn['spans']; wish: StationWish | null }[] = []
    for (const draft of drafts) {
      const spans = spansOf(draft)
      const wish = wishOf(draft.wish) ?? null
      if (spans === undefined) return refuse(t`Choose days, and two times that differ, such as 18:00 to 22:30.`)
      if (wish === null && draft.kept === undefined) return refuse(t`Choose what is to be shown.`)
      made.push({ spans, wish })
    }
    void run(async () => {
      await scheduleStation({ ...place, turns: made })
      say('done', t`The schedule is saved.`)
      onClose()
    })
  }

  return (
    <Dialog title={<Trans>Schedule of screen {place.voId}</Trans>} onClose={onClose}>
      <div className={forms['form']}>
        <p className={classes['hint']}>
          <Trans>
            At these times, by the clocks of its site, the screen shows this instead. The first that fits counts. A time that ends before it
            begins, such as 22:00 to 06:00, goes on into the next day.
          </Trans>
        </p>
        {drafts.map((draft, at) => (
          <fieldset key={draft.key} className={classes['turn']}>
            <legend>{t`Time ${at + 1}`}</legend>
            <div className={classes['days']} role="group" aria-label={t`Days`}>
              {days.map((day) => (
                <label key={day}>
                  <input
                    type="checkbox"
                    checked={draft.days.includes(day)}
                    onChange={() =>
                      change(at, { days: draft.days.includes(day) ? draft.days.filter((one) => one !== day) : [...draft.days, day] })
                    }
                  />
                  {dayName(day, i18n.locale, 'short')}
                </label>
              ))}
            </div>
            <div className={classes['row']}>
              <TextInput
                label={t`From`}
                placeholder="18:00"
                value={draft.from}
                onChange={({ currentTarget }) => change(at, { from: currentTarget.value })}
              />
              <TextInput
                label={t`Until`}
                placeholder="22:30"
                value={draft.to}
                onChange={({ currentTarget }) => change(at, { to: currentTarget.value })}
              />
            </div>
            <WishSelect
              place={place}
              label={t({ context: 'on a screen', message: 'Show' })}
              value={draft.wish}
              kept={draft.kept ?? t`Choose…`}
              onChange={(wish) => change(at, { wish })}
            />
            <Button variant="default" onClick={() => setDrafts(drafts.filter((_draft, index) => index !== at))}>
              <Trans>Remove this time</Trans>
            </Button>
          </fieldset>
        ))}
        {drafts.length < stationLimits.scheduleEntries && (
          <Button variant="default" onClick={() => setDrafts([...drafts, newTurn()])}>
            <Trans>Another time</Trans>
          </Button>
        )}
        <FormFoot trouble={trouble} onCancel={onClose}>
          <OnlineButton offlineReason={offlineReason} loading={isBusy} onClick={save}>
            <Trans>Save</Trans>
          </OnlineButton>
        </FormFoot>
      </div>
    </Dialog>
  )
}
