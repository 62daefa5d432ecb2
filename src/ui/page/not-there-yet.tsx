import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import { errorText } from '../text/error-text.ts'
import { Notice } from '../notice/notice.tsx'
import { TableSkeleton } from '../controls/table-skeleton.tsx'

/**
 * In the place of a list that is not there yet: its shape while it is loaded, else what went wrong with a way to try again. `title` is said
 * when the service gave no reason of its own.
 */
export function NotThereYet({ error, title, onRetry }: { error: Error | null; title: ReactNode; onRetry: () => void }) {
  if (error === null) return <TableSkeleton />
  return (
    <Notice
      drawing="cloud"
      title={'code' in error && typeof error.code === 'number' ? errorText({ code: error.code, message: error.message }) : title}
      step={
        <Button onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      }
    />
  )
}
