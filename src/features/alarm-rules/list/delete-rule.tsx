import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { AlarmRule } from '#contract/calls/event/alarm-rule.ts'
import { deleteRule, saveRule } from '../../../data/organization/alarm-rules.ts'
import forms from '../../../ui/form/form.module.css'
import { Question } from '../../../ui/form/question.tsx'
import { say } from '../../../ui/notice/toast-store.ts'
import { errorText } from '../../../ui/text/error-text.ts'
import { faultOf } from '../../../lib/fault.ts'

/** Asks before a rule is deleted, and says what goes with it and what stays. It can be taken back for some seconds. */
export function DeleteRule({ rule, offlineReason, onClose }: { rule: AlarmRule; offlineReason: string | undefined; onClose: () => void }) {
  const { t } = useLingui()
  const { ruleId, ...fields } = rule
  const { name, emails } = fields
  async function restore() {
    const fault = await faultOf(saveRule(fields))
    if (fault) say('error', errorText(fault))
  }
  return (
    <Question
      title={t`Delete “${name}”?`}
      answer={<Trans>Delete</Trans>}
      isDanger
      offlineReason={offlineReason}
      onAnswer={async () => {
        await deleteRule(ruleId)
        say('done', t`“${name}” is deleted.`, { label: t`Undo`, run: () => void restore() })
        onClose()
      }}
      onClose={onClose}
    >
      <p className={forms['text']}>
        <Trans>It raises no more alarms, and its places, schedule and recipients are lost. Alarms that it has raised stay.</Trans>
      </p>
      {emails.length > 0 && (
        <p className={forms['text']}>
          <Plural value={emails.length} one="# address gets no more mails from it." other="# addresses get no more mails from it." />
        </p>
      )}
    </Question>
  )
}
