import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { PlateGroup } from '#contract/calls/vehicle/plate.ts'
import { deletePlateGroup } from '../../data/records/plates.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import forms from '../../ui/form/form.module.css'
import { Question } from '../../ui/form/question.tsx'
import { say } from '../../ui/notice/toast-store.ts'

interface DeleteGroupProps {
  group: PlateGroup
  offlineReason: string | undefined
  onDone?: () => void
  onClose: () => void
}

/** Asks before a group goes with its plates; one that alarm rules look at cannot, and they are named. */
export function DeleteGroup(props: DeleteGroupProps) {
  return props.group.usedBy.length > 0 ? <InUse {...props} /> : <Ask {...props} />
}

function Ask({ group: { groupId, groupName, plateTotal }, offlineReason, onDone, onClose }: DeleteGroupProps) {
  const { t } = useLingui()
  return (
    <Question
      title={t`Delete “${groupName}”?`}
      answer={<Trans>Delete</Trans>}
      isDanger
      offlineReason={offlineReason}
      onAnswer={async () => {
        await deletePlateGroup(groupId)
        say('done', t`“${groupName}” is deleted.`)
        onClose()
        onDone?.()
      }}
      onClose={onClose}
    >
      <p className={forms['text']}>
        <Plural value={plateTotal} _0="It has no plates." one="Its # plate goes with it." other="Its # plates go with it." />{' '}
        <Trans>No alarm rule looks at it.</Trans>
      </p>
    </Question>
  )
}

function InUse({ group: { groupName, plateTotal, usedBy }, onClose }: DeleteGroupProps) {
  const { t } = useLingui()
  return (
    <Dialog title={t`“${groupName}” cannot be deleted`} onClose={onClose}>
      <div className={forms['form']}>
        <p className={forms['text']}>
          <Plural value={plateTotal} _0="It has no plates." one="It has # plate." other="It has # plates." />{' '}
          <Plural
            value={usedBy.length}
            one="# alarm rule looks at it. Change the rule first:"
            other="# alarm rules look at it. Change the rules first:"
          />
        </p>
        <ul className={forms['text']}>
          {usedBy.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
        <div className={forms['buttons']}>
          <Button onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
