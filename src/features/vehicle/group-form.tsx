import { Trans, useLingui } from '@lingui/react/macro'
import { plateGroupAdd } from '#contract/calls/vehicle/plate-group-add.ts'
import type { PlateGroup } from '#contract/calls/vehicle/plate.ts'
import { draftOf } from '../../data/query/draft.ts'
import { addPlateGroup, renamePlateGroup } from '../../data/records/plates.ts'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { OnlineButton } from '../../ui/controls/online-button.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import forms from '../../ui/form/form.module.css'
import { FormFoot } from '../../ui/form/form-foot.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { say } from '../../ui/notice/toast-store.ts'

const MOST_CHARACTERS = 32

/** Makes a plate group, or gives one another name. */
export function GroupForm({
  group,
  offlineReason,
  onDone,
  onClose,
}: {
  group?: PlateGroup
  offlineReason: string | undefined
  onDone?: (group: PlateGroup) => void
  onClose: () => void
}) {
  const { t } = useLingui()
  const { form, field, trouble, isBusy, drop } = useForm({
    draft: draftOf(group === undefined ? 'add-plate-group' : `plate-group-${group.groupId}`),
    initial: { groupName: group?.groupName ?? '' },
    schema: plateGroupAdd.input,
    fieldOfError: { 'plate-group-name-taken': 'groupName' },
    send: async ({ groupName }) => {
      const done = group === undefined ? await addPlateGroup(groupName) : await renamePlateGroup(group.groupId, groupName)
      say('done', group === undefined ? t`“${groupName}” is added.` : t`“${groupName}” is saved.`)
      onClose()
      onDone?.(done)
    },
  })
  function cancel() {
    drop()
    onClose()
  }
  return (
    <Dialog title={group === undefined ? <Trans>Add a plate group</Trans> : <Trans>Rename a plate group</Trans>} onClose={onClose}>
      <form className={forms['form']} {...form}>
        <TextInput label={t`Name of the group`} autoComplete="off" autoFocus maxLength={MOST_CHARACTERS} {...field('groupName')} />
        <FormFoot trouble={trouble.form} onCancel={cancel}>
          <OnlineButton type="submit" offlineReason={offlineReason} loading={isBusy}>
            {group === undefined ? <Trans>Add group</Trans> : <Trans>Save</Trans>}
          </OnlineButton>
        </FormFoot>
      </form>
    </Dialog>
  )
}
