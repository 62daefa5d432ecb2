import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useLingui } from '@lingui/react/macro'
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { Toasts } from '../notice/toasts.tsx'
import classes from './dialog.module.css'

/**
 * A dialog on the browser's own `<dialog>`: it keeps the focus, closes on Escape and gives the focus back. It opens with the focus where
 * `data-autofocus` says, else in its first field, or on its first button where it only asks; a panel with facts has it itself. As a sheet it rises from the foot of the page;
 * as a panel it stands at the right edge over its whole height, on narrow screens everywhere. `onClose` is called once, whatever closed it.
 */
export function Dialog({
  title,
  onClose,
  children,
  isSheet,
  isPanel,
  isSlim,
  isWide,
}: {
  title: ReactNode
  onClose: () => void
  children: ReactNode
  isSheet?: boolean
  isPanel?: boolean
  /** A panel with facts: none of what can be done with them is at hand before they are read. */
  isSlim?: boolean
  /** For lists. */
  isWide?: boolean
}) {
  const { t } = useLingui()
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // Not later: a dialog that is gone from the page when it is closed gives the focus to nobody.
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    // `autoFocus` of what it holds comes too early, before it is open: the browser would choose the button that closes it.
    // Of this dialog alone, and not of the one that it was opened out of.
    const inBody = `:scope > .${classes['content']} > :not(.${classes['head']})`
    const first = ['[data-autofocus]', 'input, select, textarea', ...(isSlim ? [] : ['button'])].map((what) =>
      dialog?.querySelector<HTMLElement>(`${inBody}:is(${what}), ${inBody} :is(${what})`),
    )
    const place = first.find((found) => found) ?? (isSlim ? dialog : undefined)
    place?.focus()
    return () => dialog?.close()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- it is opened once, as what it is
  }, [])
  return (
    <dialog
      ref={ref}
      className={classes[isSheet ? 'sheet' : isPanel ? 'panel' : 'dialog']}
      data-wide={isWide}
      data-slim={isSlim}
      tabIndex={isSlim ? -1 : undefined}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // React lets it rise from dialogs that were opened out of this one, and the browser from fields for files.
        if (event.target !== ref.current) return
        event.preventDefault()
        onClose()
      }}
      // A press on the backdrop is a press on the dialog itself, outside of what it holds.
      onPointerDown={(event) => event.target === ref.current && onClose()}
    >
      <div className={classes['content']}>
        <div className={classes['head']}>
          <h2 id={titleId}>{title}</h2>
          <button type="button" className={classes['close']} aria-label={t`Close`} onClick={onClose}>
            <IconX size={18} stroke={1.5} aria-hidden />
          </button>
        </div>
        {children}
      </div>
      <Toasts isInDialog />
    </dialog>
  )
}
