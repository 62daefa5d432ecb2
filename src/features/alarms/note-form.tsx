import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import * as z from 'zod/mini'
import { alarmNote, NOTE_LENGTH } from '#contract/calls/event/alarm-handling.ts'
import type { Alarm } from '#contract/calls/event/alarm.ts'
import { handleAlarms } from '../../data/records/alarm-handling.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Textarea } from '../../ui/controls/textarea.tsx'
import { TroubleLine } from '../../ui/form/trouble.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { sayOvertaken } from './handle.ts'
import classes from './panel.module.css'

const schema = z.object({ note: alarmNote })

/** The note of an alarm. What a colleague notes meanwhile shows, unless one is typing. */
export function NoteForm({ alarm }: { alarm: Alarm }) {
  const { t } = useLingui()
  const { note } = alarm.handling
  const [isTyping, setTyping] = useState(false)
  const { form, field, trouble, isBusy } = useForm({
    initial: { note },
    schema,
    send: async (typed) => {
      sayOvertaken((await handleAlarms([alarm], typed)).overtaken)
      setTyping(false)
    },
  })
  if (!isTyping) {
    return (
      <div className={classes['note']}>
        {note !== '' && <q>{note}</q>}
        <Button variant="default" size="compact-md" onClick={() => setTyping(true)}>
          {note === '' ? <Trans>Add a note</Trans> : <Trans>Change the note</Trans>}
        </Button>
      </div>
    )
  }
  return (
    <form className={classes['note']} {...form}>
      <Textarea label={t`Note`} maxLength={NOTE_LENGTH} minRows={2} autosize autoFocus {...field('note')} />
      <TroubleLine text={trouble.form} />
      <div className={classes['actions']}>
        <Button type="submit" size="compact-md" loading={isBusy}>
          <Trans>Save the note</Trans>
        </Button>
        <Button variant="default" size="compact-md" onClick={() => setTyping(false)}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  )
}
