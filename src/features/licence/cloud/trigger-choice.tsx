import { Trans, useLingui } from '@lingui/react/macro'
import { cloudTriggers, type CloudTrigger } from '#contract/cloud-storage.ts'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { triggerWords } from '../../../ui/order/cloud-words.ts'
import classes from './cloud.module.css'

/** What recordings are kept of: one at least. */
export function TriggerChoice({ chosen, onChoose }: { chosen: readonly CloudTrigger[]; onChoose: (chosen: CloudTrigger[]) => void }) {
  const { i18n } = useLingui()
  return (
    <fieldset className={classes['triggers']}>
      <legend>
        <Trans>What is kept</Trans>
      </legend>
      {cloudTriggers.map((trigger) => (
        <Checkbox
          key={trigger}
          label={i18n._(triggerWords[trigger])}
          checked={chosen.includes(trigger)}
          // In their own order, whatever was pressed first.
          onChange={({ currentTarget: { checked } }) =>
            onChoose(cloudTriggers.filter((one) => (one === trigger ? checked : chosen.includes(one))))
          }
        />
      ))}
      {chosen.length === 0 && (
        <p role="alert" className={classes['missing']}>
          <Trans>Choose at least one: of nothing else there would be recordings.</Trans>
        </p>
      )}
    </fieldset>
  )
}
