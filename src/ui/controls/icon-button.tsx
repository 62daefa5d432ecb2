import type { KeyboardEventHandler, MouseEventHandler, ReactNode, Ref } from 'react'
import classes from './icon-button.module.css'

interface IconButtonProps {
  label: string
  /** The key that does the same, shown in the tooltip. */
  hotkey?: string
  children: ReactNode
  onClick?: MouseEventHandler<HTMLButtonElement>
  isPressed?: boolean
  isDisabled?: boolean
  /** The popover that a press opens and closes, by its `id`. */
  popup?: { kind: 'menu' | 'dialog'; id: string; isOpen: boolean }
  onKeyDown?: KeyboardEventHandler<HTMLButtonElement>
  ref?: Ref<HTMLButtonElement>
}

/** A button that is only an icon, with its name for all who point at it or cannot see it. */
export function IconButton({ label, hotkey, children, isPressed, isDisabled, popup, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      className={classes['button']}
      data-tip={hotkey ? `${label} (${hotkey})` : label}
      aria-label={label}
      aria-keyshortcuts={hotkey}
      aria-pressed={isPressed}
      aria-haspopup={popup?.kind}
      aria-expanded={popup?.isOpen}
      popoverTarget={popup?.id}
      disabled={isDisabled}
      {...rest}
    >
      {children}
    </button>
  )
}
