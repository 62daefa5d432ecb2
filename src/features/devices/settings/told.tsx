import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Trans } from '@lingui/react/macro'
import { NotThereYet } from '../../../ui/page/not-there-yet.tsx'

/** What a device was asked for: its shape until it has answered, its refusal in words, else what is made of the answer. */
export function Told<T>({ query, children }: { query: UseQueryResult<T>; children: (value: NonNullable<T>) => ReactNode }) {
  const { data, error, refetch } = query
  if (data === undefined || data === null)
    return <NotThereYet error={error} title={<Trans>The device does not answer.</Trans>} onRetry={() => void refetch()} />
  return children(data)
}
