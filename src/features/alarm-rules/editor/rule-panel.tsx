import { Trans } from '@lingui/react/macro'
import { Dialog } from '../../../ui/controls/dialog.tsx'
import { RuleForm, type RuleFormProps } from './rule-form.tsx'

/** One rule in a panel beside the list. */
export function RulePanel(props: RuleFormProps) {
  const { rule, onClose } = props
  return (
    <Dialog title={rule === undefined ? <Trans>New alarm rule</Trans> : rule.name} onClose={onClose} isPanel>
      <RuleForm {...props} />
    </Dialog>
  )
}
