import { Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { say } from './toast-store.ts'

/**
 * A button for what only the service can do. Without it the button can still be reached and read, and says why it does nothing.
 * `offlineReason` is set while the service is out of reach.
 */
export function OnlineButton({
  offlineReason,
  onClick,
  children,
  ...button
}: ButtonProps & { offlineReason: string | undefined; onClick: () => void; children: ReactNode }) {
  const isOff = offlineReason !== undefined
  return (
    <Button
      {...button}
      aria-disabled={isOff || undefined}
      data-disabled={isOff || undefined}
      data-tip={offlineReason}
      onClick={() => (isOff ? say('error', offlineReason) : onClick())}
    >
      {children}
    </Button>
  )
}
