import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { deletePlan } from '../../../data/places/maps.ts'
import forms from '../../../ui/form/form.module.css'
import { Question } from '../../../ui/form/question.tsx'
import { say } from '../../../ui/notice/toast-store.ts'
import type { PlanNode } from '../model/map-model.ts'

interface DeletePlanProps {
  node: PlanNode
  offlineReason: string | undefined
  onDeleted: () => void
  onClose: () => void
}

/** Asks before a plan is deleted, and says how many cameras lose their place. */
export function DeletePlan({ node: { plan, cameras }, offlineReason, onDeleted, onClose }: DeletePlanProps) {
  const { t } = useLingui()
  const name = plan.planName
  return (
    <Question
      title={t`Delete “${name}”?`}
      answer={<Trans>Delete</Trans>}
      isDanger
      offlineReason={offlineReason}
      onAnswer={async () => {
        await deletePlan(plan.planId)
        say('done', t`“${name}” is deleted.`)
        onDeleted()
        onClose()
      }}
      onClose={onClose}
    >
      <p className={forms['text']}>
        {cameras.length === 0 ? (
          <Trans>No camera stands on this plan.</Trans>
        ) : (
          <Plural
            value={cameras.length}
            one="# camera stands on this plan, and loses its place. The camera itself stays."
            other="# cameras stand on this plan, and lose their places. The cameras themselves stay."
          />
        )}
      </p>
    </Question>
  )
}
