import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { Alarm } from '#contract/calls/event/alarm.ts'
import { assigneesQuery, handleAlarms } from '../../data/records/alarm-handling.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { FormFoot } from '../../ui/form/form-foot.tsx'
import forms from '../../ui/form/form.module.css'
import { useForm } from '../../ui/form/use-form.ts'
import { sayOvertaken } from './handle.ts'

const schema = z.object({ userId: z.string() })

/** Gives alarms to a colleague who sees them, or takes them from whoever has them. */
export function AssignForm({ alarms, onClose }: { alarms: readonly Alarm[]; onClose: () => void }) {
  const { t } = useLingui()
  const [first] = alarms
  const { data, isError } = useQuery({ ...assigneesQuery(first?.alarmId ?? ''), enabled: first !== undefined })
  const now = first?.handling.assignee
  // Whoever has it stays in the list, though the list may not be there.
  const people = [...(data?.people ?? []), ...(now && !data?.people.some(({ userId }) => userId === now.userId) ? [now] : [])]
  const { form, field, trouble, isBusy } = useForm({
    initial: { userId: now?.userId ?? '' },
    schema,
    send: async ({ userId }) => {
      const name = people.find((one) => one.userId === userId)?.name
      const assignee = userId === '' ? null : { person: userId, ...(name !== undefined && { name }) }
      sayOvertaken((await handleAlarms(alarms, { assignee })).overtaken)
      onClose()
    },
  })
  return (
    <Dialog title={<Trans>Assign to a colleague</Trans>} onClose={onClose}>
      <form className={forms['form']} {...form}>
        <Select
          label={t`Assigned to`}
          data-autofocus
          data={[{ value: '', label: t`Nobody` }, ...people.map(({ userId, name }) => ({ value: userId, label: name }))]}
          description={isError ? t`Who sees this alarm is not known without the service.` : undefined}
          {...field('userId')}
        />
        <FormFoot trouble={trouble.form} onCancel={onClose}>
          <Button type="submit" loading={isBusy}>
            <Trans>Assign</Trans>
          </Button>
        </FormFoot>
      </form>
    </Dialog>
  )
}
