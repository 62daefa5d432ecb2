import type { ReactNode } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { say } from '../notice/toast-store.ts'

/**
 * A button for what only the service can do. Without it the button can still be reached and read, and says why it does nothing.
 * `offlineReason` is set while the service is out of reach.
 */
export function OnlineButton({
  offlineReason,
  onClick,
  type = 'button',
  children,
  ...button
}: ButtonProps & { offlineReason: string | undefined; onClick?: () => void; type?: 'button' | 'submit'; children: ReactNode }) {
  const isOff = offlineReason !== undefined
  return (
    <Button
      {...button}
      type={type}
      aria-disabled={isOff || undefined}
      data-disabled={isOff || undefined}
      data-tip={offlineReason}
      onClick={(event) => {
        if (!isOff) return onClick?.()
        // A form is not sent either.
        event.preventDefault()
        say('error', offlineReason)
      }}
    >
      {children}
    </Button>
  )
}
