import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type KeyboardEvent } from 'react'
import * as z from 'zod/mini'
import { alarmNote, NOTE_LENGTH } from '#contract/calls/event/alarm-handling.ts'
import type { Alarm } from '#contract/calls/event/alarm.ts'
import { draftOf } from '../../data/query/draft.ts'
import { handleAlarms } from '../../data/records/alarm-handling.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Textarea } from '../../ui/controls/textarea.tsx'
import { TroubleLine } from '../../ui/form/trouble.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { sayOvertaken } from './handle.ts'
import classes from './panel.module.css'

const schema = z.object({ note: alarmNote })

interface NoteFormProps {
  alarm: Alarm
  isTyping: boolean
  onType: (isTyping: boolean) => void
}

/** The note of an alarm. What a colleague notes meanwhile shows, unless one is typing; what is typed is kept until it is saved or called off. */
export function NoteForm({ alarm, isTyping, onType }: NoteFormProps) {
  const { t } = useLingui()
  const { note } = alarm.handling
  const [wasTyping, setWasTyping] = useState(false)
  const { form, field, trouble, isBusy, isChanged, drop } = useForm({
    draft: draftOf(`alarm-note-${alarm.alarmId}`),
    initial: { note },
    schema,
    send: async (typed) => {
      sayOvertaken((await handleAlarms([alarm], typed)).overtaken)
      close()
    },
  })
  function close() {
    setWasTyping(true)
    onType(false)
  }
  function cancel() {
    drop()
    close()
  }
  /** Escape puts the note aside, not the panel around it; while letters are put together it is theirs. */
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    event.preventDefault()
    close()
  }
  if (!isTyping) {
    return (
      <div className={classes['note']}>
        {note !== '' && <q>{note}</q>}
        <Button
          variant="default"
          size="compact-md"
          autoFocus={wasTyping}
          onClick={() => onType(true)}
          rightSection={<kbd aria-hidden>N</kbd>}
          aria-keyshortcuts="n"
        >
          {isChanged ? <Trans>Go on with your note</Trans> : note === '' ? <Trans>Add a note</Trans> : <Trans>Change the note</Trans>}
        </Button>
      </div>
    )
  }
  return (
    <form className={classes['note']} onKeyDown={onKeyDown} {...form}>
      <Textarea label={t`Note`} maxLength={NOTE_LENGTH} minRows={2} autosize autoFocus {...field('note')} />
      <TroubleLine text={trouble.form} />
      <div className={classes['actions']}>
        <Button type="submit" size="compact-md" loading={isBusy}>
          <Trans>Save the note</Trans>
        </Button>
        <Button variant="default" size="compact-md" onClick={cancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  )
}
