import { Trans, useLingui } from '@lingui/react/macro'
import type { RedactionArea } from '#contract/redaction.ts'
import { makeRedaction } from '../../data/records/redactions.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TroubleLine } from '../../ui/form/trouble.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { say } from '../../ui/notice/toast-store.ts'

interface MakeButtonProps {
  archiveId: string
  areas: readonly RedactionArea[]
  isSilent: boolean
}

/** Has the file made of what is drawn. */
export function MakeButton({ archiveId, areas, isSilent }: MakeButtonProps) {
  const { t } = useLingui()
  const { isBusy, trouble, run } = useAction()
  const make = () =>
    run(async () => {
      await makeRedaction({ archiveId, areas: [...areas], isSilent })
      say('done', t`The redacted file is being made.`)
    })
  return (
    <>
      <TroubleLine text={trouble} />
      <Button loading={isBusy} disabled={areas.length === 0 && !isSilent} onClick={() => void make()}>
        <Trans>Make the file</Trans>
      </Button>
    </>
  )
}
