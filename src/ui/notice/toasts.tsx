import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import { useLayoutEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { dismiss, openLayer, toasts } from './toast-store.ts'
import classes from './toasts.module.css'

/**
 * The messages of the moment, read out by screen readers without taking the focus. The page has a place for them, and so has each dialog:
 * what lies outside an open one is covered by it, cannot be pressed and is not read out. Only the topmost shows them.
 */
export function Toasts({ isInDialog }: { isInDialog?: boolean }) {
  const { list: all, layers } = useSnapshot(toasts)
  const [layer, setLayer] = useState<number>()
  useLayoutEffect(() => {
    if (!isInDialog) return
    const { id, close } = openLayer()
    setLayer(id)
    return close
  }, [isInDialog])
  const list = layers.at(-1) === layer ? all : []
  return (
    <div className={classes['stack']} role="status" aria-live="polite">
      {list.map((toast) => (
        <div key={toast.id} className={classes['toast']} data-tone={toast.tone}>
          {toast.tone === 'done' ? <IconCheck size={16} aria-hidden /> : <IconAlertTriangle size={16} aria-hidden />}
          <span>{toast.text}</span>
          {toast.action && (
            <button
              type="button"
              onClick={() => {
                toast.action?.run()
                dismiss(toast.id)
              }}
            >
              {toast.action.label}
            </button>
          )}
        </div>
      ))}
    </div>
  )
}
