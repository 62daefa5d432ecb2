import { Trans } from '@lingui/react/macro'
import type { AlarmRule } from '#contract/calls/event/alarm-rule.ts'
import { Dialog } from '../../../ui/controls/dialog.tsx'
import type { useBlocked } from '../use-blocked.ts'
import type { RulePlaces } from '../use-rule-places.ts'
import { RuleForm } from './rule-form.tsx'

export interface RulePanelProps {
  /** The rule that is changed; without it a new one is made. */
  rule: AlarmRule | undefined
  /** The rule that a new one begins as. */
  model: AlarmRule | undefined
  isVehicle: boolean
  takenNames: readonly string[]
  places: RulePlaces
  blocked: ReturnType<typeof useBlocked>
  onClose: () => void
}

/** One rule in a panel beside the list. */
export function RulePanel(props: RulePanelProps) {
  const { rule, onClose } = props
  return (
    <Dialog title={rule === undefined ? <Trans>New alarm rule</Trans> : rule.name} onClose={onClose} isPanel>
      <RuleForm {...props} />
    </Dialog>
  )
}
