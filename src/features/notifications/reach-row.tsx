import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { StatusDot, type Status } from '../../ui/controls/status-dot.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { SettingsRow } from '../../ui/page/settings.tsx'

interface ReachRowProps {
  name: ReactNode
  status: Status
  /** The status in a word. */
  word: string
  /** What it means, and what is to be done. */
  text: ReactNode
  /** What mends it. */
  mend?: { label: ReactNode; run: () => Promise<unknown>; isMinor?: boolean } | undefined
  /** Tries it; the answer is what is said about it. */
  attempt?: (() => Promise<ReactNode>) | undefined
  told?: ReactNode
  onTold?: (told: ReactNode) => void
}

/** One link of the chain by which an alarm reaches somebody: how it stands, what mends it, and the way to try it. */
export function ReachRow({ name, status, word, text, mend, attempt, told, onTold }: ReachRowProps) {
  const mending = useAction()
  const trying = useAction()
  const trouble = mending.trouble ?? trying.trouble
  return (
    <SettingsRow
      name={
        <>
          <StatusDot status={status} word={word} hideWord />
          <span>{name}</span>
        </>
      }
      text={
        <>
          <span>
            {word} · {text}
          </span>
          <span role="status" style={{ display: 'block' }}>
            {trouble ?? told}
          </span>
        </>
      }
    >
      {mend && (
        <Button variant={mend.isMinor ? 'default' : 'filled'} loading={mending.isBusy} onClick={() => void mending.run(mend.run)}>
          {mend.label}
        </Button>
      )}
      {attempt && (
        <Button variant="default" loading={trying.isBusy} onClick={() => void trying.run(async () => onTold?.(await attempt()))}>
          <Trans>Try it</Trans>
        </Button>
      )}
    </SettingsRow>
  )
}
