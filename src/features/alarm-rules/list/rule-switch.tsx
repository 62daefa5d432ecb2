import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { AlarmRule } from '#contract/calls/event/alarm-rule.ts'
import { saveRule } from '../../../data/organization/alarm-rules.ts'
import type { Fault } from '../../../lib/fault.ts'
import { Toggle } from '../../../ui/controls/toggle.tsx'
import { useAction } from '../../../ui/form/use-action.ts'
import { LicenceGuard } from '../../../ui/licence/licence-guard.tsx'
import { say } from '../../../ui/notice/toast-store.ts'
import { errorText } from '../../../ui/text/error-text.ts'
import type { useBlocked } from '../use-blocked.ts'

/** Whether a rule is on, changed at once; what was changed can be taken back. */
export function RuleSwitch({ rule, blocked }: { rule: AlarmRule; blocked: ReturnType<typeof useBlocked> }) {
  const { t } = useLingui()
  const { isBusy, run } = useAction((fault: Fault) => {
    say('error', errorText(fault))
    return undefined
  })
  const { name, isEnabled } = rule
  const [isAsked, setAsked] = useState(false)
  const isWithout = !isEnabled && blocked.licence.reason !== undefined
  const set = (isOn: boolean) =>
    run(async () => {
      await saveRule({ ...rule, isEnabled: isOn })
      say('done', isOn ? t`“${name}” is on.` : t`“${name}” is off.`, { label: t`Undo`, run: () => void set(!isOn) })
    })
  return (
    <>
      <Toggle
        label={t`“${name}” is on`}
        isOn={isEnabled}
        isBusy={isBusy}
        offlineReason={isWithout ? undefined : blocked.offline}
        onChange={(isOn) => (isWithout ? setAsked(true) : void set(isOn))}
      />
      {isAsked && (
        <LicenceGuard stand={blocked.licence} onClose={() => setAsked(false)}>
          {null}
        </LicenceGuard>
      )}
    </>
  )
}
