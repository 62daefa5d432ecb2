import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { Plate, PlateGroup } from '#contract/calls/vehicle/plate.ts'
import { identifier } from '#contract/rules.ts'
import { movePlates, plateGroupsQuery } from '../../data/records/plates.ts'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { OnlineButton } from '../../ui/controls/online-button.tsx'
import { Select } from '../../ui/controls/select.tsx'
import forms from '../../ui/form/form.module.css'
import { FormFoot } from '../../ui/form/form-foot.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { say } from '../../ui/notice/toast-store.ts'

/** Moves plates to another group. */
export function MovePlates({
  plates,
  from,
  offlineReason,
  onDone,
  onClose,
}: {
  plates: readonly Plate[]
  from: PlateGroup
  offlineReason: string | undefined
  onDone: () => void
  onClose: () => void
}) {
  const { t } = useLingui()
  const { data } = useQuery(plateGroupsQuery)
  const groups = data?.groups.filter(({ groupId }) => groupId !== from.groupId) ?? []
  const { form, field, trouble, isBusy } = useForm({
    initial: { groupId: '' },
    schema: z.object({ groupId: identifier }),
    fieldOfError: { 'plate-group-full': 'groupId', 'plate-group-missing': 'groupId' },
    send: async ({ groupId }) => {
      await movePlates(
        plates.map(({ plateId }) => plateId),
        groupId,
      )
      const name = groups.find((group) => group.groupId === groupId)?.groupName ?? ''
      say('done', t`Moved to “${name}”.`)
      onDone()
    },
  })
  return (
    <Dialog title={<Plural value={plates.length} one="Move # plate" other="Move # plates" />} onClose={onClose}>
      <form className={forms['form']} {...form}>
        {groups.length === 0 ? (
          <p className={forms['text']}>
            <Trans>There is no other group yet.</Trans>
          </p>
        ) : (
          <Select
            label={t`To the group`}
            data={[
              { value: '', label: t`Choose a group` },
              ...groups.map(({ groupId, groupName }) => ({ value: groupId, label: groupName })),
            ]}
            {...field('groupId')}
          />
        )}
        <FormFoot trouble={trouble.form} onCancel={onClose}>
          <OnlineButton type="submit" offlineReason={offlineReason} loading={isBusy} disabled={groups.length === 0}>
            <Trans>Move</Trans>
          </OnlineButton>
        </FormFoot>
      </form>
    </Dialog>
  )
}
